// Sends what a server or a command does to all views of a root. New views are found when something happens; it never waits for
// one. A view that does not keep up loses messages and is told how many; a dead one is forgotten.
//
// A person at a view can be asked. The first answer counts; the other views are told that the question is settled.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "plan/happening.hpp"
#include "sockets/view_sockets.hpp"
#include "support/joining_thread.hpp"
#include "support/ordered_mutex.hpp"
#include "ui/messages.hpp"

namespace kedge::ui {

class Audience;

// A question to some views. Its destructor withdraws it if it is unanswered.
class Question {
 public:
  Question(Question&& other) noexcept;
  Question& operator=(Question&&) = delete;
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  ~Question();

  // The answer, if there is one by now.
  std::optional<Answer> poll();
  // Waits for the answer. nullopt: the time is over, `cancelled` is set, or no view that was asked is left.
  std::optional<Answer> wait(std::chrono::steady_clock::time_point until, const std::atomic<bool>* cancelled = nullptr);
  // Whether nobody is left who could answer.
  bool is_abandoned();

 private:
  friend class Audience;
  Question(Audience& audience, std::string id) : audience_(&audience), id_(std::move(id)) {}

  Audience* audience_;  // null: moved from
  std::string id_;
};

// Waits in another thread, and calls `done` with the result of wait(). Requesting stop cancels it. REQUIRES: it ends before the
// audience does.
JoiningThread when_answered(Question question, std::chrono::steady_clock::time_point until,
                            std::function<void(std::optional<Answer>)> done);

// Thread-safe.
class Audience {
 public:
  // `who` is the sender. REQUIRES: both outlive this, and the handles of `fs` are descriptors.
  Audience(FileSystem& fs, const StateFolder& state, std::string who);
  ~Audience();  // REQUIRES: no question is left
  Audience(const Audience&) = delete;
  Audience& operator=(const Audience&) = delete;

  // A view that is not in the folder of views, by the other end of its connection.
  void add(std::unique_ptr<ViewConnection> view);

  // For a session; in the name of `who`, or of the sender. REQUIRES: this outlives the session's calls.
  TellWatchers teller(std::string who = {});

  // Happenings without a name get that of `who`, or of the sender.
  void tell(const MakeHappenings& make, const std::string& who = {});
  // Changes the sender's name: a client may introduce itself late.
  void introduce(std::string who);

  // What people at views have written to this session; each note is given once.
  std::vector<std::string> take_notes(const std::string& session);

  // Shows the change to all views where a person can answer, and asks. nullopt: there is none.
  std::optional<Question> ask(Happening proposed);

 private:
  friend class Question;

  struct View {
    std::shared_ptr<ViewConnection> connection = nullptr;  // null: it does not accept connections at the moment
    bool gone = false;
    bool greeted = false;
    bool answers = false;
    std::uint64_t missed = 0;
    std::uint64_t large_bytes = 0;  // of sealed messages that it may not have read yet
  };
  struct Asked {
    std::set<std::string> views;
    std::optional<Answer> answer;
  };
  struct Message;  // ready to be sent to any number of views

  // Each REQUIRES: the lock is held.
  void look_around();
  void hear_all();
  void hear(const std::string& name, View& view);
  void hear(const std::string& name, const FromView& said);
  void settle(const std::string& name, const Settled& settled);
  static bool has_room(View& view, const Message& message);
  static ViewConnection::Sent send(View& view, const Message& message);
  bool deliver(const std::string& name, View& view, const Message& message);
  void forget_gone();
  std::vector<std::shared_ptr<ViewConnection>> connections() const;

  void wait_for_greetings();

  FileSystem* fs_;
  OrderedMutex mutex_{LockOrder::audience};  // guards everything below
  ViewFolder folder_;
  std::string who_;
  std::map<std::string, View> views_;
  std::map<std::string, Asked> questions_;
  std::map<std::string, std::vector<std::string>> notes_;  // by session
};

}  // namespace kedge::ui
