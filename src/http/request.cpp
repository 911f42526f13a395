#include "http/request.hpp"

#include "error/error.hpp"
#include "http/head.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

std::unexpected<HttpRefusal> refused(int status, std::string_view what) {
  return std::unexpected(HttpRefusal{status, std::string(what)});
}

std::expected<void, HttpRefusal> read_target(std::string_view target, HttpRequest& request) {
  const std::size_t mark = target.find('?');
  const std::optional<std::string> path = decoded_part(target.substr(0, mark));
  if (!path || !path->starts_with('/')) return refused(400, "the target is not a path");
  request.path = *path;
  if (mark == std::string_view::npos) return {};
  for (const std::string_view each : split(target.substr(mark + 1), '&')) {
    const std::size_t equals = each.find('=');
    const std::optional<std::string> name = decoded_part(each.substr(0, equals));
    const std::optional<std::string> value =
        decoded_part(equals == std::string_view::npos ? std::string_view() : each.substr(equals + 1));
    if (!name || !value) return refused(400, "the query is not text");
    request.query[*name] = *value;
  }
  return {};
}

}  // namespace

std::optional<std::string> decoded_part(std::string_view part) {
  std::string out;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i] != '%') {
      out.push_back(part[i] == '+' ? ' ' : part[i]);
      continue;
    }
    const std::optional<std::uint8_t> high = i + 2 < part.size() ? hex_digit(part[i + 1]) : std::nullopt;
    const std::optional<std::uint8_t> low = high ? hex_digit(part[i + 2]) : std::nullopt;
    if (!low) return std::nullopt;
    out.push_back(static_cast<char>(*high * 16 + *low));
    i += 2;
  }
  if (!is_utf8(out) || out.find('\0') != std::string::npos) return std::nullopt;
  return out;
}

std::expected<std::optional<HttpRequest>, HttpRefusal> take_request(std::string& bytes, const HttpLimits& limits) {
  KEDGE_TRY(std::optional<HttpHead> head, head_of(bytes, limits.head));
  if (!head) return std::optional<HttpRequest>();
  if (head->headers.count("transfer-encoding") > 0) return refused(411, "Content-Length is needed");
  HttpRequest request{.method = head->method, .path = {}, .query = {}, .keep_alive = head->keep_alive};
  if (const std::expected<void, HttpRefusal> read = read_target(head->target, request); !read)
    return std::unexpected(read.error());
  request.headers = std::move(head->headers);
  const std::uint64_t body = number_of(request.headers.one("content-length").value_or("0")).value_or(0);
  if (body > limits.body) return refused(413, "the message is too large");
  const std::size_t begin = head->length;
  if (bytes.size() - begin < body) return std::optional<HttpRequest>();
  request.body = bytes.substr(begin, body);
  bytes.erase(0, begin + body);
  return std::optional(std::move(request));
}

}  // namespace kedge
