#include "mcp/conversation.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "support/json_read.hpp"
#include "support/ordered_mutex.hpp"
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
constexpr std::string_view subscription_field = "io.modelcontextprotocol/subscriptionId";

constexpr std::size_t most_completions = 100;
constexpr std::size_t most_echoed = 128;

void give(Outlet& outlet, const RequestId& id, std::string_view result) {
  outlet.answer(result_line(id, result), std::nullopt, [] {});
}

Era era_of(const Client& client) { return client.modern ? Era::modern : Era::legacy; }

std::string name_of_client(const Json* info) { return info == nullptr ? std::string() : std::string(text_in(*info, "name")); }

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
  if (is_in_flight(request.id)) {
    // Under its id the answer would be taken for that of the first.
    return refuse(
        *outlet, {},
        {ErrorCode::invalid_request, concat("the id ", request.id.json, " is that of a request that is not answered yet")});
  }
  const Json* const meta = request.params.find("_meta");
  const bool says_who = meta != nullptr && meta->find(revision_field) != nullptr;
  if (says_who || request.method == "server/discover") {
    hear_modern(std::move(request), outlet);
  } else {
    hear_legacy(std::move(request), outlet);
  }
}

bool Conversation::is_in_flight(const RequestId& id) {
  const std::lock_guard lock(mutex_);
  return in_flight_.contains(id);
}

void Conversation::hear_legacy(RequestMessage request, const std::shared_ptr<Outlet>& outlet) {
  if (request.method == "ping") return give(*outlet, request.id, "{}");
  if (request.method == "initialize") return initialize(request, *outlet);
  if (!revision_) return refuse(*outlet, request.id, {ErrorCode::invalid_request, "initialize first"});
  if (request.method == "logging/setLevel") {
    const std::optional<LogLevel> level = log_level_of(text_in(request.params, "level"));
    if (!level) return refuse(*outlet, request.id, {ErrorCode::invalid_params, "level is none of the levels"});
    {
      const std::lock_guard lock(mutex_);
      least_level_ = *level;
    }
    return give(*outlet, request.id, "{}");
  }
  if (request.method == "resources/subscribe" || request.method == "resources/unsubscribe") {
    return subscribe(request, outlet);
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
  std::string revision = is_legacy_revision(*wanted) ? *wanted : std::string(legacy_revisions.back());
  const Json* const capabilities = request.params.find("capabilities");
  Client client{
      .revision = revision,
      .capabilities = capabilities != nullptr && capabilities->as_object() != nullptr ? *capabilities : Json::object(),
      .name = name_of_client(request.params.find("clientInfo"))};
  // Nothing is agreed on before there is memory to say so: otherwise the client could not ask again.
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

void Conversation::listen_to_lists() try {
  std::shared_ptr<Subscribers::Member> member = stage_.subscribers.join(
      {.tools = true, .prompts = true, .resources = true},
      [aside = aside_](std::string_view method, Json params) { aside->notify(notification_line(method, params)); });
  const std::lock_guard lock(mutex_);
  member_ = std::move(member);
} catch (const std::bad_alloc&) {
  // The session goes on without such news; it has its answer already.
}

void Conversation::subscribe(RequestMessage& request, const std::shared_ptr<Outlet>& outlet) {
  std::string uri(text_in(request.params, "uri"));
  if (uri.empty()) return refuse(*outlet, request.id, {ErrorCode::invalid_params, "uri has to be a string"});
  std::shared_ptr<Subscribers::Member> member;
  {
    const std::lock_guard lock(mutex_);
    member = member_;
  }
  // In its turn: what is subscribed to has to be there, and an edit that is sent behind it is told.
  const bool wanted = request.method == "resources/subscribe";
  begin(request, client_, outlet, true, [&subscribers = stage_.subscribers, member, uri, wanted](Exchange&) -> Answer {
    if (!wanted && member) subscribers.leave_alone(*member, uri);
    if (!wanted || (member && subscribers.watch(*member, uri))) return Json::object();
    return Problem{ErrorCode::resource_not_found, "resource not found", Json::object({{"uri", uri}})};
  });
}

void Conversation::listen(const RequestMessage& request, const std::shared_ptr<Outlet>& outlet) {
  const Json* const wanted = request.params.find("notifications");
  if (wanted == nullptr || wanted->as_object() == nullptr) {
    return refuse(*outlet, request.id, {ErrorCode::invalid_params, "notifications has to be an object"});
  }
  const Json capabilities = stage_.offer.capabilities(Era::modern);
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
  const Json* const uris = wanted->find("resourceSubscriptions");
  if (uris != nullptr && uris->as_array() != nullptr) {
    get_ready();
    for (const Json& uri : *uris->as_array()) {
      if (uri.as_string() != nullptr && stage_.subscribers.can_watch(*uri.as_string())) interest.uris.insert(*uri.as_string());
    }
  }
  while (interest.uris.size() > Subscribers::most_uris) interest.uris.erase(std::prev(interest.uris.end()));
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
  // What changes once the client knows that it is heard is told, but nothing before it knows.
  const auto first = std::make_shared<OrderedMutex>(LockOrder::listening);
  {
    const std::lock_guard not_yet(*first);
    work->listening =
        stage_.subscribers.join(std::move(interest), [outlet, tagged, first](std::string_view method, Json params) {
          const std::lock_guard now(*first);
          outlet->notify(notification_line(method, tagged(std::move(params))));
        });
    outlet->notify(notification_line("notifications/subscriptions/acknowledged",
                                     tagged(Json::object({{"notifications", std::move(honoured)}}))));
  }
  const std::lock_guard lock(mutex_);
  in_flight_.emplace(request.id, work);
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
         method == "tools/list"     ? offer.tool_list(era, client.name)
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
    const PromptRow* const prompt = offer.find_prompt(text_in(request.params, "name"));
    if (prompt == nullptr) {
      refuse(*outlet, request.id, {ErrorCode::invalid_params, "unknown prompt"});
    } else {
      begin(request, client, outlet, false, prompt->get);
    }
    return true;
  }
  std::function<Answer(Exchange&)> deed;
  if (method == "resources/list") {
    deed = [&offer](Exchange& exchange) { return offer.list_resources(text_in(exchange.params, "cursor")); };
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

void Conversation::hear_notification(const NotificationMessage& notification) {
  if (notification.method != "notifications/cancelled") return;
  const Json* const given = notification.params.find("requestId");
  if (given == nullptr) return;
  if (const std::optional<RequestId> id = id_of(*given)) cancel(*id);
}

void Conversation::hear_response(const ResponseMessage& response) {
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

}  // namespace kedge::mcp
