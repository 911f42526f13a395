#include "render/row.hpp"

#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

// Where the row has to be cut, or the size of the content.
std::size_t shown_bytes(std::string_view content) {
  if (content.size() <= longest_row) return content.size();
  std::size_t at = 0;
  for (std::size_t characters = 0; at < content.size(); ++characters) {
    if (characters == longest_row) return at;
    at += next_code_point(content.substr(at)).length;
  }
  return at;
}

// Shown as it is: text, and no NUL, which some readers take for its end.
bool is_plain(std::string_view content) { return is_utf8(content) && content.find('\0') == std::string_view::npos; }

}  // namespace

std::string shown_row(const Text& text, LineNo line) {
  const std::string_view content = text.content(line);
  const std::size_t shown = shown_bytes(content);
  std::string out;
  std::string_view rest = content.substr(0, shown);
  if (is_plain(rest)) {
    out = rest;
  } else {
    while (!rest.empty()) {
      const Utf8Step step = next_code_point(rest);
      const auto byte = static_cast<std::uint8_t>(rest[0]);
      append(out, step.valid && byte != 0 ? std::string(rest.substr(0, step.length)) : concat("\\x", to_hex({&byte, 1})));
      rest.remove_prefix(step.length);
    }
  }
  if (shown < content.size()) append(out, concat("… (", content.size() - shown, " more bytes of this line)"));
  return out;
}

std::string numbered_row(const Text& text, LineNo line) { return concat(line.value, ':', shown_row(text, line)); }

bool is_shown_whole(const Text& text, LineNo line) {
  const std::string_view content = text.content(line);
  return shown_bytes(content) == content.size() && is_plain(content);
}

}  // namespace kedge
