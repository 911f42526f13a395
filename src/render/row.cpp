#include "render/row.hpp"

#include <array>
#include <charconv>
#include <cstring>

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

// ASCII without a NUL, eight bytes at a time: what nearly every row is. The last eight may be looked at twice.
bool is_plain_ascii(std::string_view content) {
  constexpr std::size_t word = sizeof(std::uint64_t);
  constexpr std::uint64_t ones = 0x0101010101010101U;
  constexpr std::uint64_t high_bits = 0x8080808080808080U;
  const auto odd_at = [&](std::size_t at) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, content.data() + at, word);
    return (bytes | (bytes - ones)) & high_bits;  // a zero byte borrows; so may its neighbour, which is no harm
  };
  if (content.size() < word) {
    for (const char c : content) {
      if (static_cast<std::uint8_t>(c - 1) >= 0x7FU) return false;
    }
    return true;
  }
  std::uint64_t odd = odd_at(content.size() - word);
  for (std::size_t at = 0; at + word <= content.size(); at += word) odd |= odd_at(at);
  return odd == 0;
}

// Shown as it is: text, and no NUL, which some readers take for its end.
bool is_plain(std::string_view content) {
  return is_plain_ascii(content) || (is_utf8(content) && content.find('\0') == std::string_view::npos);
}

}  // namespace

void append_row(std::string& out, const Text& text, LineNo line) { append_rest_of_row(out, text, line, 0); }

void append_rest_of_row(std::string& out, const Text& text, LineNo line, std::size_t from) {
  const std::string_view content = text.content(line).substr(from);
  if (from > 0) append(out, concat("(", from, " bytes of this line) …"));
  const std::size_t shown = shown_bytes(content);
  std::string_view rest = content.substr(0, shown);
  if (is_plain(rest)) {
    out.append(rest);
  } else {
    while (!rest.empty()) {
      const Utf8Step step = next_code_point(rest);
      const auto byte = static_cast<std::uint8_t>(rest[0]);
      append(out, step.valid && byte != 0 ? std::string(rest.substr(0, step.length)) : concat("\\x", to_hex({&byte, 1})));
      rest.remove_prefix(step.length);
    }
  }
  if (shown < content.size()) append(out, concat("… (", content.size() - shown, " more bytes of this line)"));
}

void append_numbered_row(std::string& out, const Text& text, LineNo line) {
  std::array<char, 16> number{};
  const std::to_chars_result end = std::to_chars(number.begin(), number.end(), line.value);
  *end.ptr = ':';
  out.append(number.data(), end.ptr + 1);
  append_row(out, text, line);
}

LineSet cut_rows(const Text& text, const LineSet& lines) {
  LineSet cut;
  for (const LineSpan& span : lines.spans()) {
    for (LineNo line = span.first; line < span.end && text.has(line); line = line + 1) {
      const std::string_view content = text.content(line);
      if (shown_bytes(content) < content.size()) cut.add(one_line(line));
    }
  }
  return cut;
}

std::string shown_row(const Text& text, LineNo line) {
  std::string out;
  append_row(out, text, line);
  return out;
}

RowPrinter plain_rows(const Text& text) {
  return [text](std::string& out, LineNo line) { append_row(out, text, line); };
}

RowPrinter numbered_rows(const Text& text) {
  return [text](std::string& out, LineNo line) { append_numbered_row(out, text, line); };
}

}  // namespace kedge
