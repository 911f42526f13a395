#include "hashline/hashline.hpp"

#include <algorithm>

#include "support/sha256.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge::hashline {
namespace {

bool same_digits(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return hex_digit(x) && hex_digit(x) == hex_digit(y); });
}

}  // namespace

std::string line_hash(std::string_view content) {
  const Digest digest = sha256(content);
  return to_hex(std::span(digest).first(1));
}

std::vector<TaggedLine> tag_lines(std::string_view text, std::uint32_t first) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  std::vector<TaggedLine> lines;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    std::string_view content = text.substr(0, newline);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    if (newline != std::string_view::npos && content.ends_with('\r')) content.remove_suffix(1);
    lines.push_back({first++, line_hash(content), content});
  }
  return lines;
}

std::string format_tagged(std::span<const TaggedLine> lines) {
  std::string out;
  for (const TaggedLine& line : lines) append(out, concat(line.number, ':', line.hash, '|', line.content, '\n'));
  return out;
}

Fit validate(const Anchor& anchor, std::span<const TaggedLine> lines) {
  const auto found = std::ranges::lower_bound(lines, anchor.line, {}, &TaggedLine::number);
  if (found == lines.end() || found->number != anchor.line) return Fit::no_such_line;
  return same_digits(anchor.hash, found->hash) ? Fit::fits : Fit::other_hash;
}

Fit validate_range(const Anchor& start, const Anchor& end, std::span<const TaggedLine> lines) {
  if (const Fit fit = validate(start, lines); fit != Fit::fits) return fit;
  if (const Fit fit = validate(end, lines); fit != Fit::fits) return fit;
  return end.line < start.line ? Fit::reversed : Fit::fits;
}

}  // namespace kedge::hashline
