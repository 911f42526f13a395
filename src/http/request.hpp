// A whole HTTP/1.1 request, taken from bytes as they arrive.
#pragma once

#include <expected>
#include <map>
#include <optional>
#include <string>

#include "http/sender.hpp"

namespace kedge {

struct HttpRequest {
  std::string method;
  std::string path;                          // without the query, decoded
  std::map<std::string, std::string> query;  // decoded; the last of two equal names counts
  Headers headers = {};
  std::string body = {};
  bool keep_alive = true;
};

struct HttpLimits {
  std::size_t head = 16UL * 1024;
  std::size_t body = 4UL * 1024 * 1024;
};

// Takes the first request off the bytes. nullopt: it is not all there yet. After a refusal the connection has to end, because
// nobody knows where the next request begins.
std::expected<std::optional<HttpRequest>, HttpRefusal> take_request(std::string& bytes, const HttpLimits& limits = {});

// With %XX and + decoded; nullopt if that is not UTF-8, or a NUL.
std::optional<std::string> decoded_part(std::string_view part);

}  // namespace kedge
