#include "mcp/conversation.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <thread>
#include <utility>

#include "support/json_read.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

// Those that begin with initialize, oldest first.
constexpr std::array<std::string_view, 4> legacy_revisions{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
constexpr std::array<std::string_view, 1> modern_revisions{"2026-07-28"};
constexpr std::string_view revision_with_batches = "2025-03-26";

constexpr std::string_view capabilities_field = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view client_field = "io.modelcontextprotocol/clientInfo";
constexpr std::string_view log_level_field = "io.modelcontextprotocol/logLevel";
constexpr std::string_view subscription_field = "io.modelcontextprotocol/subscriptionId";

constexpr std::size_t most_completions = 100;
constexpr std::size_t most_echoed = 128;

void refuse(Outlet& outlet, const RequestId& id, const Problem& problem) {
  outlet.answer(error_line(id, problem), problem.code, [] {});
}

void give(Outlet& outlet, const RequestId& id, std::string_view result) {
  outlet.answer(result_line(id, result), std::nullopt, [] {});
}

Era era_of(const Client& client) { return client.modern ? Era::modern : Era::legacy; }

std::string_view text_of(const Json& json, std::string_view name) {
  const Json* const found = json.find(name);
  return found != nullptr && found->as_string() != nullptr ? std::string_view(*found->as_string()) : std::string_view();
}

std::string name_of_client(const Json* info) { return info == nullptr ? std::string() : std::string(text_of(*info, "name")); }

// What a request asks for, so that the answers to its questions cannot be used for another.
std::string identity_of(std::string_view method, const Json& params) {
  const Json* const arguments = params.find("arguments");
  const std::string_view name = text_of(params, method == "resources/read" ? "uri" : "name");
  return concat(method, '\n', name, '\n', arguments != nullptr ? arguments->dump() : "");
}

// What can be wrong with the way in which a request says who is asking.
std::optional<Problem> wrong_meta(const Json& params) {
  const Json* const meta = params.find("_meta");
  if (meta == nullptr || meta->as_object() == nullptr) return Problem{ErrorCode::invalid_params, "params._meta is missing"};
  const Json* const revision = meta->find(revision_field);
  if (revision == nullptr || revision->as_string() == nullptr) {
    return Problem{ErrorCode::invalid_params, concat("params._meta has no ", revision_field)};
  }
  const Json* const capabilities = meta->find(capabilities_field);
  if (capabilities == nullptr || capabilities->as_object() == nullptr) {
    return Problem{ErrorCode::invalid_params, concat("params._meta has no ", capabilities_field)};
  }
  if (!is_modern_revision(*revision->as_string())) {
    return Problem{ErrorCode::unsupported_revision, "unsupported protocol version",
                   Json::object({{"supported", supported_revisions()}, {"requested", *revision}})};
  }
  return std::nullopt;
}

Problem unknown_tool(std::string_view name, const std::vector<std::string_view>& known) {
  const std::optional<std::string_view> meant = nearest(name, known);
  return {ErrorCode::invalid_params, concat("unknown tool '", printable(name.substr(0, most_echoed)), "'",
                                            meant ? concat("; did you mean ", *meant, '?') : std::string())};
}

Answer completion_of(const Offer& offer, const Json& params) {
  const Json* const reference = params.find("ref");
  const Json* const argument = params.find("argument");
  if (reference == nullptr || argument == nullptr) return Problem{ErrorCode::invalid_params, "ref and argument are needed"};
  const std::string_view type = text_of(*reference, "type");
  const std::string_view name = text_of(*argument, "name");
  const std::string_view begun = text_of(*argument, "value");
  std::vector<std::string> values;
  if (type == "ref/prompt") {
    const PromptRow* const prompt = offer.find_prompt(text_of(*reference, "name"));
    if (prompt == nullptr) return Problem{ErrorCode::invalid_params, "unknown prompt"};
    if (prompt->complete) values = prompt->complete(name, begun);
  } else if (type == "ref/resource") {
    for (const ResourceRows& origin : offer.resources()) {
      if (origin.complete && values.empty()) values = origin.complete(text_of(*reference, "uri"), name, begun);
    }
  } else {
    return Problem{ErrorCode::invalid_params, "ref.type has to be ref/prompt or ref/resource"};
  }
  const std::size_t total = values.size();
  values.resize(std::min(total, most_completions));
  return Json::object(
      {{"completion",
        Json::object({{"values", Json::strings(values)}, {"total", total}, {"hasMore", total > values.size()}})}});
}

Answer read_resource(const Offer& offer, Exchange& exchange) {
  const std::string uri(text_of(exchange.params, "uri"));
  if (uri.empty()) return Problem{ErrorCode::invalid_params, "uri has to be a string"};
  for (const ResourceRows& origin : offer.resources()) {
    if (!origin.read) continue;
    if (std::optional<Answer> answer = origin.read(uri, exchange)) return *std::move(answer);
  }
  return Problem{exchange.client.modern ? ErrorCode::invalid_params : ErrorCode::resource_not_found, "resource not found",
                 Json::object({{"uri", uri}})};
}

}  // namespace

