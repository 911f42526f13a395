#include "resolve/row_places.hpp"

#include <algorithm>

#include "resolve/odd_characters.hpp"
#include "resolve/quotation.hpp"
#include "support/fast_hash.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

// The part of a row that counts on a rung. `buffer` holds it if it has to be composed.
std::string_view what_counts(std::string_view row, MatchMode rung, std::string& buffer) {
  switch (rung) {
    case MatchMode::exact: return row;
    case MatchMode::trailing_blanks: return without_trailing_blanks(row);
    case MatchMode::line_trimmed:
    case MatchMode::uniform_indentation: return trimmed(row);
    case MatchMode::typographic_punctuation:
    case MatchMode::block_anchor: break;
  }
  const std::string_view content = trimmed(row);
  if (is_ascii(content)) return content;
  buffer = with_plain_forms(content);
  return trimmed(buffer);
}

constexpr MatchMode loosest = MatchMode::typographic_punctuation;

// Knuth-Morris-Pratt search over rows instead of bytes. The hash keeps comparisons of different rows short, however long their
// common beginning.
class RowAutomaton {
 public:
  RowAutomaton(const Rows& quoted, MatchMode rung) : borders_(quoted.size(), 0) {
    for (const std::string& row : quoted) {
      rows_.emplace_back(what_counts(row, rung, buffer_));
      hashes_.push_back(fast_hash(rows_.back()));
    }
    std::size_t border = 0;
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      border = matched_after(border, rows_[i], hashes_[i]);
      borders_[i] = border;
    }
  }

  // Whether this line completes a match.
  bool completed_by(std::string_view line, MatchMode rung) {
    const std::string_view content = what_counts(line, rung, buffer_);
    matched_ = matched_after(matched_, content, fast_hash(content));
    if (matched_ < rows_.size()) return false;
    matched_ = borders_.back();
    return true;
  }

 private:
  bool is_row(std::size_t i, std::string_view content, std::uint64_t hash) const {
    return hashes_[i] == hash && rows_[i] == content;
  }
  std::size_t matched_after(std::size_t matched, std::string_view next, std::uint64_t hash) const {
    while (matched > 0 && !is_row(matched, next, hash)) matched = borders_[matched - 1];
    return is_row(matched, next, hash) ? matched + 1 : matched;
  }

  Rows rows_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::size_t> borders_;  // of each prefix: how much of the quotation's beginning it ends in
  std::size_t matched_ = 0;
  std::string buffer_;
};

bool stands_at(const Text& text, LineNo first, const Rows& quoted) {
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    if (text.content(first + static_cast<std::uint32_t>(i)) != quoted[i]) return false;
  }
  return true;
}

// Searches for bytes between the line breaks around the rows, which is much faster than looking at every line. Places at the
// edges of the text have no such line break on one side.
std::vector<LineSpan> exact_places(const Text& text, const Rows& quoted, std::size_t most) {
  const auto height = static_cast<std::uint32_t>(quoted.size());
  if (text.line_count() < height) return {};
  std::vector<LineSpan> places;
  const auto add = [&](LineNo first) {
    if (places.empty() || places.back().first < first) places.push_back({first, first + height});
  };
  const LineNo last_possible{text.line_count() - height + 1};
  if (stands_at(text, LineNo{1}, quoted)) add(LineNo{1});
  const std::string between = concat('\n', join(quoted, "\n"), '\n');
  for (const ByteSpan& span : places_of(text, between, most)) {
    add(text.lines_touched({span.begin, {span.begin.value + 1}}).first + 1);
  }
  if (stands_at(text, last_possible, quoted)) add(last_possible);
  if (places.size() > most) places.resize(most);
  return places;
}

}  // namespace

