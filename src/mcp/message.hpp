// One message of JSON-RPC 2.0, as MCP uses it: from bytes to what it is, and answers back to bytes. What it asks for is the
// conversation's business.
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

// The numbers that JSON-RPC and MCP give to what can be wrong with a message.
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

// How a client tells its requests apart: an integer or a string, kept as the JSON text by which it is echoed.
struct RequestId {
  std::string json = "null";  // nobody's: it cannot be told whose message it was

  friend auto operator<=>(const RequestId&, const RequestId&) = default;
};

// The id that this is, or nothing.
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
  std::optional<Json> result = std::nullopt;  // nothing: it is an error
};

struct BadMessage {
  ErrorCode code;
  std::string what;
  RequestId id = {};
};

// The text of a member; empty where it is none.
std::string_view text_in(const Json& json, std::string_view name);

using Message = std::variant<RequestMessage, NotificationMessage, ResponseMessage, BadMessage>;

struct Incoming {
  std::vector<Message> messages;  // one, or those of a batch
  bool batch = false;
};

// REQUIRES: at most most_message_bytes.
Incoming read_message(std::string_view bytes);

// What can be wrong with a request, as its answer says it.
struct Problem {
  ErrorCode code = ErrorCode::internal_error;
  std::string what = {};
  Json data = {};
};

// Messages, each one line without its end: nothing that JSON writes holds a raw newline.
std::string result_line(const RequestId& id, std::string_view result);  // `result` is JSON text on one line
std::string error_line(const RequestId& id, const Problem& problem);
std::string error_line(const BadMessage& bad);
std::string notification_line(std::string_view method, const Json& params);
std::string request_line(const RequestId& id, std::string_view method, const Json& params);

}  // namespace kedge::mcp
