#include "resolve/hash_index.hpp"

#include <algorithm>
#include <optional>

#include "support/strings.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

// What a prefix requires of a head.
struct Pattern {
  std::uint64_t value = 0;
  std::uint64_t mask = 0;

  bool fits(std::uint64_t head) const { return (head & mask) == value; }
};

std::optional<Pattern> pattern_of(std::string_view prefix) {
  if (prefix.empty() || prefix.size() > 2 * std::tuple_size_v<Digest>) return std::nullopt;
  Pattern pattern;
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    const std::optional<std::uint8_t> digit = hex_digit(prefix[i]);
    if (!digit) return std::nullopt;
    if (i >= 16) continue;
    const auto shift = static_cast<unsigned>(60 - 4 * i);
    pattern.value |= std::uint64_t{*digit} << shift;
    pattern.mask |= std::uint64_t{15} << shift;
  }
  return pattern;
}

std::vector<LineNo> lines_that_fit(const std::vector<std::uint64_t>& heads, const Pattern& pattern) {
  std::vector<LineNo> lines;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (pattern.fits(heads[i])) lines.push_back(LineNo{static_cast<std::uint32_t>(i + 1)});
  }
  return lines;
}

}  // namespace

HashIndex::HashIndex(const Text& text) : text_(text), heads_(text.line_heads(HashedPart::content)) {}

std::vector<LineNo> HashIndex::find(std::string_view prefix) const {
  const std::optional<Pattern> pattern = pattern_of(prefix);
  if (!pattern) return {};
  std::vector<LineNo> lines = lines_that_fit(*heads_, *pattern);
  std::erase_if(lines, [&](LineNo line) { return prefix.size() > 16 && !hash_of(text_.content(line)).has_prefix(prefix); });
  if (prefix.size() < context_digits) return lines;
  std::vector<LineNo> by_context = lines_that_fit(*text_.line_heads(HashedPart::context), *pattern);
  std::erase_if(by_context, [&](LineNo line) { return prefix.size() > 16 && !context_hash(text_, line).has_prefix(prefix); });
  std::vector<LineNo> all;
  std::ranges::set_union(lines, by_context, std::back_inserter(all));
  return all;
}

}  // namespace kedge