bool is_legacy_revision(std::string_view revision) {
  return std::ranges::find(legacy_revisions, revision) != legacy_revisions.end();
}
bool is_modern_revision(std::string_view revision) {
  return std::ranges::find(modern_revisions, revision) != modern_revisions.end();
}
Json supported_revisions() {
  Json supported = Json::array();
  for (const std::string_view revision : modern_revisions) supported.push(revision);
  for (const std::string_view revision : legacy_revisions) supported.push(revision);
  return supported;
}

Conversation::~Conversation() {
  end();
  for (std::thread& thread : waiting_for_others_) {
    if (thread.get_id() == std::this_thread::get_id()) {
      thread.detach();  // it was the last to need this, and is done with it
    } else {
      thread.join();
    }
  }
}

bool Conversation::takes_batches() const { return revision_ == revision_with_batches; }

void Conversation::hear(Message message, const std::shared_ptr<Outlet>& outlet) {
  std::visit(overloaded{
                 [&](RequestMessage& request) { hear_request(std::move(request), outlet); },
                 [&](const NotificationMessage& notification) {
                   hear_notification(notification);
                   outlet->answer(std::nullopt, std::nullopt, [] {});
                 },
                 [&](const ResponseMessage& response) {
                   hear_response(response);
                   outlet->answer(std::nullopt, std::nullopt, [] {});
                 },
                 [&](const BadMessage& bad) { outlet->answer(error_line(bad), bad.code, [] {}); },
             },
             message);
}

void Conversation::hear_request(RequestMessage request, const std::shared_ptr<Outlet>& outlet) {
  {
    const std::lock_guard lock(mutex_);
    if (in_flight_.contains(request.id)) {
      // Under its id the answer would be taken for that of the first.
      const Problem problem{ErrorCode::invalid_request,
                            concat("the id ", request.id.json, " is that of a request that is not answered yet")};
      refuse(*outlet, {}, problem);
      return;
    }
  }
  const Json* const meta = request.params.find("_meta");
  const bool says_who = meta != nullptr && meta->find(revision_field) != nullptr;
  if (says_who || request.method == "server/discover") {
    hear_modern(std::move(request), outlet);
  } else {
    hear_legacy(std::move(request), outlet);
  }
}

void Conversation::hear_legacy(RequestMessage request, const std::shared_ptr<Outlet>& outlet) {
  if (request.method == "ping") return give(*outlet, request.id, "{}");
  if (request.method == "initialize") return initialize(request, *outlet);
  if (!revision_) return refuse(*outlet, request.id, {ErrorCode::invalid_request, "initialize first"});
  if (request.method == "logging/setLevel") {
    const std::optional<LogLevel> level = log_level_of(text_of(request.params, "level"));
    if (!level) return refuse(*outlet, request.id, {ErrorCode::invalid_params, "level is none of the levels"});
    const std::lock_guard lock(mutex_);
    least_level_ = *level;
    return give(*outlet, request.id, "{}");
  }
  if (request.method == "resources/subscribe" || request.method == "resources/unsubscribe") {
    const bool wanted = request.method == "resources/subscribe";
    const auto deed = [this, wanted](Exchange& exchange) { return subscribe(exchange, wanted); };
    return begin(request, client_, outlet, false, deed);
  }
  if (!hear_shared(request, client_, outlet)) {
    refuse(*outlet, request.id, {ErrorCode::method_not_found, "unknown method"});
  }
}

