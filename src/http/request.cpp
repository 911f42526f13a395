#include "http/request.hpp"

#include "http/head.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

constexpr std::string_view line_end = "\r\n";

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

std::expected<HttpRequest, HttpRefusal> read_head(std::string_view head) {
  HttpRequest request;
  const std::string_view first = head.substr(0, head.find(line_end));
  const std::vector<std::string_view> words = split(first, ' ');
  if (words.size() != 3 || (words[2] != "HTTP/1.1" && words[2] != "HTTP/1.0")) return refused(400, "this is not HTTP/1.1");
  request.method = words[0];
  if (const std::expected<void, HttpRefusal> read = read_target(words[1], request); !read) return std::unexpected(read.error());
  head.remove_prefix(first.size() + line_end.size());
  while (!head.empty()) {
    const std::string_view line = head.substr(0, head.find(line_end));
    head.remove_prefix(line.size() + line_end.size());
    if (line.empty()) break;
    const std::size_t colon = line.find(':');
    const std::string_view name = line.substr(0, colon);
    if (colon == std::string_view::npos || name.empty() || name.find_first_of(" \t") != std::string_view::npos) {
      return refused(400, "a line of the header is not NAME: VALUE");
    }
    request.headers.add(name, line.substr(colon + 1));
  }
  const bool is_modern = words[2] == "HTTP/1.1";
  if (const std::optional<std::string> problem = problem_of_framing(request.headers, is_modern ? 11 : 10))
    return refused(400, *problem);
  if (request.headers.count("transfer-encoding") > 0) return refused(411, "Content-Length is needed");
  request.keep_alive = is_modern && lower_case(request.headers.one("connection").value_or("")) != "close";
  return request;
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
  const std::optional<std::size_t> length = length_of_head(bytes);
  const std::string_view head = std::string_view(bytes).substr(0, length.value_or(bytes.size()));
  if (const std::optional<std::string> problem = problem_of_form(head)) return refused(400, *problem);
  if (head.size() > limits.head) return refused(431, "the header is too large");
  if (!length) return std::optional<HttpRequest>();
  std::expected<HttpRequest, HttpRefusal> request = read_head(head);
  if (!request) return std::unexpected(request.error());
  const std::uint64_t body = number_of(request->headers.one("content-length").value_or("0")).value_or(0);
  if (body > limits.body) return refused(413, "the message is too large");
  if (bytes.size() - *length < body) return std::optional<HttpRequest>();
  request->body = bytes.substr(*length, body);
  bytes.erase(0, *length + body);
  return std::optional(*std::move(request));
}

}  // namespace kedge
