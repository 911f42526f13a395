// A line diff of two texts. Common ends are trimmed; the rest goes to Myers' algorithm with a cost limit and, beyond that
// limit, to patience diff, which splits at lines that are unique in both. A diff is a guess about what somebody did;
// edit/slide and edit/drift say how far it can be trusted.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "edit/change_set.hpp"

namespace kedge {

// Elements [old_begin, old_end) of the old sequence became [new_begin, new_end) of the new one.
struct IndexHunk {
  std::uint32_t old_begin, old_end, new_begin, new_end;
  friend bool operator==(const IndexHunk&, const IndexHunk&) = default;
};

// Sorted, with at least one kept element between two hunks.
std::vector<IndexHunk> diff_sequences(std::span<const std::string_view> before, std::span<const std::string_view> after);

// These lines of the old text became those of the new one.
struct Hunk {
  LineSpan before;
  LineSpan after;
  friend bool operator==(const Hunk&, const Hunk&) = default;
};

// When two lines count as the same.
enum class LineKey : std::uint8_t {
  bytes,    // with their terminators
  content,  // without them: a file whose line endings were converted has the same lines
};
inline std::string_view key_of(const Text& text, LineNo line, LineKey key) {
  return key == LineKey::bytes ? text.raw(line) : text.content(line);
}

// Which end the search starts from. The two break ties between equally short diffs differently: if they disagree, the
// change is ambiguous.
enum class Search : std::uint8_t { from_the_top, from_the_end };

std::vector<Hunk> diff_lines(const Text& before, const Text& after, LineKey key, Search search = Search::from_the_top);

// Includes the BOM: diff(a, b).apply(a) == b.
ChangeSet diff(const Text& before, const Text& after);

}  // namespace kedge
