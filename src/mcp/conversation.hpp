// One client's conversation with the server, whatever the transport: messages in, answers out. It decides what a message asks
// for and keeps what a session has agreed on; a RequestRunner runs requests that take a while. Both eras are supported: a
// request either comes after `initialize`, or says itself who is asking. A method of the protocol is one row of a table.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "mcp/message.hpp"
#include "mcp/outlet.hpp"
#include "mcp/request_runner.hpp"
#include "mcp/stage.hpp"
#include "support/ordered_mutex.hpp"
#include "support/require.hpp"

namespace kedge::mcp {

// Revisions that this server speaks, oldest first, and how a request says that it uses one without sessions.
bool is_legacy_revision(std::string_view revision);
bool is_modern_revision(std::string_view revision);
Json supported_revisions();
inline constexpr std::string_view revision_field = "io.modelcontextprotocol/protocolVersion";

class Conversation {
 public:
  struct Names {
    std::string session;     // for what is shown after initialize
    std::string stateless;   // the session of requests that carry their own client information
    std::string agent = {};  // who the calls are counted for
  };

  // `aside` is where an initialized client is told of changes; null: nowhere.
  Conversation(Stage& stage, Names names, std::shared_ptr<Outlet> aside = nullptr)
      : stage_(stage), names_(std::move(names)), aside_(std::move(aside)), runner_(std::make_shared<RequestRunner>(stage)) {}
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  // Running requests are still answered.
  ~Conversation() = default;

  // Called by one thread at a time, in the order in which messages came.
  void hear(Message message, const std::shared_ptr<Outlet>& outlet);
  // Only one revision has batches.
  bool takes_batches() const;
  bool is_open() const { return revision_.has_value(); }  // initialize was answered
  // REQUIRES: is_open()
  const std::string& revision() const {
    KEDGE_REQUIRE(revision_.has_value());
    return *revision_;
  }

  // No more messages will come, but answers are still sent: what waits for the client's answer continues as if it had said no,
  // and the client is no longer told of changes.
  void hear_no_more() { runner_->hear_no_more(); }
  // The client is gone. Its requests are stopped as far as possible, and not answered.
  void end();
  // The request that came by this outlet is no longer wanted.
  void cancel(const RequestId& id) { runner_->cancel(id); }

 private:
  using Work = RequestRunner::Work;

  // A request, who makes it, and where its answer goes.
  struct Asked {
    RequestMessage& request;
    const Client& client;
    const std::shared_ptr<Outlet>& outlet;
  };
  struct Method;
  static const Method* find_method(std::string_view name);

  void hear_request(RequestMessage request, const std::shared_ptr<Outlet>& outlet);
  void hear_legacy(const Method* method, RequestMessage& request, const std::shared_ptr<Outlet>& outlet);
  void hear_modern(const Method* method, RequestMessage& request, const std::shared_ptr<Outlet>& outlet);
  void hear_notification(const NotificationMessage& notification);

  // One for each method that is more than a deed.
  void initialize(const Method& method, Asked& asked);
  void ping(const Method& method, Asked& asked);
  void discover(const Method& method, Asked& asked);
  void set_level(const Method& method, Asked& asked);
  void subscribe(const Method& method, Asked& asked);
  void unsubscribe(const Method& method, Asked& asked);
  void listen(const Method& method, Asked& asked);
  void list_tools(const Method& method, Asked& asked);
  void list_prompts(const Method& method, Asked& asked);
  void list_templates(const Method& method, Asked& asked);
  void call_tool(const Method& method, Asked& asked);
  void get_prompt(const Method& method, Asked& asked);
  void do_deed(const Method& method, Asked& asked);

  void listen_to_lists();
  std::shared_ptr<Subscribers::Member> member();
  // Gives the deed to the runner, with what the client sent along.
  void run(const Method& method, Asked& asked, bool in_order, std::function<Answer(Exchange&)> deed,
           std::function<std::string(const Json&)> only_file = {});
  // What a client without sessions sends along: its answers to questions.
  static std::optional<Problem> take_answers(Work& work);

  Stage& stage_;
  Names names_;
  std::shared_ptr<Outlet> aside_;
  std::shared_ptr<RequestRunner> runner_;
  // Used only by the thread that calls hear().
  std::optional<std::string> revision_;
  Client client_;
  LogLevel least_level_ = LogLevel::info;

  OrderedMutex mutex_{LockOrder::conversation};  // guards what follows
  std::shared_ptr<Subscribers::Member> member_;
};

}  // namespace kedge::mcp