void Conversation::hear_modern(RequestMessage request, const std::shared_ptr<Outlet>& outlet) {
  if (const std::optional<Problem> problem = wrong_meta(request.params)) return refuse(*outlet, request.id, *problem);
  const Json& meta = *request.params.find("_meta");
  const Client client{.modern = true,
                      .revision = *meta.find(revision_field)->as_string(),
                      .capabilities = *meta.find(capabilities_field),
                      .name = name_of_client(meta.find(client_field))};
  if (request.method == "server/discover") {
    const Json result = Json::object({{"supportedVersions", supported_revisions()},
                                      {"capabilities", stage_.offer.capabilities(Era::modern)},
                                      {"instructions", stage_.offer.instructions()}});
    return give(*outlet, request.id, stage_.offer.completed(result, Caching::for_a_while).dump());
  }
  if (request.method == "subscriptions/listen") return listen(request, outlet);
  if (!hear_shared(request, client, outlet)) {
    refuse(*outlet, request.id, {ErrorCode::method_not_found, "unknown method"});
  }
}

void Conversation::initialize(const RequestMessage& request, Outlet& outlet) {
  if (revision_) return refuse(outlet, request.id, {ErrorCode::invalid_request, "the session is initialized already"});
  const Json* const given = request.params.find("protocolVersion");
  const std::string* const wanted = given != nullptr ? given->as_string() : nullptr;
  if (wanted == nullptr) {
    return refuse(outlet, request.id,
                  {ErrorCode::invalid_params, "protocolVersion has to be a string",
                   Json::object({{"supported", supported_revisions()}})});
  }
  revision_ = is_legacy_revision(*wanted) ? *wanted : std::string(legacy_revisions.back());
  const Json* const capabilities = request.params.find("capabilities");
  client_ = {.revision = *revision_,
             .capabilities = capabilities != nullptr && capabilities->as_object() != nullptr ? *capabilities : Json::object(),
             .name = name_of_client(request.params.find("clientInfo"))};
  give(outlet, request.id,
       Json::object({{"protocolVersion", *revision_},
                     {"capabilities", stage_.offer.capabilities(Era::legacy)},
                     {"serverInfo", stage_.offer.server_info()},
                     {"instructions", stage_.offer.instructions()}})
           .dump());
  if (!aside_) return;
  std::shared_ptr<Audience::Member> member = stage_.audience.join(
      {.tools = true, .prompts = true, .resources = true},
      [aside = aside_](std::string_view method, Json params) { aside->notify(notification_line(method, params)); });
  const std::lock_guard lock(mutex_);
  member_ = std::move(member);
}

Answer Conversation::subscribe(const Exchange& exchange, bool wanted) {
  const std::string uri(text_of(exchange.params, "uri"));
  std::shared_ptr<Audience::Member> member;
  {
    const std::lock_guard lock(mutex_);
    member = member_;
  }
  if (!wanted) {
    if (member) stage_.audience.leave_alone(*member, uri);
  } else if (!member || !stage_.audience.watch(*member, uri)) {
    return Problem{ErrorCode::resource_not_found, "resource not found", Json::object({{"uri", uri}})};
  }
  return Json::object();
}

