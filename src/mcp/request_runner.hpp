// Runs the requests of one client that take a while: holds them until the server is ready, gives them to the workers, and
// repeats a deed once its questions are answered. It knows neither the methods of the protocol nor how a revision words a
// result: whoever begins a request provides that.
#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "mcp/message.hpp"
#include "mcp/outlet.hpp"
#include "mcp/stage.hpp"
#include "support/ordered_mutex.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {

class RequestRunner : public std::enable_shared_from_this<RequestRunner> {
 public:
  enum class Progress : std::uint8_t { waiting, running, asking, over };

  struct Work;
  using SharedWork = std::shared_ptr<Work>;

  // How the client's revision words a request and its outcome.
  struct Wording {
    // Reads what the client sent along about an earlier round of the request, which may take a while; null: it sends nothing.
    std::optional<Problem> (*take_state)(Stage& stage, Work& work) = nullptr;
    Json (*result)(const Stage& stage, const Work& work, Json result);
    // The result that asks the client; null: the client is asked by requests.
    Json (*questions)(Stage& stage, const Work& work, InputNeeded& needed) = nullptr;
  };

  // A request that takes a while.
  struct Work {
    RequestId id;
    std::string method;
    Json params = {};
    Client client = {};
    std::string session = {};
    std::string agent = {};
    std::shared_ptr<Outlet> outlet;
    Wording wording = {};
    std::function<Answer(Exchange&)> deed = {};
    bool in_order = false;
    std::function<std::string(const Json& params)> only_file = {};  // see ToolRow
    Caching caching = Caching::none;
    Json progress_token = {};
    std::optional<LogLevel> least_level = std::nullopt;
    std::atomic<bool> cancelled = false;
    std::atomic<bool> stop_asking = false;
    Json state = Json::object();
    std::optional<std::uint64_t> state_number = std::nullopt;  // of a state that the client sent
    Json inputs = Json::object();
    std::map<RequestId, std::string> asked = {};  // questions to the client, and the keys of their answers
    std::shared_ptr<Subscribers::Member> listening = {};
    double last_progress = -1;
    std::vector<std::string> changed = {};  // paths
    std::string last_words = {};            // the answer if there is no memory for another
    Progress progress = Progress::waiting;  // guarded by the runner's lock
  };

  explicit RequestRunner(Stage& stage) : stage_(stage) {}
  ~RequestRunner();
  RequestRunner(const RequestRunner&) = delete;
  RequestRunner& operator=(const RequestRunner&) = delete;

  bool is_in_flight(const RequestId& id);
  void begin(const SharedWork& work);
  // A request that never completes: it is open until it is cancelled or the client is gone.
  void keep_open(const SharedWork& work);
  // The client's answer to a question.
  void take_response(const ResponseMessage& response);
  // Prepares the server before the first request is run.
  void get_ready();
  // The client's roots have changed: the next request asks for them again.
  void forget_roots();

  void hear_no_more();
  void end();
  void cancel(const RequestId& id);

 private:
  enum class Readiness : std::uint8_t { unprepared, asking, preparing, ready };
  using AskOthers = std::function<std::optional<Json>(const std::atomic<bool>& cancelled)>;

  // A thread that waits for somebody, so that no worker has to.
  struct Errand {
    std::thread thread;
    std::shared_ptr<std::atomic<bool>> done;
  };

  void hold_until_ready(const SharedWork& work);
  void wait_for_roots();
  void prepare(const Json& roots);
  void schedule(const SharedWork& work);
  void carry_out(const SharedWork& work);
  Answer answer_of(Work& work);
  void conclude(const SharedWork& work, Answer answer);
  // False: nobody can be asked, and the questions count as declined.
  bool asks(const SharedWork& work, InputNeeded& needed);
  void ask_elsewhere(const SharedWork& work, const AskOthers& ask);
  void repeat(const SharedWork& work);
  // There is no memory to continue or to say why: sends the answer that was prepared for this.
  void give_up(const SharedWork& work);
  void finish(const SharedWork& work, std::optional<std::string> line, std::optional<ErrorCode> problem);
  bool advance(Work& work, Progress from, Progress to);

  // Called under the lock. An outlet calls back under a lock of its own, so no outlet is used under this one.
  void put_down(Work& work);
  // By now, the id of a cancelled call may be in use again.
  void leave_flight(const Work& work);
  void send_out(std::function<void()> deed);
  RequestId new_question() { return {concat("\"kedge-", ++last_question_, '"')}; }
  // A client that cannot answer counts as saying no.
  static Json declined() { return Json::object({{"action", "cancel"}}); }

  Stage& stage_;

  OrderedMutex mutex_{LockOrder::requests};  // guards what follows
  Readiness readiness_ = Readiness::unprepared;
  OrderedCondition answered_;
  bool deaf_ = false;
  bool roots_changed_ = false;  // while they were asked for
  bool was_ready_ = false;
  std::vector<SharedWork> held_;  // until the server is ready
  std::map<RequestId, SharedWork> in_flight_;
  std::map<RequestId, SharedWork> asking_;  // by the ids of the questions
  RequestId roots_question_;
  std::uint64_t last_question_ = 0;
  std::list<Errand> errands_;
};

}  // namespace kedge::mcp
