#include "resolve/hash_index.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

#include "support/strings.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

constexpr std::size_t batch = 1024;  // lines hashed at a time: their digests stay in the cache

std::uint64_t head_of(const Digest& digest) {
  std::uint64_t head = 0;
  for (std::size_t i = 0; i < 8; ++i) head = head << 8U | digest[i];
  return head;
}

// Hashes messages as they are added and keeps the heads. A message has to live until `batch` more have been added.
class HeadsOf {
 public:
  explicit HeadsOf(std::size_t count) { heads_.reserve(count); }

  void add(std::string_view message) {
    messages_[filled_++] = message;
    if (filled_ == batch) flush();
  }
  void flush() {
    sha256_each(std::span(messages_).first(filled_), std::span(digests_).first(filled_));
    for (std::size_t i = 0; i < filled_; ++i) heads_.push_back(head_of(digests_[i]));
    filled_ = 0;
  }
  std::vector<std::uint64_t> finish() {
    flush();
    return std::move(heads_);
  }

 private:
  std::array<std::string_view, batch> messages_{};
  std::array<Digest, batch> digests_{};
  std::size_t filled_ = 0;
  std::vector<std::uint64_t> heads_;
};

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

HashIndex::HashIndex(const Text& text) : text_(text) {
  HeadsOf heads(text.line_count());
  for (LineNo line{1}; text.has(line); line = line + 1) heads.add(text.content(line));
  heads_ = heads.finish();
}

std::vector<LineNo> HashIndex::find(std::string_view prefix) const {
  const std::optional<Pattern> pattern = pattern_of(prefix);
  if (!pattern) return {};
  std::vector<LineNo> lines = lines_that_fit(heads_, *pattern);
  std::erase_if(lines, [&](LineNo line) { return prefix.size() > 16 && !hash_of(text_.content(line)).has_prefix(prefix); });
  if (prefix.size() < context_digits) return lines;
  std::vector<LineNo> by_context = lines_that_fit(context_heads(text_), *pattern);
  std::erase_if(by_context, [&](LineNo line) { return prefix.size() > 16 && !context_hash(text_, line).has_prefix(prefix); });
  std::vector<LineNo> all;
  std::ranges::set_union(lines, by_context, std::back_inserter(all));
  return all;
}

std::vector<std::uint64_t> context_heads(const Text& text) {
  const std::uint32_t count = text.line_count();
  std::vector<std::uint32_t> next(count + 1, 0);  // the nearest line below that is not blank; 0: none
  for (std::uint32_t line = count; line > 1; --line) {
    next[line - 1] = is_blank(text.content(LineNo{line})) ? next[line] : line;
  }
  HeadsOf heads(count);
  std::array<std::string, batch> contexts;
  std::size_t filled = 0;
  LineNo above{0};
  for (LineNo line{1}; text.has(line); line = line + 1) {
    std::string& context = contexts[filled++ % batch];
    context.clear();
    if (above.value > 0) append(context, text.content(above));
    append(context, '\n');
    append(context, text.content(line));
    append(context, '\n');
    if (next[line.value] > 0) append(context, text.content(LineNo{next[line.value]}));
    heads.add(context);
    if (!is_blank(text.content(line))) above = line;
  }
  return heads.finish();
}

}  // namespace kedge
