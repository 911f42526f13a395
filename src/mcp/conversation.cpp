#include "mcp/conversation.hpp"

#include <algorithm>
#include <array>
#include <utility>

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

constexpr std::size_t most_completions = 100;
constexpr std::size_t most_echoed = 128;

void give(Outlet& outlet, const RequestId& id, std::string_view result) {
  outlet.answer(result_line(id, result), std::nullopt, [] {});
}

Era era_of(const Client& client) { return client.modern ? Era::modern : Era::legacy; }

std::string name_of_client(const Json* info) { return info == nullptr ? std::string() : std::string(text_in(*info, "name")); }

// Checks how a request says who is asking.
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

Answer completion_of(const Offer& offer, Exchange& exchange) {
  const Json& params = exchange.params;
  const Json* const reference = params.find("ref");
  const Json* const argument = params.find("argument");
  if (reference == nullptr || argument == nullptr) return Problem{ErrorCode::invalid_params, "ref and argument are needed"};
  const std::string_view type = text_in(*reference, "type");
  const std::string_view name = text_in(*argument, "name");
  const std::string_view begun = text_in(*argument, "value");
  std::vector<std::string> values;
  if (type == "ref/prompt") {
    const PromptRow* const prompt = offer.find_prompt(text_in(*reference, "name"));
    if (prompt == nullptr) return Problem{ErrorCode::invalid_params, "unknown prompt"};
    if (prompt->complete) values = prompt->complete(name, begun);
  } else if (type == "ref/resource") {
    for (const ResourceRows& origin : offer.resources()) {
      if (origin.complete && values.empty()) values = origin.complete(text_in(*reference, "uri"), name, begun);
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

Answer list_resources(const Offer& offer, Exchange& exchange) {
  return offer.list_resources(text_in(exchange.params, "cursor"));
}

Answer read_resource(const Offer& offer, Exchange& exchange) {
  const std::string uri(text_in(exchange.params, "uri"));
  if (uri.empty()) return Problem{ErrorCode::invalid_params, "uri has to be a string"};
  for (const ResourceRows& origin : offer.resources()) {
    if (!origin.read) continue;
    if (std::optional<Answer> answer = origin.read(uri, exchange)) return *std::move(answer);
  }
  return Problem{exchange.client.modern ? ErrorCode::invalid_params : ErrorCode::resource_not_found, "resource not found",
                 Json::object({{"uri", uri}})};
}

// All items of a list are on its first page, so nobody was given a cursor.
bool refuses_cursor(const RequestMessage& request, Outlet& outlet) {
  const Json* const cursor = request.params.find("cursor");
  if (cursor == nullptr || cursor->is_null()) return false;
  refuse(outlet, request.id, {ErrorCode::invalid_params, "unknown cursor"});
  return true;
}

// Only a number or a short text is a progress token; anything else is ignored.
Json progress_token_in(const Json* meta) {
  const Json* const token = meta != nullptr ? meta->find("progressToken") : nullptr;
  return token != nullptr && id_of(*token) ? *token : Json();
}

// ---- how each era words the outcome of a request

// What a request asks for, so that answers to its questions cannot be used for another request.
std::string identity_of(const RequestRunner::Work& work) {
  const Json* const arguments = work.params.find("arguments");
  return concat(work.session, '\n', work.method, '\n', text_in(work.params, "name"), '\n', text_in(work.params, "uri"), '\n',
                arguments != nullptr ? arguments->dump() : "");
}

Json plain_result(const Stage& /*stage*/, const RequestRunner::Work& /*work*/, Json result) { return result; }

Json completed_result(const Stage& stage, const RequestRunner::Work& work, Json result) {
  return stage.offer.completed(std::move(result), work.caching);
}

Json input_required(Stage& stage, const RequestRunner::Work& work, InputNeeded& needed) {
  Json requests = Json::object();
  for (InputRequest& request : needed.requests) {
    requests.set(request.key, Json::object({{"method", request.method}, {"params", std::move(request.params)}}));
  }
  const std::string sealed = stage.states.sealed(needed.state, identity_of(work), stage.now());
  return Json::object({{"resultType", "input_required"}, {"inputRequests", std::move(requests)}, {"requestState", sealed}});
}

// What the questions were about that the client has answered.
std::optional<Problem> take_state(Stage& stage, RequestRunner::Work& work) {
  const Json* const sealed = work.params.find("requestState");
  if (sealed == nullptr) return std::nullopt;
  std::optional<RequestStates::Opened> opened;
  if (sealed->as_string() != nullptr) {
    opened = stage.states.opened(*sealed->as_string(), identity_of(work), stage.now());
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

constexpr RequestRunner::Wording legacy_wording{.result = &plain_result};
constexpr RequestRunner::Wording modern_wording{
    .take_state = &take_state, .result = &completed_result, .questions = &input_required};

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

bool Conversation::takes_batches() const { return revision_ == revision_with_batches; }

// ---- the methods

enum class Eras : std::uint8_t { legacy, modern, both };

struct Conversation::Method {
  std::string_view name;
  Eras eras;
  void (Conversation::*hear)(const Method& method, Asked& asked);
  bool opens = false;                                                // allowed before anything is agreed on
  Answer (*deed)(const Offer& offer, Exchange& exchange) = nullptr;  // of do_deed
  Caching caching = Caching::none;

  bool is_of(Era era) const { return eras == Eras::both || (eras == Eras::modern) == (era == Era::modern); }
};

const Conversation::Method* Conversation::find_method(std::string_view name) {
  // Files change at any time, so results about them are never fresh.
  static constexpr std::array<Method, 15> methods{{
      {"initialize", Eras::legacy, &Conversation::initialize, true},
      {"ping", Eras::legacy, &Conversation::ping, true},
      {"logging/setLevel", Eras::legacy, &Conversation::set_level},
      {"resources/subscribe", Eras::legacy, &Conversation::subscribe},
      {"resources/unsubscribe", Eras::legacy, &Conversation::unsubscribe},
      {"server/discover", Eras::modern, &Conversation::discover, true},
      {"subscriptions/listen", Eras::modern, &Conversation::listen},
      {"tools/list", Eras::both, &Conversation::list_tools},
      {"tools/call", Eras::both, &Conversation::call_tool},
      {"prompts/list", Eras::both, &Conversation::list_prompts},
      {"prompts/get", Eras::both, &Conversation::get_prompt},
      {"resources/templates/list", Eras::both, &Conversation::list_templates},
      {"resources/list", Eras::both, &Conversation::do_deed, false, &list_resources, Caching::never_fresh},
      {"resources/read", Eras::both, &Conversation::do_deed, false, &read_resource, Caching::never_fresh},
      {"completion/complete", Eras::both, &Conversation::do_deed, false, &completion_of},
  }};
  const auto* const found = std::ranges::find(methods, name, &Method::name);
  return found == methods.end() ? nullptr : found;
}

void Conversation::hear(Message message, const std::shared_ptr<Outlet>& outlet) {
  std::visit(overloaded{
                 [&](RequestMessage& request) { hear_request(std::move(request), outlet); },
                 [&](const NotificationMessage& notification) {
                   hear_notification(notification);
                   outlet->answer(std::nullopt, std::nullopt, [] {});
                 },
                 [&](const ResponseMessage& response) {
                   runner_->take_response(response);
                   outlet->answer(std::nullopt, std::nullopt, [] {});
                 },
                 [&](const BadMessage& bad) { outlet->answer(error_line(bad), bad.code, [] {}); },
             },
             message);
}

void Conversation::hear_request(RequestMessage request, const std::shared_ptr<Outlet>& outlet) {
  if (runner_->is_in_flight(request.id)) {
    // With this id, the answer would be taken for that of the first request.
    return refuse(
        *outlet, {},
        {ErrorCode::invalid_request, concat("the id ", request.id.json, " is that of a request that is not answered yet")});
  }
  const Method* const method = find_method(request.method);
  const Json* const meta = request.params.find("_meta");
  const bool says_who = meta != nullptr && meta->find(revision_field) != nullptr;
  const bool opens_modern = method != nullptr && method->opens && method->is_of(Era::modern);
  if (says_who || opens_modern) {
    hear_modern(method, request, outlet);
  } else {
    hear_legacy(method, request, outlet);
  }
}

void Conversation::hear_legacy(const Method* method, RequestMessage& request, const std::shared_ptr<Outlet>& outlet) {
  const bool known = method != nullptr && method->is_of(Era::legacy);
  if (!revision_ && !(known && method->opens)) {
    return refuse(*outlet, request.id, {ErrorCode::invalid_request, "initialize first"});
  }
  if (!known) return refuse(*outlet, request.id, {ErrorCode::method_not_found, "unknown method"});
  Asked asked{request, client_, outlet};
  (this->*method->hear)(*method, asked);
}

void Conversation::hear_modern(const Method* method, RequestMessage& request, const std::shared_ptr<Outlet>& outlet) {
  if (const std::optional<Problem> problem = wrong_meta(request.params)) return refuse(*outlet, request.id, *problem);
  if (method == nullptr || !method->is_of(Era::modern)) {
    return refuse(*outlet, request.id, {ErrorCode::method_not_found, "unknown method"});
  }
  const Json& meta = *request.params.find("_meta");
  const Client client{.modern = true,
                      .revision = *meta.find(revision_field)->as_string(),
                      .capabilities = *meta.find(capabilities_field),
                      .name = name_of_client(meta.find(client_field))};
  Asked asked{request, client, outlet};
  (this->*method->hear)(*method, asked);
}

void Conversation::initialize(const Method& /*method*/, Asked& asked) {
  const RequestMessage& request = asked.request;
  Outlet& outlet = *asked.outlet;
  if (revision_) return refuse(outlet, request.id, {ErrorCode::invalid_request, "the session is initialized already"});
  const Json* const given = request.params.find("protocolVersion");
  const std::string* const wanted = given != nullptr ? given->as_string() : nullptr;
  if (wanted == nullptr) {
    return refuse(outlet, request.id,
                  {ErrorCode::invalid_params, "protocolVersion has to be a string",
                   Json::object({{"supported", supported_revisions()}})});
  }
  std::string revision = is_legacy_revision(*wanted) ? *wanted : std::string(legacy_revisions.back());
  const Json* const capabilities = request.params.find("capabilities");
  Client client{
      .revision = revision,
      .capabilities = capabilities != nullptr && capabilities->as_object() != nullptr ? *capabilities : Json::object(),
      .name = name_of_client(request.params.find("clientInfo"))};
  // Nothing is agreed on until there is memory to say so: otherwise the client could not try again.
  std::string line = result_line(request.id, Json::object({{"protocolVersion", revision},
                                                           {"capabilities", stage_.offer.capabilities(Era::legacy)},
                                                           {"serverInfo", stage_.offer.server_info()},
                                                           {"instructions", stage_.offer.instructions()}})
                                                 .dump());
  line.reserve(line.size() + 1);
  client_ = std::move(client);
  revision_ = std::move(revision);
  outlet.answer(std::move(line), std::nullopt, [] {});
  if (aside_) listen_to_lists();
}

void Conversation::ping(const Method& /*method*/, Asked& asked) { give(*asked.outlet, asked.request.id, "{}"); }

void Conversation::discover(const Method& /*method*/, Asked& asked) {
  const Json result = Json::object({{"supportedVersions", supported_revisions()},
                                    {"capabilities", stage_.offer.capabilities(Era::modern)},
                                    {"instructions", stage_.offer.instructions()}});
  give(*asked.outlet, asked.request.id, stage_.offer.completed(result, Caching::for_a_while).dump());
}

void Conversation::set_level(const Method& /*method*/, Asked& asked) {
  const std::optional<LogLevel> level = log_level_of(text_in(asked.request.params, "level"));
  if (!level) return refuse(*asked.outlet, asked.request.id, {ErrorCode::invalid_params, "level is none of the levels"});
  least_level_ = *level;
  give(*asked.outlet, asked.request.id, "{}");
}

void Conversation::list_tools(const Method& /*method*/, Asked& asked) {
  if (refuses_cursor(asked.request, *asked.outlet)) return;
  give(*asked.outlet, asked.request.id, stage_.offer.tool_list(era_of(asked.client), asked.client.name));
}

void Conversation::list_prompts(const Method& /*method*/, Asked& asked) {
  if (refuses_cursor(asked.request, *asked.outlet)) return;
  give(*asked.outlet, asked.request.id, stage_.offer.prompt_list(era_of(asked.client)));
}

void Conversation::list_templates(const Method& /*method*/, Asked& asked) {
  if (refuses_cursor(asked.request, *asked.outlet)) return;
  give(*asked.outlet, asked.request.id, stage_.offer.template_list(era_of(asked.client)));
}

void Conversation::call_tool(const Method& method, Asked& asked) {
  const RequestMessage& request = asked.request;
  const auto wrong = [&](const Problem& problem) { refuse(*asked.outlet, request.id, problem); };
  const Json* const given = request.params.find("name");
  const std::string* const name = given != nullptr ? given->as_string() : nullptr;
  if (name == nullptr) return wrong({ErrorCode::invalid_params, "name has to be a string"});
  const ToolRow* const tool = stage_.offer.find_tool(*name);
  if (tool == nullptr) return wrong(unknown_tool(*name, stage_.offer.tool_names()));
  const Json* const arguments = request.params.find("arguments");
  if (arguments != nullptr && !arguments->is_null() && arguments->as_object() == nullptr) {
    return wrong({ErrorCode::invalid_params, "arguments has to be an object"});
  }
  run(method, asked, tool->in_order, tool->call, tool->only_file);
}

void Conversation::get_prompt(const Method& method, Asked& asked) {
  const PromptRow* const prompt = stage_.offer.find_prompt(text_in(asked.request.params, "name"));
  if (prompt == nullptr) {
    return refuse(*asked.outlet, asked.request.id, {ErrorCode::invalid_params, "unknown prompt"});
  }
  run(method, asked, false, prompt->get);
}

void Conversation::do_deed(const Method& method, Asked& asked) {
  run(method, asked, false, [&offer = stage_.offer, deed = method.deed](Exchange& exchange) { return deed(offer, exchange); });
}

void Conversation::run(const Method& method, Asked& asked, bool in_order, std::function<Answer(Exchange&)> deed,
                       std::function<std::string(const Json&)> only_file) {
  const bool modern = asked.client.modern;
  const auto work = std::make_shared<Work>();
  work->id = asked.request.id;
  work->method = asked.request.method;
  work->params = std::move(asked.request.params);
  work->client = asked.client;
  work->session = modern ? names_.stateless : names_.session;
  work->agent = names_.agent;
  work->outlet = asked.outlet;
  work->wording = modern ? modern_wording : legacy_wording;
  work->deed = std::move(deed);
  work->in_order = in_order;
  work->only_file = std::move(only_file);
  work->caching = method.caching;
  const Json* const meta = work->params.find("_meta");
  work->progress_token = progress_token_in(meta);
  work->least_level = modern ? log_level_of(text_in(*meta, log_level_field)) : least_level_;
  if (modern) {
    if (const std::optional<Problem> problem = take_answers(*work)) return refuse(*asked.outlet, work->id, *problem);
  }
  runner_->begin(work);
}

std::optional<Problem> Conversation::take_answers(Work& work) {
  if (const Json* const inputs = work.params.find("inputResponses")) {
    if (inputs->as_object() == nullptr) return Problem{ErrorCode::invalid_params, "inputResponses has to be an object"};
    for (const auto& [key, value] : *inputs->as_object()) {
      if (value.as_object() != nullptr) continue;
      return Problem{ErrorCode::invalid_params, concat("inputResponses.", printable(key), " has to be an object")};
    }
    work.inputs = *inputs;
  }
  return std::nullopt;
}

void Conversation::hear_notification(const NotificationMessage& notification) {
  if (notification.method == "notifications/roots/list_changed") return runner_->forget_roots();
  if (notification.method != "notifications/cancelled") return;
  const Json* const given = notification.params.find("requestId");
  if (given == nullptr) return;
  if (const std::optional<RequestId> id = id_of(*given)) cancel(*id);
}

void Conversation::end() {
  {
    const std::lock_guard lock(mutex_);
    member_.reset();
  }
  runner_->end();
}

}  // namespace kedge::mcp
