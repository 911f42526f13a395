// The life of a request that takes a while: begun, held until the server is ready, carried out, asking and made again, over.
#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "mcp/conversation.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::string_view log_level_field = "io.modelcontextprotocol/logLevel";
constexpr int most_declined_rounds = 8;

// What a request asks for, so that the answers to its questions cannot be used for another.
std::string identity_of(std::string_view method, const Json& params) {
  const Json* const arguments = params.find("arguments");
  const std::string_view name = text_in(params, method == "resources/read" ? "uri" : "name");
  return concat(method, '\n', name, '\n', arguments != nullptr ? arguments->dump() : "");
}

std::string_view where_to_look(bool in_order) { return in_order ? "; read the file to see whether it was changed" : ""; }

// The client echoes it with nothing but a number or a short text; anything else is none.
Json progress_token_in(const Json* meta) {
  const Json* const token = meta != nullptr ? meta->find("progressToken") : nullptr;
  return token != nullptr && id_of(*token) ? *token : Json();
}

}  // namespace

Conversation::~Conversation() {
  end();
  for (Errand& errand : errands_) {
    if (errand.thread.get_id() == std::this_thread::get_id()) {
      errand.thread.detach();  // it was the last to need this, and is done with it
    } else {
      errand.thread.join();
    }
  }
}

void Conversation::begin(RequestMessage& request, const Client& client, const std::shared_ptr<Outlet>& outlet, bool in_order,
                         std::function<Answer(Exchange&)> deed) {
  const auto work = std::make_shared<Work>();
  work->id = request.id;
  work->method = request.method;
  work->params = std::move(request.params);
  work->client = client;
  work->session = client.modern ? names_.stateless : names_.session;
  work->outlet = outlet;
  work->deed = std::move(deed);
  work->in_order = in_order;
  // Files change at any time.
  work->caching = work->method.starts_with("resources/") ? Caching::never_fresh : Caching::none;
  const Json* const meta = work->params.find("_meta");
  work->progress_token = progress_token_in(meta);
  if (client.modern) {
    work->least_level = log_level_of(text_in(*meta, log_level_field));
    if (const std::optional<Problem> problem = take_answers(*work)) return refuse(*outlet, work->id, *problem);
  }
  work->last_words =
      error_line(work->id, {ErrorCode::internal_error, concat("internal error: out of memory", where_to_look(in_order))});
  work->last_words.reserve(work->last_words.size() + 1);  // for the end of the line
  {
    const std::lock_guard lock(mutex_);
    if (!client.modern) work->least_level = least_level_;
    in_flight_.emplace(work->id, work);
  }
  try {
    hold_until_ready(work);
  } catch (const std::bad_alloc&) {
    give_up(work);
  }
}

std::optional<Problem> Conversation::take_answers(Work& work) const {
  if (const Json* const inputs = work.params.find("inputResponses")) {
    if (inputs->as_object() == nullptr) return Problem{ErrorCode::invalid_params, "inputResponses has to be an object"};
    for (const auto& [key, value] : *inputs->as_object()) {
      if (value.as_object() != nullptr) continue;
      return Problem{ErrorCode::invalid_params, concat("inputResponses.", printable(key), " has to be an object")};
    }
    work.inputs = *inputs;
  }
  const Json* const sealed = work.params.find("requestState");
  if (sealed == nullptr) return std::nullopt;
  std::optional<RequestStates::Opened> opened;
  if (sealed->as_string() != nullptr) {
    opened = stage_.states.opened(*sealed->as_string(), identity_of(work.method, work.params), stage_.now());
  }
  if (!opened) {
    return Problem{ErrorCode::invalid_params,
                   "requestState is not one of this server's for this request, used already, or too old: send the request "
                   "without it"};
  }
  work.state = std::move(opened->state);
  work.state_number = opened->number;
  return std::nullopt;
}

