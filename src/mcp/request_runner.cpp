#include "mcp/request_runner.hpp"

#include <exception>
#include <new>
#include <utility>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr int most_declined_rounds = 8;

std::string_view where_to_look(bool in_order) { return in_order ? "; read the file to see whether it was changed" : ""; }

}  // namespace

RequestRunner::~RequestRunner() {
  end();
  for (Errand& errand : errands_) {
    if (errand.thread.get_id() == std::this_thread::get_id()) {
      errand.thread.detach();  // the thread was the last to need this, and is done with it
    } else {
      errand.thread.join();
    }
  }
}

bool RequestRunner::is_in_flight(const RequestId& id) {
  const std::lock_guard lock(mutex_);
  return in_flight_.contains(id);
}

void RequestRunner::begin(const SharedWork& work) {
  work->last_words =
      error_line(work->id, {ErrorCode::internal_error, concat("internal error: out of memory", where_to_look(work->in_order))});
  work->last_words.reserve(work->last_words.size() + 1);  // for the end of the line
  {
    const std::lock_guard lock(mutex_);
    in_flight_.emplace(work->id, work);
  }
  try {
    hold_until_ready(work);
  } catch (const std::bad_alloc&) {
    give_up(work);
  }
}

void RequestRunner::keep_open(const SharedWork& work) {
  work->progress = Progress::running;
  const std::lock_guard lock(mutex_);
  in_flight_.emplace(work->id, work);
}

void RequestRunner::take_response(const ResponseMessage& response) {
  SharedWork work;
  {
    const std::lock_guard lock(mutex_);
    if (readiness_ == Readiness::asking && response.id == roots_question_) {
      readiness_ = Readiness::preparing;
    } else {
      const auto found = asking_.find(response.id);
      if (found == asking_.end()) return;
      work = found->second;
      asking_.erase(found);
      const auto key = work->asked.find(response.id);
      work->inputs.set(key->second, response.result && response.result->as_object() != nullptr ? *response.result : declined());
      work->asked.erase(key);
      if (!work->asked.empty()) return;
    }
  }
  if (work) return repeat(work);
  answered_.notify_all();
  const Json* const roots = response.result ? response.result->find("roots") : nullptr;
  prepare(roots != nullptr ? *roots : Json::array());
}

void RequestRunner::hold_until_ready(const SharedWork& work) {
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

void RequestRunner::get_ready() {
  {
    const std::lock_guard lock(mutex_);
    if (!stage_.prepare || readiness_ != Readiness::unprepared || was_ready_) return;
    readiness_ = Readiness::preparing;
  }
  prepare(Json::array());
}

void RequestRunner::forget_roots() {
  const std::lock_guard lock(mutex_);
  if (!stage_.wants_roots || readiness_ == Readiness::unprepared) return;
  if (readiness_ == Readiness::ready) {
    readiness_ = Readiness::unprepared;
  } else {
    roots_changed_ = true;
  }
}

// A client that does not answer about its roots has none.
void RequestRunner::wait_for_roots() {
  {
    std::unique_lock lock(mutex_);
    answered_.wait_for(lock, stage_.patience_for_roots, [&] { return readiness_ != Readiness::asking || deaf_; });
    if (readiness_ != Readiness::asking || deaf_) return;
    readiness_ = Readiness::preparing;
  }
  if (const std::shared_ptr<RequestRunner> self = weak_from_this().lock()) prepare(Json::array());
}

void RequestRunner::prepare(const Json& roots) {
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
      // Requests that come while these are scheduled are held as well: they must not overtake.
      was_ready_ = was_ready_ || held.empty();
      if (held.empty()) readiness_ = std::exchange(roots_changed_, false) ? Readiness::unprepared : Readiness::ready;
    }
    if (held.empty()) return;
    for (const SharedWork& work : held) schedule(work);
  }
}

void RequestRunner::schedule(const SharedWork& work) try {
  Workers::OnlyFile only_file;
  if (work->only_file) only_file = [work] { return work->only_file(work->params); };
  stage_.workers.add(
      work->in_order ? Lane::one_by_one : Lane::side_by_side, [self = shared_from_this(), work] { self->carry_out(work); },
      stage_.room, work->agent, std::move(only_file));
} catch (const std::bad_alloc&) {
  give_up(work);
}

void RequestRunner::cancel(const RequestId& id) {
  SharedWork work;
  bool idle = false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = in_flight_.find(id);
    if (found == in_flight_.end() || found->second->progress == Progress::over) return;
    work = found->second;
    work->cancelled = true;
    work->stop_asking = true;
    // A running request ends by itself; nobody else would end the others. The id is free at once.
    in_flight_.erase(found);
    idle = work->progress != Progress::running || work->listening != nullptr;
    if (idle) put_down(*work);
  }
  if (idle) finish(work, std::nullopt, std::nullopt);
}

