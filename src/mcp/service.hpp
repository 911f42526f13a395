// The engine behind what is offered: one workspace for all clients, a session for each of them, and for each call what only
// that call has: who may call it off, where its progress goes, who is asked before it writes.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mcp/confirmation.hpp"
#include "mcp/tool_rows.hpp"
#include "plan/session.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge::mcp {

struct ServiceSettings {
  CommitOptions commit = {};
  bool strict = false;
  std::vector<std::string> also_shown_to = {};  // sessions whose showings count for all
  ConfirmPolicy confirm = {};
  MannersWanted manners = {};
};

// Those who watch the root, as far as there are any.
struct Watching {
  std::function<TellWatchers(const std::string& who)> teller = {};
  std::function<AskElsewhere(Happening proposed)> ask = {};
};

class Service {
 public:
  static constexpr std::size_t most_sessions_remembered = 1000;

  explicit Service(ServiceSettings settings) : settings_(std::move(settings)) {}

  // REQUIRES: once, before the first call; what is given outlives this.
  void open(Workspace& workspace, Store& store, Syntax* syntax, Watching watching = {});
  // There is no workspace: this is the answer to every call.
  void close(Error reason) { closed_ = std::move(reason); }

  // The session as a call of this exchange has it.
  Result<Session> session_for(const Exchange& exchange);

  Called call(const ServedTool& tool, const Json& arguments, Exchange& exchange);
  // Told with one result, and never again.
  std::vector<std::string> take_warnings();

  Workspace* workspace() const { return workspace_; }

 private:
  ServiceSettings settings_;
  Workspace* workspace_ = nullptr;
  Store* store_ = nullptr;
  Syntax* syntax_ = nullptr;
  Watching watching_;
  std::optional<Error> closed_;

  OrderedMutex mutex_{LockOrder::service};  // of what follows
  // What a session has besides its records.
  struct Kept {
    std::shared_ptr<Misreadings> misread;
    std::shared_ptr<Previews> previews;
  };
  std::map<std::string, Kept, std::less<>> kept_;
  std::vector<std::string> warnings_;
};

}  // namespace kedge::mcp
