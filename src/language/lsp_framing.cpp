#include "language/lsp_framing.hpp"

#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t longest_head = 4096;

std::optional<std::size_t> length_in(std::string_view head) {
  while (!head.empty()) {
    const std::size_t end = head.find("\r\n");
    const std::string_view line = head.substr(0, end);
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && lower_case(line.substr(0, colon)) == "content-length") {
      return number_of(without_blanks(line.substr(colon + 1)));
    }
    if (end == std::string_view::npos) break;
    head.remove_prefix(end + 2);
  }
  return std::nullopt;
}

}  // namespace

std::string lsp_message(const Json& json) {
  const std::string body = json.dump();
  return concat("Content-Length: ", body.size(), "\r\n\r\n", body);
}

std::expected<std::optional<Json>, std::string> take_lsp_message(std::string& bytes) {
  const std::size_t end = bytes.find("\r\n\r\n");
  if (end == std::string::npos) {
    if (bytes.size() > longest_head) return std::unexpected("what it sends is no message");
    return std::optional<Json>();
  }
  const std::optional<std::size_t> length = length_in(std::string_view(bytes).substr(0, end));
  if (!length || end > longest_head) return std::unexpected("what it sends is no message");
  if (*length > largest_lsp_message) return std::unexpected("it sends a message that is too large");
  const std::size_t begin = end + 4;
  if (bytes.size() - begin < *length) return std::optional<Json>();
  std::expected<Json, JsonProblem> json =
      read_json(std::string_view(bytes).substr(begin, *length), {.string_bytes = largest_lsp_message, .values = 2'000'000});
  bytes.erase(0, begin + *length);
  if (!json) return std::unexpected("it sends a message that is no JSON");
  return std::optional(*std::move(json));
}

}  // namespace kedge
