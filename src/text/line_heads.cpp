// The hashes of all lines of a text. They are many, and an edit changes few of them.
#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "support/strings.hpp"
#include "text/line_hash.hpp"
#include "text/text.hpp"

namespace kedge {
namespace {

constexpr std::size_t batch = 1024;                // lines hashed at a time: their digests stay in the cache
constexpr std::uint32_t most_remembered = 50'000;  // lines of one text

std::uint64_t head_of(const Digest& digest) {
  std::uint64_t head = 0;
  for (std::size_t i = 0; i < 8; ++i) head = head << 8U | digest[i];
  return head;
}

// Hashes messages as they are added and writes their heads. A message has to live until `batch` more have been added.
class HeadsOf {
 public:
  explicit HeadsOf(std::uint64_t* into) : into_(into) {}

  void add(std::string_view message) {
    messages_[filled_++] = message;
    if (filled_ == batch) flush();
  }
  void flush() {
    sha256_each(std::span(messages_).first(filled_), std::span(digests_).first(filled_));
    into_ = std::transform(digests_.begin(), digests_.begin() + static_cast<std::ptrdiff_t>(filled_), into_, head_of);
    filled_ = 0;
  }

 private:
  std::array<std::string_view, batch> messages_{};
  std::array<Digest, batch> digests_{};
  std::size_t filled_ = 0;
  std::uint64_t* into_;
};

// `into` has room for one number for each line of the span.
void hash_contents(const Text& text, LineSpan lines, std::uint64_t* into) {
  HeadsOf heads(into);
  for (LineNo line = lines.first; line < lines.end; line = line + 1) heads.add(text.content(line));
  heads.flush();
}

// The same with each line's context, and no longer with long runs of blank lines.
void hash_contexts(const Text& text, LineSpan lines, std::uint64_t* into) {
  const auto blank = [&](LineNo line) { return is_blank(text.content(line)); };
  std::vector<LineNo> below(lines.size(), LineNo{0});  // the nearest line that is not blank; 0: none
  LineNo next = lines.end;
  while (text.has(next) && blank(next)) next = next + 1;
  if (!text.has(next)) next = LineNo{0};
  for (LineNo line = lines.end; line > lines.first;) {
    line = line - 1;
    below[line - lines.first] = next;
    if (!blank(line)) next = line;
  }
  LineNo above = lines.first - 1;
  while (above.value > 0 && blank(above)) above = above - 1;

  HeadsOf heads(into);
  std::array<std::string, batch> contexts;
  std::size_t filled = 0;
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    std::string& context = contexts[filled++ % batch];
    context.clear();
    if (above.value > 0) append(context, text.content(above));
    append(context, concat('\n', text.content(line), '\n'));
    if (const LineNo after = below[line - lines.first]; after.value > 0) append(context, text.content(after));
    heads.add(context);
    if (!blank(line)) above = line;
  }
  heads.flush();
}

// The lines between what is the same at both ends whose hash may differ. The context of a line reaches to the nearest line on
// each side that is not blank, so a context is the same only if that line is.
LineSpan differing(const Text& text, HashedPart part, std::uint32_t same_first, std::uint32_t same_last) {
  const LineSpan all = text.all_lines();
  LineNo first = all.first + same_first;
  LineNo end = all.end - same_last;
  if (part == HashedPart::content) return {first, end};
  while (first > all.first) {
    first = first - 1;
    if (!is_blank(text.content(first))) break;
  }
  while (end < all.end) {
    end = end + 1;
    if (!is_blank(text.content(end - 1))) break;
  }
  return {first, end};
}

}  // namespace

Text::LineHeads Text::line_heads(HashedPart part) const {
  const std::lock_guard lock(body_->hash.guard);
  Heads& heads = body_->hash.heads[static_cast<std::size_t>(part)];
  if (heads.own) return heads.own;
  auto made = std::make_shared<std::vector<std::uint64_t>>(line_count());
  LineSpan lines = all_lines();
  if (heads.origin) {
    lines = differing(*this, part, heads.same_first, heads.same_last);
    std::copy_n(heads.origin->begin(), lines.first - all_lines().first, made->begin());
    std::copy_n(heads.origin->rbegin(), all_lines().end - lines.end, made->rbegin());
  }
  std::uint64_t* const into = made->data() + (lines.first - all_lines().first);
  if (part == HashedPart::content) {
    hash_contents(*this, lines, into);
  } else {
    hash_contexts(*this, lines, into);
  }
  if (line_count() <= most_remembered) heads = {.own = made, .origin = nullptr};
  return made;
}

// REQUIRES: there is a replacement.
Text::Heads Text::heads_after(const Heads& before, std::span<const Replacement> replacements) const {
  Heads after{.own = nullptr, .origin = before.own ? before.own : before.origin};
  if (!after.origin) return after;
  // Whole lines before the first replacement, and those that begin behind the last one: the one there may be joined to it.
  const std::vector<std::uint32_t>& starts = body_->starts;
  const auto ended = std::ranges::upper_bound(starts, replacements.front().span.begin.value) - starts.begin();
  const auto begun = std::ranges::upper_bound(starts, replacements.back().span.end.value) - starts.begin();
  after.same_first = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(ended - 1, 0));
  if (after.same_first == line_count() && ends_unterminated()) --after.same_first;
  // Never the first line: where it begins depends on the bytes before it, if they are a byte order mark.
  after.same_last = line_count() - std::min(std::max(static_cast<std::uint32_t>(begun), 1U), line_count());
  if (!before.own) {
    after.same_first = std::min(after.same_first, before.same_first);
    after.same_last = std::min(after.same_last, before.same_last);
  }
  return after;
}

}  // namespace kedge