std::vector<LineSpan> row_places(const Text& text, const Rows& quoted, MatchMode rung, std::size_t most) {
  KEDGE_REQUIRE(!quoted.empty() && rung != MatchMode::block_anchor);
  const bool exact = rung == MatchMode::exact;
  // A byte search takes CR and LF as one line break, so a line whose content ends in CR is searched for as a row.
  const bool ends_in_cr = std::ranges::any_of(quoted, [](const std::string& row) { return row.ends_with('\r'); });
  if (exact && !ends_in_cr) return exact_places(text, quoted, most);
  const auto says_something = [](const std::string& row) { return !trimmed(row).empty(); };
  if (!exact && std::ranges::none_of(quoted, says_something)) return {};

  std::vector<LineSpan> places;
  RowAutomaton automaton(quoted, rung);
  const auto height = static_cast<std::uint32_t>(quoted.size());
  for (LineNo line{1}; text.has(line) && places.size() < most; line = line + 1) {
    if (automaton.completed_by(text.content(line), rung)) places.push_back({line + 1 - height, line + 1});
  }
  return places;
}

void RowFinder::make_index() {
  index_.reserve(text_->line_count());
  for (LineNo line{1}; text_->has(line); line = line + 1) {
    index_.push_back({fast_hash(what_counts(text_->content(line), loosest, buffer_)), line});
  }
  std::ranges::sort(index_);
}

// Rows that are alike on any rung are alike on the loosest one.
std::span<const RowFinder::Row> RowFinder::rows_like(std::string_view row) {
  return std::ranges::equal_range(index_, fast_hash(what_counts(row, loosest, buffer_)), {}, &Row::hash);
}

std::vector<LineSpan> RowFinder::places(const Rows& quoted, MatchMode rung, std::size_t most) {
  KEDGE_REQUIRE(!quoted.empty() && rung != MatchMode::block_anchor);
  constexpr std::size_t searches_without_index = 8;
  const std::size_t lines = text_->line_count();
  if (index_.empty()) {
    constexpr std::size_t how_much_faster_bytes_are = 8;
    looked_at_ += rung == MatchMode::exact ? lines / how_much_faster_bytes_are : lines;
    if (looked_at_ <= searches_without_index * lines) return row_places(*text_, quoted, rung, most);
    make_index();
  }
  const auto says_something = [](const std::string& row) { return !trimmed(row).empty(); };
  if (rung != MatchMode::exact && std::ranges::none_of(quoted, says_something)) return {};

  // A match has all of the rows, so it is enough to look where the rarest of them is.
  std::span<const Row> rarest = index_;
  std::uint32_t above = 0;
  for (std::size_t i = 0; i < quoted.size() && !rarest.empty(); ++i) {
    const std::span<const Row> alike = rows_like(quoted[i]);
    if (alike.size() >= rarest.size() && i > 0) continue;
    rarest = alike;
    above = static_cast<std::uint32_t>(i);
  }
  Rows counts;
  for (const std::string& row : quoted) counts.emplace_back(what_counts(row, rung, buffer_));
  const auto height = static_cast<std::uint32_t>(quoted.size());
  std::vector<LineSpan> places;
  for (const Row& row : rarest) {
    if (places.size() == most) break;
    if (row.line.value <= above || row.line.value - above + height - 1 > lines) continue;
    const LineNo first{row.line.value - above};
    bool fits = true;
    for (std::uint32_t i = 0; i < height && fits; ++i) {
      fits = what_counts(text_->content(first + i), rung, buffer_) == counts[i];
    }
    if (fits) places.push_back({first, first + height});
  }
  return places;
}

RowSet::RowSet(const Text& text, MatchMode rung) : rung_(rung) {
  hashes_.reserve(text.line_count());
  std::string buffer;
  for (LineNo line{1}; text.has(line); line = line + 1)
    hashes_.insert(fast_hash(what_counts(text.content(line), rung, buffer)));
}

bool RowSet::may_have(const Rows& quoted) const {
  std::string buffer;
  return std::ranges::all_of(
      quoted, [&](const std::string& row) { return hashes_.contains(fast_hash(what_counts(row, rung_, buffer))); });
}

}  // namespace kedge
