// One client's conversation with the server, whatever carries it: messages in, answers out. It decides what a message asks
// for and keeps the session's state; it has no threads, no streams and no clock. A call of a tool is accepted here and carried
// out by whoever has the threads.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mcp/message.hpp"
#include "mcp/offer.hpp"

namespace kedge::mcp {

// The tool call itself. May be called by several threads, but not for two tools that change files.
using CallTool = std::function<Reply(const ServedTool& tool, const Json& arguments)>;

struct AcceptedCall {
  RequestId id;
  const ServedTool* tool = nullptr;
  Json arguments;
};

struct NoAnswer {};
// What is to be done about a message: nothing, send this line, or carry out this call.
using Reaction = std::variant<NoAnswer, std::string, AcceptedCall>;

class Server {
 public:
  // `warnings` are told with the first result; `introduced` gets the client's name, if it gives one.
  Server(const Offer& offer, CallTool call_tool, std::vector<std::string> warnings = {},
         std::function<void(std::string client)> introduced = {});

  // By one thread, in the order in which messages came.
  Reaction hear(Message message);
  // A batch is one answer; only one revision has them.
  bool takes_batches() const;

  // By any thread: the line that answers, or nothing if the client has cancelled the call. A call that has begun runs to its
  // end, because what it changes cannot be taken back in the middle; only its answer is dropped.
  std::optional<std::string> carry_out(const AcceptedCall& call);
  // When the answer is about to be sent: from here on the id may be used again.
  void settle(const AcceptedCall& call);

 private:
  enum class Progress { waiting, running, cancelled, answered };

  Reaction hear_request(RequestMessage request);
  void hear_notification(const NotificationMessage& notification);
  std::string initialize(const RequestMessage& request);
  std::string list_tools(const RequestMessage& request) const;
  Reaction accept_call(RequestMessage request);
  std::vector<std::string> take_warnings();
  // Whether the call was still in the first progress.
  bool advance(const RequestId& id, Progress from, Progress to);

  const Offer& offer_;
  CallTool call_tool_;
  std::function<void(std::string client)> introduced_;
  std::optional<std::string> revision_;  // nothing: not initialized yet

  std::mutex mutex_;  // of what follows
  std::map<RequestId, Progress> in_flight_;
  std::vector<std::string> warnings_;
};

}  // namespace kedge::mcp