void Conversation::listen(const RequestMessage& request, const std::shared_ptr<Outlet>& outlet) {
  const Json* const wanted = request.params.find("notifications");
  if (wanted == nullptr || wanted->as_object() == nullptr) {
    return refuse(*outlet, request.id, {ErrorCode::invalid_params, "notifications has to be an object"});
  }
  const Offer& offer = stage_.offer;
  const Json capabilities = offer.capabilities(Era::modern);
  Json honoured = Json::object();
  const auto list = [&](std::string_view field, std::string_view capability) {
    const Json* const asked = wanted->find(field);
    const Json* const has = capabilities.find(capability);
    const bool granted = asked != nullptr && *asked == Json(true) && has != nullptr && *has->find("listChanged") == Json(true);
    if (granted) honoured.set(field, true);
    return granted;
  };
  Interest interest{.tools = list("toolsListChanged", "tools"),
                    .prompts = list("promptsListChanged", "prompts"),
                    .resources = list("resourcesListChanged", "resources")};
  prepare(Json::array());
  const Json* const uris = wanted->find("resourceSubscriptions");
  if (uris != nullptr && uris->as_array() != nullptr) {
    for (const Json& each : *uris->as_array()) {
      const std::string* const uri = each.as_string();
      if (uri != nullptr && interest.uris.size() < Audience::most_uris && offer.stamp_of(*uri)) interest.uris.insert(*uri);
    }
  }
  if (!interest.uris.empty()) {
    Json accepted = Json::array();
    for (const std::string& uri : interest.uris) accepted.push(uri);
    honoured.set("resourceSubscriptions", std::move(accepted));
  }
  // Every notification says which of the client's requests it belongs to.
  const Json id = read_json(request.id.json).value_or(Json());
  const auto tagged = [id](Json params) {
    params.set("_meta", Json::object({{std::string(subscription_field), id}}));
    return params;
  };
  const auto work = std::make_shared<Work>();
  work->id = request.id;
  work->method = request.method;
  work->client.modern = true;
  work->outlet = outlet;
  work->progress = Progress::running;
  {
    const std::lock_guard lock(mutex_);
    in_flight_.emplace(request.id, work);
  }
  // What changes once the client knows that it is heard is told, but nothing before it knows.
  const auto first = std::make_shared<std::mutex>();
  const std::lock_guard not_yet(*first);
  work->listening = stage_.audience.join(std::move(interest), [outlet, tagged, first](std::string_view method, Json params) {
    const std::lock_guard now(*first);
    outlet->notify(notification_line(method, tagged(std::move(params))));
  });
  outlet->notify(notification_line("notifications/subscriptions/acknowledged",
                                   tagged(Json::object({{"notifications", std::move(honoured)}}))));
}

bool Conversation::hear_shared(RequestMessage& request, const Client& client, const std::shared_ptr<Outlet>& outlet) {
  const Offer& offer = stage_.offer;
  const std::string& method = request.method;
  const bool is_list = method == "tools/list" || method == "prompts/list" || method == "resources/templates/list";
  if (is_list) {
    // All of them stand on the first page, so nobody has been given a cursor.
    const Json* const cursor = request.params.find("cursor");
    if (cursor != nullptr && !cursor->is_null()) {
      refuse(*outlet, request.id, {ErrorCode::invalid_params, "unknown cursor"});
      return true;
    }
    const Era era = era_of(client);
    give(*outlet, request.id,
         method == "tools/list"     ? offer.tool_list(era)
         : method == "prompts/list" ? offer.prompt_list(era)
                                    : offer.template_list(era));
    return true;
  }
  if (method == "tools/call") {
    const Json* const given = request.params.find("name");
    const std::string* const name = given != nullptr ? given->as_string() : nullptr;
    const ToolRow* const tool = name != nullptr ? offer.find_tool(*name) : nullptr;
    const Json* const arguments = request.params.find("arguments");
    if (name == nullptr) {
      refuse(*outlet, request.id, {ErrorCode::invalid_params, "name has to be a string"});
    } else if (tool == nullptr) {
      refuse(*outlet, request.id, unknown_tool(*name, offer.tool_names()));
    } else if (arguments != nullptr && !arguments->is_null() && arguments->as_object() == nullptr) {
      refuse(*outlet, request.id, {ErrorCode::invalid_params, "arguments has to be an object"});
    } else {
      begin(request, client, outlet, tool->in_order, tool->call);
    }
    return true;
  }
  if (method == "prompts/get") {
    const PromptRow* const prompt = offer.find_prompt(text_of(request.params, "name"));
    if (prompt == nullptr) {
      refuse(*outlet, request.id, {ErrorCode::invalid_params, "unknown prompt"});
    } else {
      begin(request, client, outlet, false, prompt->get);
    }
    return true;
  }
  std::function<Answer(Exchange&)> deed;
  if (method == "resources/list") {
    deed = [&offer](Exchange& exchange) { return offer.list_resources(text_of(exchange.params, "cursor")); };
  } else if (method == "resources/read") {
    deed = [&offer](Exchange& exchange) { return read_resource(offer, exchange); };
  } else if (method == "completion/complete") {
    deed = [&offer](Exchange& exchange) { return completion_of(offer, exchange.params); };
  } else {
    return false;
  }
  begin(request, client, outlet, false, std::move(deed));
  return true;
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
  if (meta != nullptr && meta->find("progressToken") != nullptr) work->progress_token = *meta->find("progressToken");
  if (client.modern) {
    work->least_level = log_level_of(text_of(*meta, log_level_field));
    const Json* const inputs = work->params.find("inputResponses");
    if (inputs != nullptr && inputs->as_object() == nullptr) {
      return refuse(*outlet, work->id, {ErrorCode::invalid_params, "inputResponses has to be an object"});
    }
    if (inputs != nullptr) {
      for (const auto& [key, value] : *inputs->as_object()) {
        if (value.as_object() != nullptr) continue;
        return refuse(*outlet, work->id, {ErrorCode::invalid_params, concat("inputResponses.", key, " has to be an object")});
      }
      work->inputs = *inputs;
    }
    if (const Json* const sealed = work->params.find("requestState")) {
      std::optional<Json> state;
      if (sealed->as_string() != nullptr) {
        state = stage_.states.opened(*sealed->as_string(), identity_of(work->method, work->params), stage_.now());
      }
      if (!state) {
        return refuse(*outlet, work->id,
                      {ErrorCode::invalid_params,
                       "requestState is not one of this server's for this request, or too old: send the request without it"});
      }
      work->state = *std::move(state);
    }
  }
  {
    const std::lock_guard lock(mutex_);
    if (!client.modern) work->least_level = least_level_;
    in_flight_.emplace(work->id, work);
  }
  if (prepared_ || !stage_.prepare) return schedule(work);
  if (stage_.wants_roots && !client.modern && client.can("roots")) {
    held_.push_back(work);
    const std::lock_guard lock(mutex_);
    if (roots_question_) return;
    roots_question_ = RequestId{concat("\"kedge-", ++last_question_, '"')};
    outlet->ask(request_line(*roots_question_, "roots/list", Json::object()));
    return;
  }
  prepare(Json::array());
  schedule(work);
}