void RequestRunner::put_down(Work& work) {
  work.progress = Progress::over;
  work.listening.reset();
  for (const auto& [question, key] : work.asked) asking_.erase(question);
  work.asked.clear();
}

void RequestRunner::end() {
  std::vector<RequestId> ids;
  {
    const std::lock_guard lock(mutex_);
    deaf_ = true;
    for (const auto& [id, work] : in_flight_) ids.push_back(id);
  }
  answered_.notify_all();
  for (const RequestId& id : ids) cancel(id);
}

void RequestRunner::hear_no_more() {
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

void RequestRunner::carry_out(const SharedWork& work) {
  if (!advance(*work, Progress::waiting, Progress::running)) return;
  try {
    const auto take_state = std::exchange(work->wording.take_state, nullptr);  // not again when the deed is repeated
    std::optional<Problem> problem = take_state != nullptr ? take_state(stage_, *work) : std::nullopt;
    conclude(work, problem ? Answer(*std::move(problem)) : answer_of(*work));
  } catch (const std::bad_alloc&) {
    give_up(work);
  }
  if (stage_.after_work) stage_.after_work();
}

Answer RequestRunner::answer_of(Work& work) {
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
      // The answers of a client with a session belong to this one request.
      .use_up_state = [this, &work] { return !work.state_number || stage_.states.use_up(*work.state_number, stage_.now()); },
      .announce = [this](std::string_view list) { stage_.subscribers.list_changed(list); },
      .agent = work.agent,
  };
  try {
    return work.deed(exchange);
  } catch (const std::exception& problem) {
    // A lack of memory is no reason to leave other calls unanswered.
    return Problem{ErrorCode::internal_error, concat("internal error: ", problem.what(), where_to_look(work.in_order))};
  }
}

void RequestRunner::conclude(const SharedWork& work, Answer answer) {
  for (int round = 0; !work->cancelled && std::holds_alternative<InputNeeded>(answer); ++round) {
    auto& needed = std::get<InputNeeded>(answer);
    if (work->wording.questions != nullptr && !needed.elsewhere) {
      answer = work->wording.questions(stage_, *work, needed);
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
  const Json result = work->wording.result(stage_, *work, std::get<Json>(std::move(answer)));
  finish(work, result_line(work->id, result.dump()), std::nullopt);
}

bool RequestRunner::asks(const SharedWork& work, InputNeeded& needed) {
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
      // It waits for a person, and no other call must wait for that.
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

void RequestRunner::ask_elsewhere(const SharedWork& work, const AskOthers& ask) try {
  const std::optional<Json> answer = ask(work->stop_asking);
  const std::shared_ptr<RequestRunner> self = weak_from_this().lock();
  if (!self) return;
  {
    const std::lock_guard lock(mutex_);
    work->inputs.set("elsewhere", answer.value_or(Json(false)));
  }
  repeat(work);
} catch (const std::bad_alloc&) {
  if (const std::shared_ptr<RequestRunner> self = weak_from_this().lock()) give_up(work);
}

void RequestRunner::repeat(const SharedWork& work) {
  if (advance(*work, Progress::asking, Progress::waiting)) schedule(work);
}

void RequestRunner::give_up(const SharedWork& work) {
  {
    const std::lock_guard lock(mutex_);
    put_down(*work);
  }
  try {
    if (work->cancelled) return finish(work, std::nullopt, std::nullopt);
    finish(work, std::move(work->last_words), ErrorCode::internal_error);
  } catch (const std::bad_alloc&) {
    // Not even that was possible; at least the client can ask again.
    const std::lock_guard lock(mutex_);
    leave_flight(*work);
  }
}

void RequestRunner::finish(const SharedWork& work, std::optional<std::string> line, std::optional<ErrorCode> problem) {
  work->outlet->answer(std::move(line), problem, [&] {
    const std::lock_guard lock(mutex_);
    leave_flight(*work);
  });
  if (stage_.untold && !work->changed.empty() && work->outlet->is_lost()) stage_.untold(work->changed);
}

void RequestRunner::leave_flight(const Work& work) {
  const auto found = in_flight_.find(work.id);
  if (found != in_flight_.end() && found->second.get() == &work) in_flight_.erase(found);
}

bool RequestRunner::advance(Work& work, Progress from, Progress to) {
  const std::lock_guard lock(mutex_);
  if (work.progress != from) return false;
  work.progress = to;
  return true;
}

void RequestRunner::send_out(std::function<void()> deed) {
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
