#include "mcp/message.hpp"

#include <utility>

#include "mcp/readable_id.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

BadMessage invalid(std::string_view what, RequestId id = {}) {
  return {ErrorCode::invalid_request, std::string(what), std::move(id)};
}

Message message_of(Json json) {
  if (json.as_object() == nullptr) return invalid("a message is an object");
  const Json* const given_id = json.find("id");
  const std::optional<RequestId> id = given_id != nullptr ? id_of(*given_id) : std::nullopt;

  if (text_in(json, "jsonrpc") != "2.0") return invalid("jsonrpc has to be \"2.0\"", id.value_or(RequestId()));
  const Json* const method = json.find("method");
  if (method == nullptr && (json.find("result") != nullptr || json.find("error") != nullptr)) {
    ResponseMessage response{.id = id.value_or(RequestId())};
    if (const Json* const result = json.find("result")) response.result = *result;
    return response;
  }
  if (given_id != nullptr && !id) {
    return invalid(concat("an id is an integer or a string of at most ", most_id_bytes, " bytes"));
  }
  if (method == nullptr || method->as_string() == nullptr)
    return invalid("method has to be a string", id.value_or(RequestId()));

  std::string name = *method->as_string();
  Json* const given = json.find("params");
  Json params = given == nullptr || given->is_null() ? Json::object() : std::move(*given);
  if (!id) return NotificationMessage{std::move(name), std::move(params)};
  if (params.as_object() == nullptr) return BadMessage{ErrorCode::invalid_params, "params has to be an object", *std::move(id)};
  return RequestMessage{*std::move(id), std::move(name), std::move(params)};
}

}  // namespace

std::optional<RequestId> id_of(const Json& json) {
  const std::string* const text = json.as_string();
  const bool fits = json.as_integer() != nullptr || (text != nullptr && text->size() <= most_id_bytes);
  return fits ? std::optional(RequestId{json.dump()}) : std::nullopt;
}

std::string_view text_in(const Json& json, std::string_view name) {
  const Json* const found = json.find(name);
  return found != nullptr && found->as_string() != nullptr ? std::string_view(*found->as_string()) : std::string_view();
}

Incoming read_message(std::string_view bytes) {
  std::expected<Json, JsonProblem> read = read_json(bytes);
  if (!read) {
    const JsonProblem& problem = read.error();
    return {{BadMessage{ErrorCode::parse_error, concat("byte ", problem.offset + 1, ": ", problem.what), readable_id(bytes)}}};
  }
  const Json::Array* const batch = read->as_array();
  Incoming incoming{{}, batch != nullptr};
  if (batch == nullptr) {
    incoming.messages.push_back(message_of(*std::move(read)));
    return incoming;
  }
  if (batch->empty()) return {{invalid("an empty batch")}};
  if (batch->size() > most_in_batch) return {{invalid(concat("a batch of more than ", most_in_batch, " messages"))}};
  for (const Json& json : *batch) incoming.messages.push_back(message_of(json));
  return incoming;
}

namespace {

// With room for the line break that is added when it is sent: the answer may be long.
template <class... Pieces>
std::string line_of(const Pieces&... pieces) {
  std::string line = concat(pieces..., '\n');
  line.pop_back();
  return line;
}

}  // namespace

std::string result_line(const RequestId& id, std::string_view result) {
  return line_of(R"({"jsonrpc":"2.0","id":)", id.json, R"(,"result":)", result, '}');
}

std::string error_line(const RequestId& id, const Problem& problem) {
  const std::string data = problem.data.is_null() ? "" : concat(",\"data\":", problem.data.dump());
  return line_of(R"({"jsonrpc":"2.0","id":)", id.json, R"(,"error":{"code":)", static_cast<int>(problem.code), R"(,"message":)",
                 Json(problem.what).dump(), data, "}}");
}

std::string error_line(const BadMessage& bad) { return error_line(bad.id, {bad.code, bad.what}); }

std::string notification_line(std::string_view method, const Json& params) {
  return Json::object({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}).dump();
}

std::string request_line(const RequestId& id, std::string_view method, const Json& params) {
  return concat(R"({"jsonrpc":"2.0","id":)", id.json, R"(,"method":)", Json(method).dump(), R"(,"params":)", params.dump(),
                '}');
}

}  // namespace kedge::mcp
