// One client's conversation with the server, whatever carries it: messages in, answers out. It decides what a message asks
// for, keeps what a session has agreed on, and has the work done by threads of others. Both eras are spoken, by how a request
// comes: after `initialize`, or saying with each request who is asking.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "mcp/message.hpp"
#include "mcp/offer.hpp"
#include "mcp/outlet.hpp"
#include "mcp/request_state.hpp"
#include "mcp/subscribers.hpp"
#include "mcp/workers.hpp"
#include "support/ordered_mutex.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {

// What all conversations of a server share.
struct Stage {
  const Offer& offer;
  Workers& workers;
  Subscribers& subscribers;
  RequestStates& states;
  std::function<std::int64_t()> now;  // nanoseconds
  Workers::Room room = Workers::Room::waited_for;
  std::function<void()> after_work = {};
  // Gets the paths that a call has changed whose answer reached nobody. From any thread.
  std::function<void(const std::vector<std::string>& paths)> untold = {};
  // Called once in a conversation, before the first call is carried out: what the client says its roots are, if it was asked.
  // Nothing: it is ready.
  std::function<void(const Json& roots)> prepare = {};
  bool wants_roots = false;  // the client's, where it has any: `prepare` needs them
  std::chrono::milliseconds patience_for_roots{5000};
};

// Revisions that this server speaks, oldest first, and how a request says that it is of one without sessions.
bool is_legacy_revision(std::string_view revision);
bool is_modern_revision(std::string_view revision);
Json supported_revisions();
inline constexpr std::string_view revision_field = "io.modelcontextprotocol/protocolVersion";

class Conversation : public std::enable_shared_from_this<Conversation> {
 public:
  struct Names {
    std::string session;    // of what is shown after initialize
    std::string stateless;  // of what is shown to requests that say who is asking
  };

  // `aside` is where changes are told to a client that has initialized; nothing: nowhere.
  Conversation(Stage& stage, Names names, std::shared_ptr<Outlet> aside = nullptr)
      : stage_(stage), names_(std::move(names)), aside_(std::move(aside)) {}
  ~Conversation();
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  // By one thread at a time, in the order in which messages came.
  void hear(Message message, const std::shared_ptr<Outlet>& outlet);
  // Only one revision has batches.
  bool takes_batches() const;
  bool is_open() const { return revision_.has_value(); }  // initialize was answered
  // REQUIRES: is_open()
  const std::string& revision() const {
    KEDGE_REQUIRE(revision_.has_value());
    return *revision_;
  }

  // Nothing more will be heard, but answers are still taken: what waits for the client to answer goes on as if it had said no,
  // and nobody is told of changes any more.
  void hear_no_more();
  // The client is gone. What it asked for is stopped as far as it can be, and not answered.
  void end();
  // The one request that came by this outlet is not wanted any more.
  void cancel(const RequestId& id);

 private:
  enum class Progress : std::uint8_t { waiting, running, asking, over };
  enum class Readiness : std::uint8_t { unprepared, asking, preparing, ready };

  // A request that takes a while.
  struct Work {
    RequestId id;
    std::string method;
    Json params;
    Client client;
    std::string session;
    std::shared_ptr<Outlet> outlet;
    std::function<Answer(Exchange&)> deed;
    bool in_order = false;
    Caching caching = Caching::none;
    Json progress_token = {};
    std::optional<LogLevel> least_level = std::nullopt;
    std::atomic<bool> cancelled = false;
    std::atomic<bool> stop_asking = false;
    Json state = Json::object();
    std::optional<std::uint64_t> state_number = std::nullopt;  // of one that the client has brought
    Json inputs = Json::object();
    std::map<RequestId, std::string> asked = {};  // questions to the client, and the keys of their answers
    std::shared_ptr<Subscribers::Member> listening = {};
    double last_progress = -1;
    std::vector<std::string> changed = {};  // paths
    std::string last_words = {};            // the answer if there is no memory for any other
    Progress progress = Progress::waiting;  // under the conversation's lock
  };
  using SharedWork = std::shared_ptr<Work>;
  using AskOthers = std::function<std::optional<Json>(const std::atomic<bool>& cancelled)>;

  // A thread that waits for somebody so that nobody else has to.
  struct Errand {
    std::thread thread;
    std::shared_ptr<std::atomic<bool>> done;
  };

  void hear_request(RequestMessage request, const std::shared_ptr<Outlet>& outlet);
  bool is_in_flight(const RequestId& id);
  void hear_legacy(RequestMessage request, const std::shared_ptr<Outlet>& outlet);
  void hear_modern(RequestMessage request, const std::shared_ptr<Outlet>& outlet);
  void hear_notification(const NotificationMessage& notification);
  void hear_response(const ResponseMessage& response);

  void initialize(const RequestMessage& request, Outlet& outlet);
  void listen_to_lists();
  void listen(const RequestMessage& request, const std::shared_ptr<Outlet>& outlet);
  void subscribe(RequestMessage& request, const std::shared_ptr<Outlet>& outlet);
  // Those that both eras have, and the answer at once where it takes no time. False: there is no such method.
  bool hear_shared(RequestMessage& request, const Client& client, const std::shared_ptr<Outlet>& outlet);
  void begin(RequestMessage& request, const Client& client, const std::shared_ptr<Outlet>& outlet, bool in_order,
             std::function<Answer(Exchange&)> deed);

  // What a client without sessions sends along: its answers to questions, and what they were about.
  std::optional<Problem> take_answers(Work& work) const;

  void hold_until_ready(const SharedWork& work);
  void get_ready();
  void wait_for_roots();
  void prepare(const Json& roots);
  void schedule(const SharedWork& work);
  void carry_out(const SharedWork& work);
  Answer answer_of(Work& work);
  void conclude(const SharedWork& work, Answer answer);
  Json question_of(const Work& work, InputNeeded& needed) const;
  // False: nobody hears the questions, and they count as declined.
  bool asks(const SharedWork& work, InputNeeded& needed);
  void ask_elsewhere(const SharedWork& work, const AskOthers& ask);
  void repeat(const SharedWork& work);
  // There is no memory to go on with it, nor to say why: what was put by for this is said.
  void give_up(const SharedWork& work);
  void finish(const SharedWork& work, std::optional<std::string> line, std::optional<ErrorCode> problem);
  bool advance(Work& work, Progress from, Progress to);

  // Under the lock. What an outlet does, it does under a lock of its own, from which it calls back: none is used under this
  // one.
  void put_down(Work& work);
  // The id of a call that was cancelled may be another's by now.
  void leave_flight(const Work& work);
  void send_out(std::function<void()> deed);
  RequestId new_question() { return {concat("\"kedge-", ++last_question_, '"')}; }
  // A client that cannot answer has said no.
  static Json declined() { return Json::object({{"action", "cancel"}}); }

  Stage& stage_;
  Names names_;
  std::shared_ptr<Outlet> aside_;
  // Of the thread that hears.
  std::optional<std::string> revision_;
  Client client_;

  OrderedMutex mutex_{LockOrder::conversation};  // of what follows
  Readiness readiness_ = Readiness::unprepared;
  std::condition_variable_any answered_;
  bool deaf_ = false;
  std::vector<SharedWork> held_;  // until the server is ready
  std::map<RequestId, SharedWork> in_flight_;
  std::map<RequestId, SharedWork> asking_;  // by the ids of the questions
  RequestId roots_question_;
  std::uint64_t last_question_ = 0;
  LogLevel least_level_ = LogLevel::info;
  std::shared_ptr<Subscribers::Member> member_;
  std::list<Errand> errands_;
};

}  // namespace kedge::mcp
