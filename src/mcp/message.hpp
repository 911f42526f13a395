// One message of JSON-RPC 2.0, as MCP uses it: from bytes to what it is, and answers back to bytes. What it asks for is the
// server's business.
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

// The numbers that JSON-RPC gives to what can be wrong with a message.
enum class ErrorCode : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
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

// The answer to a request, of which this server sends none.
struct ResponseMessage {};

struct BadMessage {
  ErrorCode code;
  std::string what;
  RequestId id = {};
};

using Message = std::variant<RequestMessage, NotificationMessage, ResponseMessage, BadMessage>;

struct Incoming {
  std::vector<Message> messages;  // one, or those of a batch
  bool batch = false;
};

// REQUIRES: at most most_message_bytes.
Incoming read_message(std::string_view bytes);

// Answers, each one line without its end: nothing that JSON writes holds a raw newline.
std::string result_line(const RequestId& id, std::string_view result);  // `result` is JSON text on one line
std::string error_line(const RequestId& id, ErrorCode code, std::string_view what, const Json& data = {});
std::string error_line(const BadMessage& bad);

}  // namespace kedge::mcp
