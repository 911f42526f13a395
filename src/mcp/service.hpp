// The engine behind the offer: one workspace for all clients, a session for each, and what each call has of its own: who may
// cancel it, where its progress goes, who is asked before it writes.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcp/confirmation.hpp"
#include "mcp/tool_rows.hpp"
#include "plan/session.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge {
class CallMemory;
}

namespace kedge::mcp {

struct ServiceSettings {
  CommitOptions commit = {};
  std::string encoding = {};  // of the text of edits where a file is not UTF-8
  bool strict = false;
  std::vector<std::string> also_shown_to = {};  // what these sessions were shown counts for all
  ConfirmPolicy confirm = {};
  MannersWanted manners = {};
  LanguageTools* language = nullptr;  // null: none are configured
};

// The views of a root, if any.
struct Watching {
  std::function<TellWatchers(const std::string& who)> teller = {};
  std::function<AskElsewhere(Happening proposed)> ask = {};
  // What people at views have written to a session since they were last asked for it.
  std::function<std::vector<std::string>(const std::string& session)> notes = {};
};

// A root with all that calls need of it.
struct ServedRoot {
  Workspace& workspace;
  Store& store;
  Watching watching = {};
  std::function<std::string()> branch = {};  // that is checked out there; empty: it has none

  // For answers, if several are served: where it is, and its branch.
  std::string label() const;
};

class Service {
 public:
  static constexpr std::size_t most_sessions_remembered = 1000;
  static constexpr std::size_t most_foreseen = 8;  // files that were read and not edited yet

  explicit Service(ServiceSettings settings) : settings_(std::move(settings)) {}

  // Once for each root. REQUIRES: before the first call; the arguments outlive this.
  void open(ServedRoot root, Syntax* syntax);
  void open(Workspace& workspace, Store& store, Syntax* syntax) { open({workspace, store}, syntax); }
  // Forgets them again, if not all could be opened.
  void forget_roots() {
    roots_.clear();
    unserved_.clear();
  }
  // A linked work tree that is not served: a call that names a file in it is told how it could be.
  void note_unserved(std::string work_tree) { unserved_.push_back(std::move(work_tree)); }
  // The client's roots, as often as it says that they have changed. Those that it named before and no longer names are not
  // touched any more; a call that names a file in a new one is told that the server has to be restarted, because a sandbox
  // that is closed stays closed.
  void take_roots_of_client(const std::vector<std::string>& paths);
  // There is no workspace: `reason` is the answer to every call.
  void close(Error reason) { closed_ = std::move(reason); }

  // The session for a call of this exchange, in the root that the absolute path lies in.
  Result<Session> session_for(const Exchange& exchange, std::string_view path);

  Called call(const ServedTool& tool, const Json& arguments, Exchange& exchange);
  // What identifies the only file that a call can change; empty: it may change something else, or somebody has to be asked.
  // REQUIRES: no call that changes files is running.
  std::string only_file(const ServedTool& tool, const Json& arguments) const;
  // For the next result of this session, each returned once: warnings, and what people have written to it.
  std::vector<std::string> take_warnings(const std::string& session);

  // Prepares the parser for edits of a file that was read. For a time when nobody waits. True if none is left.
  bool foresee();

  std::span<const ServedRoot> roots() const { return roots_; }
  // Which of them the absolute path lies in.
  Result<std::size_t> root_of(std::string_view path) const;

 private:
  // What a session has besides its records.
  struct Kept {
    std::shared_ptr<Misreadings> misread;
    std::shared_ptr<Previews> previews;
    std::shared_ptr<KnownWays> ways;
    std::shared_ptr<OwnRows> sent;
    std::shared_ptr<CallMemory> calls;
  };
  Kept kept_of(const std::string& session, std::size_t root);
  Session session_in(std::size_t root, const Exchange& exchange);
  std::vector<Session> sessions_in_all(const Exchange& exchange);
  Called call_in(std::size_t root, const ServedTool& tool, const Json& arguments, Exchange& exchange);
  Called call_in_one_of_several(const ServedTool& tool, const Json& arguments, Exchange& exchange);
  Reply call_across(const ServedTool& tool, const Json& arguments, Exchange& exchange);
  Reply call_everywhere(const ServedTool& tool, const Json& arguments, Exchange& exchange);
  std::vector<const Root*> all_roots() const;
  void offer_unserved(Reply& reply);
  bool is_withdrawn(std::size_t root);
  void note_read(const Reply& reply);
  // The reply, which is now in the statistics.
  Reply counted(std::size_t root, const ServedTool& tool, const Json& arguments, const Exchange& exchange, Reply reply);

  ServiceSettings settings_;
  std::vector<ServedRoot> roots_;
  std::vector<std::string> unserved_;
  Syntax* syntax_ = nullptr;
  std::optional<Error> closed_;

  StandingConsents standing_consents_;
  OrderedMutex mutex_{LockOrder::service};                    // guards what follows
  std::map<std::pair<std::string, std::size_t>, Kept> kept_;  // by session and root
  std::vector<std::string> warnings_;
  std::deque<Opened> read_;  // files that may be edited next
  // Of the roots, by number, and of others.
  std::set<std::size_t> announced_;  // the client has named them
  std::set<std::size_t> withdrawn_;  // and names them no longer
  std::vector<std::string> added_;   // named since the server was started
};

}  // namespace kedge::mcp
