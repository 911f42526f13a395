// One root as a view sees it: it hears what happens there, and does there what the person at the view asks for.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/shared_tree.hpp"
#include "engine/undo.hpp"
#include "sockets/view_sockets.hpp"
#include "ui/audience.hpp"
#include "ui/timeline.hpp"

namespace kedge::ui {

// What a person wants to be taken back or brought back.
struct TurnWanted {
  enum class Way : std::uint8_t { undo, redo };
  Way way = Way::undo;
  std::string id = {};
  std::vector<ChangePart> parts = {};  // none: all of it
  bool dry_run = false;
  std::string note = {};  // to the session that made the change
};

class RootView {
 public:
  using Clock = std::chrono::steady_clock;

  // `name` is who acts in the records. REQUIRES: all outlive this.
  RootView(std::size_t number, std::string name, Workspace& workspace, Store& store, Syntax* syntax, ViewListener& listener,
           bool answers, Timeline& timeline);

  const Workspace& workspace() const { return workspace_; }
  Store& store() { return store_; }
  Session& session() { return session_; }
  // Changes that were made before, the newest last.
  void add_recorded(std::size_t most);

  // To be waited for.
  std::vector<int> descriptors() const;
  // All that there is to hear by now: the numbers of items that are new or have changed.
  Timeline::Numbers hear();

  // False: the question is not open any more, or whoever asked is gone.
  bool answer(const TimelineItem& item, Answer answer);

  Result<Receipt> turn(const TurnWanted& wanted);
  // The same, once the session that made the change has been quiet for a while or is gone: its turn is over, and it will read
  // the file again. Refused if there is no such change.
  Result<void> hold(TurnWanted wanted);
  struct HeldTurn {
    std::uint64_t number = 0;
    TurnWanted wanted;
    std::string session;
    Clock::time_point since;
  };
  const std::vector<HeldTurn>& held() const { return held_; }
  bool let_go(std::uint64_t number);  // it is not to be done after all
  struct Done {
    HeldTurn turn;
    Result<Receipt> receipt;
  };
  // Does those whose time has come.
  std::vector<Done> do_held(Clock::time_point now);

  Result<bool> review(const std::string& id, bool reviewed);
  // Told with the next answer that the session gets.
  void tell(const std::string& session, const std::string& note);

  static constexpr std::chrono::seconds quiet_time{20};

 private:
  void hear_message(Timeline::Source source, std::string_view bytes, Timeline::Numbers& changed);
  void send_notes(Timeline::Source source, const std::string& session);

  struct Peer {
    std::unique_ptr<ViewConnection> connection;
    std::string session;  // the last one that it told of
  };

  std::size_t number_;
  Workspace& workspace_;
  Store& store_;
  std::unique_ptr<HostLease> lease_;
  ViewListener& listener_;
  bool answers_;
  Timeline& timeline_;
  Audience audience_;
  Session session_;
  std::map<Timeline::Source, Peer> peers_;
  std::map<std::string, Clock::time_point> heard_of_;      // when a session last did something
  std::map<std::string, std::vector<std::string>> notes_;  // that no server has taken yet, by session
  std::vector<HeldTurn> held_;
  std::uint64_t last_held_ = 0;
};

}  // namespace kedge::ui