void Conversation::prepare(const Json& roots) {
  if (std::exchange(prepared_, true) || !stage_.prepare) return;
  stage_.prepare(roots);
}

void Conversation::schedule(const SharedWork& work) {
  stage_.workers.add(
      work->in_order ? Lane::one_by_one : Lane::side_by_side, [self = shared_from_this(), work] { self->carry_out(work); },
      stage_.room);
}

void Conversation::hear_notification(const NotificationMessage& notification) {
  if (notification.method != "notifications/cancelled") return;
  const Json* const given = notification.params.find("requestId");
  if (given == nullptr) return;
  if (const std::optional<RequestId> id = id_of(*given)) cancel(*id);
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
    // What is running ends by itself; nobody else would end the others.
    idle = work->progress != Progress::running || work->listening != nullptr;
    if (idle) {
      work->progress = Progress::over;
      work->listening.reset();
      for (const auto& [question, key] : work->asked) asking_.erase(question);
    }
  }
  if (idle) finish(work, std::nullopt, std::nullopt);
}

void Conversation::end() {
  std::vector<RequestId> ids;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, work] : in_flight_) ids.push_back(id);
    member_.reset();
  }
  for (const RequestId& id : ids) cancel(id);
}

void Conversation::hear_response(const ResponseMessage& response) {
  SharedWork work;
  {
    const std::lock_guard lock(mutex_);
    if (roots_question_ && response.id == *roots_question_) {
      roots_question_.reset();
    } else {
      const auto found = asking_.find(response.id);
      if (found == asking_.end()) return;
      work = found->second;
      asking_.erase(found);
      const auto key = work->asked.find(response.id);
      // A client that cannot answer has said no.
      work->inputs.set(key->second, response.result && response.result->as_object() != nullptr
                                        ? *response.result
                                        : Json::object({{"action", "cancel"}}));
      work->asked.erase(key);
      if (!work->asked.empty()) return;
    }
  }
  if (work) return repeat(work);
  const Json* const roots = response.result ? response.result->find("roots") : nullptr;
  prepare(roots != nullptr ? *roots : Json::array());
  release_held();
}

