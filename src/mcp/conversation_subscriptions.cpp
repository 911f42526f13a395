// How a client subscribes to changes: after `initialize`, to resources one by one; otherwise by one request that stays open.
#include <new>

#include "mcp/conversation.hpp"
#include "support/json_read.hpp"

namespace kedge::mcp {
namespace {

constexpr std::string_view subscription_field = "io.modelcontextprotocol/subscriptionId";

}  // namespace

void Conversation::listen_to_lists() try {
  std::shared_ptr<Subscribers::Member> member = stage_.subscribers.join(
      {.tools = true, .prompts = true, .resources = true},
      [aside = aside_](std::string_view method, const Json& params) { aside->notify(notification_line(method, params)); });
  const std::lock_guard lock(mutex_);
  member_ = std::move(member);
} catch (const std::bad_alloc&) {
  return;  // The session goes on without such news; it has its answer already.
}

std::shared_ptr<Subscribers::Member> Conversation::member() {
  const std::lock_guard lock(mutex_);
  return member_;
}

// Runs in order: the resource has to exist, and an edit that is sent later must be reported.
void Conversation::subscribe(const Method& method, Asked& asked) {
  std::string uri(text_in(asked.request.params, "uri"));
  if (uri.empty()) return refuse(*asked.outlet, asked.request.id, {ErrorCode::invalid_params, "uri has to be a string"});
  run(method, asked, true, [&subscribers = stage_.subscribers, member = member(), uri = std::move(uri)](Exchange&) -> Answer {
    if (member && subscribers.watch(*member, uri)) return Json::object();
    return Problem{ErrorCode::resource_not_found, "resource not found", Json::object({{"uri", uri}})};
  });
}

void Conversation::unsubscribe(const Method& method, Asked& asked) {
  std::string uri(text_in(asked.request.params, "uri"));
  if (uri.empty()) return refuse(*asked.outlet, asked.request.id, {ErrorCode::invalid_params, "uri has to be a string"});
  run(method, asked, true, [&subscribers = stage_.subscribers, member = member(), uri = std::move(uri)](Exchange&) -> Answer {
    if (member) subscribers.leave_alone(*member, uri);
    return Json::object();
  });
}

void Conversation::listen(const Method& /*method*/, Asked& asked) {
  const RequestMessage& request = asked.request;
  const std::shared_ptr<Outlet>& outlet = asked.outlet;
  const Json* const wanted = request.params.find("notifications");
  if (wanted == nullptr || wanted->as_object() == nullptr) {
    return refuse(*outlet, request.id, {ErrorCode::invalid_params, "notifications has to be an object"});
  }
  const Json capabilities = stage_.offer.capabilities(Era::modern);
  Json honoured = Json::object();
  const auto list = [&](std::string_view field, std::string_view capability) {
    const Json* const wish = wanted->find(field);
    const Json* const has = capabilities.find(capability);
    const bool granted = wish != nullptr && *wish == Json(true) && has != nullptr && *has->find("listChanged") == Json(true);
    if (granted) honoured.set(field, true);
    return granted;
  };
  Interest interest{.tools = list("toolsListChanged", "tools"),
                    .prompts = list("promptsListChanged", "prompts"),
                    .resources = list("resourcesListChanged", "resources")};
  const Json* const uris = wanted->find("resourceSubscriptions");
  if (uris != nullptr && uris->as_array() != nullptr) {
    runner_->get_ready();
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
  // Changes are reported from when the client knows that it is subscribed, and not before.
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
  runner_->keep_open(work);
}

}  // namespace kedge::mcp
