// One JSON-RPC 2.0 message as MCP uses it: from bytes to a message, and answers back to bytes. What it asks for is up to the
// conversation.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "support/json.hpp"

namespace kedge::mcp {

inline constexpr std::size_t most_message_bytes = 32UL * 1024 * 1024;
inline constexpr std::size_t most_id_bytes = 256;
inline constexpr std::size_t most_in_batch = 1000;

// The error codes of JSON-RPC and MCP.
enum class ErrorCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  resource_not_found = -32002,    // up to 2025-11-25
  header_mismatch = -32020,       // from 2026-07-28 on
  missing_capability = -32021,    // from 2026-07-28 on
  unsupported_revision = -32022,  // from 2026-07-28 on
};

// A request's id: an integer or a string, kept as the JSON text that the answer repeats.
struct RequestId {
  std::string json = "null";  // no id: it is unknown whose message it was

  friend auto operator<=>(const RequestId&, const RequestId&) = default;
};

// The id, or none if it is not a valid one.
std::optional<RequestId> id_of(const Json& json);

struct RequestMessage {
  RequestId id;
  std::string method;
  Json params;  // an object; empty where there are none
};

struct NotificationMessage {
  std::string method;
  Json params;
};

// The answer to a request that the server has sent.
struct ResponseMessage {
  RequestId id = {};
  std::optional<Json> result = std::nullopt;  // none: it is an error
};

struct BadMessage {
  ErrorCode code;
  std::string what;
  RequestId id = {};
};

// The text of a member; empty if it is missing or not a text.
std::string_view text_in(const Json& json, std::string_view name);

using Message = std::variant<RequestMessage, NotificationMessage, ResponseMessage, BadMessage>;

struct Incoming {
  std::vector<Message> messages;  // one, or those of a batch
  bool batch = false;
};

// REQUIRES: at most most_message_bytes.
Incoming read_message(std::string_view bytes);

// An error, as the answer to a request reports it.
struct Problem {
  ErrorCode code = ErrorCode::internal_error;
  std::string what = {};
  Json data = {};
};

// Messages, each on one line without its line break: JSON text has no raw newline.
std::string result_line(const RequestId& id, std::string_view result);  // `result` is JSON text on one line
std::string error_line(const RequestId& id, const Problem& problem);
std::string error_line(const BadMessage& bad);
std::string notification_line(std::string_view method, const Json& params);
std::string request_line(const RequestId& id, std::string_view method, const Json& params);

}  // namespace kedge::mcp