void Conversation::release_held() {
  for (const SharedWork& work : std::exchange(held_, {})) schedule(work);
}

void Conversation::carry_out(const SharedWork& work) {
  if (!advance(*work, Progress::waiting, Progress::running)) return;
  conclude(work, answer_of(*work));
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
      .announce = [this](std::string_view list) { stage_.audience.list_changed(list); },
  };
  try {
    return work.deed(exchange);
  } catch (const std::exception& problem) {
    // Memory that is short is no reason to leave other calls without their answers.
    return Problem{ErrorCode::internal_error, concat("internal error: ", problem.what(),
                                                     work.in_order ? "; read the file to see whether it was changed" : "")};
  }
}

void Conversation::conclude(const SharedWork& work, Answer answer) {
  if (work->cancelled) {
    if (advance(*work, Progress::running, Progress::over)) finish(work, std::nullopt, std::nullopt);
    return;
  }
  if (InputNeeded* const needed = std::get_if<InputNeeded>(&answer)) {
    if (needed->elsewhere) return ask_elsewhere(work, std::move(*needed));
    if (!work->client.modern) return ask_client(work, std::move(*needed));
    Json requests = Json::object();
    for (InputRequest& request : needed->requests) {
      requests.set(request.key, Json::object({{"method", request.method}, {"params", std::move(request.params)}}));
    }
    const std::string sealed = stage_.states.sealed(needed->state, identity_of(work->method, work->params), stage_.now());
    answer = Json::object({{"resultType", "input_required"}, {"inputRequests", std::move(requests)}, {"requestState", sealed}});
  }
  if (!advance(*work, Progress::running, Progress::over)) return;
  if (const Problem* const problem = std::get_if<Problem>(&answer)) {
    return finish(work, error_line(work->id, *problem), problem->code);
  }
  Json result = std::get<Json>(std::move(answer));
  if (work->client.modern) result = stage_.offer.completed(std::move(result), work->caching);
  finish(work, result_line(work->id, result.dump()), std::nullopt);
}

void Conversation::ask_client(const SharedWork& work, InputNeeded needed) {
  std::vector<std::string> lines;
  {
    const std::lock_guard lock(mutex_);
    if (work->progress != Progress::running) return;
    work->progress = Progress::asking;
    work->state = std::move(needed.state);
    for (const InputRequest& request : needed.requests) {
      const RequestId id{concat("\"kedge-", ++last_question_, '"')};
      work->asked.emplace(id, request.key);
      asking_.emplace(id, work);
      lines.push_back(request_line(id, request.method, request.params));
    }
  }
  for (std::string& line : lines) work->outlet->ask(std::move(line));
}

void Conversation::ask_elsewhere(const SharedWork& work, InputNeeded needed) {
  if (!advance(*work, Progress::running, Progress::asking)) return;
  work->state = std::move(needed.state);
  // It waits for a person, and no other call may wait for that.
  const std::lock_guard lock(mutex_);
  waiting_for_others_.emplace_back([this, work, ask = std::move(needed.elsewhere)] {
    std::optional<Json> answer = ask(work->cancelled);
    const std::shared_ptr<Conversation> self = weak_from_this().lock();
    if (!answer || !self) return;
    {
      const std::lock_guard inner(mutex_);
      work->inputs.set("elsewhere", *std::move(answer));
    }
    repeat(work);
  });
}

void Conversation::repeat(const SharedWork& work) {
  if (advance(*work, Progress::asking, Progress::waiting)) schedule(work);
}

void Conversation::finish(const SharedWork& work, std::optional<std::string> line, std::optional<ErrorCode> problem) {
  work->outlet->answer(std::move(line), problem, [&] {
    const std::lock_guard lock(mutex_);
    in_flight_.erase(work->id);
  });
}

bool Conversation::advance(Work& work, Progress from, Progress to) {
  const std::lock_guard lock(mutex_);
  if (work.progress != from) return false;
  work.progress = to;
  return true;
}

}  // namespace kedge::mcp