void Conversation::hold_until_ready(const SharedWork& work) {
  if (!stage_.prepare) return schedule(work);
  bool ready = false;
  std::optional<std::string> question;
  {
    const std::lock_guard lock(mutex_);
    ready = readiness_ == Readiness::ready;
    if (!ready) {
      held_.push_back(work);
      if (readiness_ != Readiness::unprepared) return;
      if (stage_.wants_roots && !deaf_ && !work->client.modern && work->client.can("roots")) {
        readiness_ = Readiness::asking;
        roots_question_ = new_question();
        question = request_line(roots_question_, "roots/list", Json::object());
      }
    }
  }
  if (ready) return schedule(work);
  if (!question) return get_ready();
  try {
    work->outlet->ask(*std::move(question));
    const std::lock_guard lock(mutex_);
    send_out([this] { wait_for_roots(); });
  } catch (const std::bad_alloc&) {
    // The next request asks again.
    const std::lock_guard lock(mutex_);
    if (readiness_ == Readiness::asking) readiness_ = Readiness::unprepared;
    throw;
  }
}

void Conversation::get_ready() {
  {
    const std::lock_guard lock(mutex_);
    if (!stage_.prepare || readiness_ != Readiness::unprepared) return;
    readiness_ = Readiness::preparing;
  }
  prepare(Json::array());
}

// A client that says nothing about its roots has none.
void Conversation::wait_for_roots() {
  {
    std::unique_lock lock(mutex_);
    answered_.wait_for(lock, stage_.patience_for_roots, [&] { return readiness_ != Readiness::asking || deaf_; });
    if (readiness_ != Readiness::asking || deaf_) return;
    readiness_ = Readiness::preparing;
  }
  if (const std::shared_ptr<Conversation> self = weak_from_this().lock()) prepare(Json::array());
}

void Conversation::prepare(const Json& roots) {
  try {
    stage_.prepare(roots);
  } catch (const std::bad_alloc&) {
    std::vector<SharedWork> held;
    {
      const std::lock_guard lock(mutex_);
      held.swap(held_);
      readiness_ = Readiness::unprepared;
    }
    for (const SharedWork& work : held) give_up(work);
    return;
  }
  for (;;) {
    std::vector<SharedWork> held;
    {
      const std::lock_guard lock(mutex_);
      held = std::exchange(held_, {});
      // What comes while these are scheduled is held as well: it must not overtake them.
      if (held.empty()) readiness_ = Readiness::ready;
    }
    if (held.empty()) return;
    for (const SharedWork& work : held) schedule(work);
  }
}

void Conversation::schedule(const SharedWork& work) try {
  stage_.workers.add(
      work->in_order ? Lane::one_by_one : Lane::side_by_side, [self = shared_from_this(), work] { self->carry_out(work); },
      stage_.room);
} catch (const std::bad_alloc&) {
  give_up(work);
}

void Conversation::cancel(const RequestId& id) {
  SharedWork work;
  bool idle = false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = in_flight_.find(id);
    if (found == in_flight_.end() || found->second->progress == Progress::over) return;
    work = found->second;
    work->cancelled = true;
    work->stop_asking = true;
    // What is running ends by itself; nobody else would end the others. Its id is free at once.
    in_flight_.erase(found);
    idle = work->progress != Progress::running || work->listening != nullptr;
    if (idle) put_down(*work);
  }
  if (idle) finish(work, std::nullopt, std::nullopt);
}

void Conversation::put_down(Work& work) {
  work.progress = Progress::over;
  work.listening.reset();
  for (const auto& [question, key] : work.asked) asking_.erase(question);
  work.asked.clear();
}

void Conversation::end() {
  std::vector<RequestId> ids;
  {
    const std::lock_guard lock(mutex_);
    deaf_ = true;
    for (const auto& [id, work] : in_flight_) ids.push_back(id);
    member_.reset();
  }
  answered_.notify_all();
  for (const RequestId& id : ids) cancel(id);
}

