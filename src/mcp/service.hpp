// The engine behind the offer: one workspace for all clients, a session for each, and what each call has of its own: who may
// cancel it, where its progress goes, who is asked before it writes.
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
  std::vector<std::string> also_shown_to = {};  // what these sessions were shown counts for all
  ConfirmPolicy confirm = {};
  MannersWanted manners = {};
};

// The views of the root, if any.
struct Watching {
  std::function<TellWatchers(const std::string& who)> teller = {};
  std::function<AskElsewhere(Happening proposed)> ask = {};
};

class Service {
 public:
  static constexpr std::size_t most_sessions_remembered = 1000;

  explicit Service(ServiceSettings settings) : settings_(std::move(settings)) {}

  // REQUIRES: called once, before the first call; the arguments outlive this.
  void open(Workspace& workspace, Store& store, Syntax* syntax, Watching watching = {});
  // There is no workspace: `reason` is the answer to every call.
  void close(Error reason) { closed_ = std::move(reason); }

  // The session for a call of this exchange.
  Result<Session> session_for(const Exchange& exchange);

  Called call(const ServedTool& tool, const Json& arguments, Exchange& exchange);
  // Warnings for one result, returned only once.
  std::vector<std::string> take_warnings();

  Workspace* workspace() const { return workspace_; }

 private:
  ServiceSettings settings_;
  Workspace* workspace_ = nullptr;
  Store* store_ = nullptr;
  Syntax* syntax_ = nullptr;
  Watching watching_;
  std::optional<Error> closed_;

  OrderedMutex mutex_{LockOrder::service};  // guards what follows
  // What a session has besides its records.
  struct Kept {
    std::shared_ptr<Misreadings> misread;
    std::shared_ptr<Previews> previews;
  };
  std::map<std::string, Kept, std::less<>> kept_;
  std::vector<std::string> warnings_;
};

}  // namespace kedge::mcp
