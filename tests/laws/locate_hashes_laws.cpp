// Which lines anchors mean, against a twin that scans all lines for each of them.
#include <gtest/gtest.h>

#include "laws/random_source.hpp"
#include "plan/locate_hashes.hpp"
#include "tests/support/file_task.hpp"
#include "text/line_hash.hpp"

namespace kedge::laws {
namespace {

// The twin's file: rows, and whether each was read.
struct ReadRow {
  std::string content;
  bool read = false;
};

// A line with its nearest neighbours that are not blank.
std::string digits_of_context(const std::vector<ReadRow>& rows, std::size_t at) {
  std::string above, below;
  for (std::size_t i = 0; i < at; ++i) above = rows[i].content.empty() ? above : rows[i].content;
  for (std::size_t i = rows.size() - 1; i > at; --i) below = rows[i].content.empty() ? below : rows[i].content;
  return hash_of(concat(above, '\n', rows[at].content, '\n', below)).hex(64);
}

// The row that an anchor means, as "3"; "nowhere", or "-" if it is refused.
std::string row_of_twin(const std::vector<ReadRow>& rows, const Anchor& anchor) {
  if (const auto* const at = std::get_if<AtLineHash>(&anchor)) {
    const std::size_t i = at->line.value - 1;
    const bool fits = i < rows.size() && rows[i].read && hash_of(rows[i].content).hex(64).starts_with(at->prefix);
    return fits ? concat(i + 1) : "nowhere";
  }
  const auto& at = std::get<AtHash>(anchor);
  std::vector<std::size_t> all, read;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool by_context = at.prefix.size() >= 8 && digits_of_context(rows, i).starts_with(at.prefix);
    if (!by_context && !hash_of(rows[i].content).hex(64).starts_with(at.prefix)) continue;
    all.push_back(i + 1);
    if (rows[i].read) read.push_back(i + 1);
  }
  if (read.empty()) return "nowhere";
  if (at.occurrence) return *at.occurrence <= all.size() ? concat(all[*at.occurrence - 1]) : "-";
  for (const std::size_t line : all) {
    if (at.line && at.line->value == line) return concat(line);
  }
  if (all.size() == 1) return concat(all.front());
  return read.size() == 1 ? concat(read.front()) : "-";
}

std::string span_of_twin(const std::vector<ReadRow>& rows, const kedge::Lines& lines) {
  const std::string first = row_of_twin(rows, lines.first);
  const std::string last = lines.last ? row_of_twin(rows, *lines.last) : first;
  if (first == "nowhere" || last == "nowhere") return "nowhere";
  // There are fewer than ten rows.
  if (first == "-" || last == "-" || last < first) return "-";
  return concat(first, '-', last);
}

Anchor random_anchor(Random& random, const std::vector<ReadRow>& rows) {
  const std::size_t i = random.below(rows.size());
  const std::string digits = random.one_in(10) ? std::string(64, '0') : hash_of(rows[i].content).hex(64);
  if (random.one_in(3)) return AtLineHash{LineNo{static_cast<std::uint32_t>(i + 1 + random.below(2))}, digits.substr(0, 2)};
  AtHash at{.prefix = digits.substr(0, 2 + 2 * random.below(4))};
  if (random.one_in(3)) at.prefix = digits_of_context(rows, i).substr(0, 8);
  if (random.one_in(4)) at.occurrence = 1 + random.below(3);
  if (!at.occurrence && random.one_in(4)) at.line = LineNo{1 + random.below(rows.size() + 1)};
  return at;
}

TEST(LocateHashesLaws, AnAnchorMeansTheLineThatALinearScanFinds) {
  constexpr std::array<std::string_view, 5> kinds{"a", "b", "c", "}", ""};
  std::size_t found_lines = 0;
  for_random_cases(law_cases() / 20, [&](Random& random) {
    std::vector<ReadRow> rows;
    std::string bytes;
    const std::size_t few = 1 + random.below(kinds.size());
    for (std::uint32_t left = 1 + random.below(8); left > 0; --left) {
      rows.push_back({std::string(kinds[random.below(few)]), !random.one_in(4)});
      append(bytes, concat(rows.back().content, '\n'));
    }
    test::FileInSession a(bytes);
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      if (rows[i].read) a.show(one_line(LineNo{i + 1}));
    }
    kedge::Lines lines{.first = random_anchor(random, rows)};
    if (random.one_in(3)) lines.last = random_anchor(random, rows);
    const test::FileInTask task(a, test::asking({{lines, "new"}}));
    if ((*task).basis.size() == 0) return;
    const std::string told = test::told(hash_locator(*task).value()->locate(0, Belief::read).front());
    ASSERT_EQ(told.starts_with('-') ? "-" : told, span_of_twin(rows, lines)) << printable(bytes) << ' ' << told;
    if (told.contains('-') && !told.starts_with('-')) ++found_lines;
  });
  EXPECT_GE(found_lines, law_cases() / 80) << "too few cases find anything";
}

}  // namespace
}  // namespace kedge::laws