void Conversation::hear_no_more() {
  std::vector<SharedWork> listening;
  std::vector<SharedWork> unanswered;
  std::list<Errand> errands;
  bool prepares = false;
  {
    const std::lock_guard lock(mutex_);
    deaf_ = true;
    for (const auto& [id, work] : in_flight_) {
      work->stop_asking = true;
      if (work->listening) listening.push_back(work);
      if (work->progress == Progress::asking && !work->asked.empty()) unanswered.push_back(work);
    }
    for (const SharedWork& work : listening) put_down(*work);
    for (const SharedWork& work : unanswered) {
      for (const auto& [question, key] : work->asked) work->inputs.set(key, declined());
      work->asked.clear();
    }
    asking_.clear();
    prepares = readiness_ == Readiness::asking;
    if (prepares) readiness_ = Readiness::preparing;
    errands.swap(errands_);
  }
  answered_.notify_all();
  for (const SharedWork& work : listening) finish(work, std::nullopt, std::nullopt);
  for (const SharedWork& work : unanswered) repeat(work);
  if (prepares) prepare(Json::array());
  for (Errand& errand : errands) errand.thread.join();
}

void Conversation::carry_out(const SharedWork& work) {
  if (!advance(*work, Progress::waiting, Progress::running)) return;
  try {
    conclude(work, answer_of(*work));
  } catch (const std::bad_alloc&) {
    give_up(work);
  }
  if (stage_.after_work) stage_.after_work();
}

Answer Conversation::answer_of(Work& work) {
  Exchange exchange{
      .client = work.client,
      .params = work.params,
      .session = work.session,
      .state = work.state,
      .inputs = work.inputs,
      .cancelled = work.cancelled,
      .changed = work.changed,
      .progress =
          [&work](double done, std::optional<double> of, std::string_view message) {
            if (work.progress_token.is_null() || work.cancelled || done <= work.last_progress) return;
            work.last_progress = done;
            Json params = Json::object({{"progressToken", work.progress_token}, {"progress", done}});
            if (of) params.set("total", *of);
            if (!message.empty()) params.set("message", message);
            work.outlet->notify(notification_line("notifications/progress", params));
          },
      .log =
          [&work](LogLevel level, std::string_view logger, const Json& data) {
            if (!work.least_level || level < *work.least_level || work.cancelled) return;
            work.outlet->notify(notification_line(
                "notifications/message", Json::object({{"level", name_of(level)}, {"logger", logger}, {"data", data}})));
          },
      .close_stream = [&work] { work.outlet->close_for_now(); },
      // What a client with a session answers belongs to this one request.
      .use_up_state = [this, &work] { return !work.state_number || stage_.states.use_up(*work.state_number, stage_.now()); },
      .announce = [this](std::string_view list) { stage_.subscribers.list_changed(list); },
  };
  try {
    return work.deed(exchange);
  } catch (const std::exception& problem) {
    // Memory that is short is no reason to leave other calls without their answers.
    return Problem{ErrorCode::internal_error, concat("internal error: ", problem.what(), where_to_look(work.in_order))};
  }
}

void Conversation::conclude(const SharedWork& work, Answer answer) {
  for (int round = 0; !work->cancelled && std::holds_alternative<InputNeeded>(answer); ++round) {
    InputNeeded& needed = std::get<InputNeeded>(answer);
    if (work->client.modern && !needed.elsewhere) {
      answer = question_of(*work, needed);
    } else if (asks(work, needed)) {
      return;
    } else if (round < most_declined_rounds) {
      answer = answer_of(*work);
    } else {
      answer = Problem{ErrorCode::internal_error, "it cannot be done without answers, and nobody gives them"};
    }
  }
  if (!advance(*work, Progress::running, Progress::over)) return;
  if (work->cancelled) return finish(work, std::nullopt, std::nullopt);
  if (const Problem* const problem = std::get_if<Problem>(&answer)) {
    return finish(work, error_line(work->id, *problem), problem->code);
  }
  Json result = std::get<Json>(std::move(answer));
  if (work->client.modern) result = stage_.offer.completed(std::move(result), work->caching);
  finish(work, result_line(work->id, result.dump()), std::nullopt);
}

Json Conversation::question_of(const Work& work, InputNeeded& needed) const {
  Json requests = Json::object();
  for (InputRequest& request : needed.requests) {
    requests.set(request.key, Json::object({{"method", request.method}, {"params", std::move(request.params)}}));
  }
  const std::string sealed = stage_.states.sealed(needed.state, identity_of(work.method, work.params), stage_.now());
  return Json::object({{"resultType", "input_required"}, {"inputRequests", std::move(requests)}, {"requestState", sealed}});
}

bool Conversation::asks(const SharedWork& work, InputNeeded& needed) {
  std::vector<std::string> lines;
  {
    const std::lock_guard lock(mutex_);
    work->state = std::move(needed.state);
    if (deaf_) {
      for (const InputRequest& request : needed.requests) work->inputs.set(request.key, declined());
      if (needed.elsewhere) work->inputs.set("elsewhere", false);
      return false;
    }
    work->progress = Progress::asking;
    if (needed.elsewhere) {
      // It waits for a person, and no other call may wait for that.
      send_out([this, work, ask = std::move(needed.elsewhere)] { ask_elsewhere(work, ask); });
      return true;
    }
    for (const InputRequest& request : needed.requests) {
      const RequestId id = new_question();
      work->asked.emplace(id, request.key);
      asking_.emplace(id, work);
      lines.push_back(request_line(id, request.method, request.params));
    }
  }
  for (std::string& line : lines) work->outlet->ask(std::move(line));
  return true;
}

void Conversation::ask_elsewhere(const SharedWork& work, const AskOthers& ask) try {
  const std::optional<Json> answer = ask(work->stop_asking);
  const std::shared_ptr<Conversation> self = weak_from_this().lock();
  if (!self) return;
  {
    const std::lock_guard lock(mutex_);
    work->inputs.set("elsewhere", answer.value_or(Json(false)));
  }
  repeat(work);
} catch (const std::bad_alloc&) {
  if (const std::shared_ptr<Conversation> self = weak_from_this().lock()) give_up(work);
}

void Conversation::repeat(const SharedWork& work) {
  if (advance(*work, Progress::asking, Progress::waiting)) schedule(work);
}

void Conversation::give_up(const SharedWork& work) {
  {
    const std::lock_guard lock(mutex_);
    put_down(*work);
  }
  try {
    if (work->cancelled) return finish(work, std::nullopt, std::nullopt);
    finish(work, std::move(work->last_words), ErrorCode::internal_error);
  } catch (const std::bad_alloc&) {
    // Not even that: it may at least be asked again.
    const std::lock_guard lock(mutex_);
    leave_flight(*work);
  }
}

void Conversation::finish(const SharedWork& work, std::optional<std::string> line, std::optional<ErrorCode> problem) {
  work->outlet->answer(std::move(line), problem, [&] {
    const std::lock_guard lock(mutex_);
    leave_flight(*work);
  });
  if (stage_.untold && !work->changed.empty() && work->outlet->is_lost()) stage_.untold(work->changed);
}

void Conversation::leave_flight(const Work& work) {
  const auto found = in_flight_.find(work.id);
  if (found != in_flight_.end() && found->second.get() == &work) in_flight_.erase(found);
}

bool Conversation::advance(Work& work, Progress from, Progress to) {
  const std::lock_guard lock(mutex_);
  if (work.progress != from) return false;
  work.progress = to;
  return true;
}

void Conversation::send_out(std::function<void()> deed) {
  for (auto errand = errands_.begin(); errand != errands_.end();) {
    if (!*errand->done) {
      ++errand;
      continue;
    }
    errand->thread.join();
    errand = errands_.erase(errand);
  }
  const auto done = std::make_shared<std::atomic<bool>>(false);
  errands_.push_back({std::thread([deed = std::move(deed), done]() mutable {
                        deed();
                        deed = nullptr;
                        *done = true;
                      }),
                      done});
}

}  // namespace kedge::mcp
