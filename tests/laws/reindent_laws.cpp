// What is written where a quotation was found below the exact rung: kept rows are the file's bytes, and new rows stand to
// the file's lines as they stood to the quoted ones.
#include <gtest/gtest.h>

#include "laws/random_source.hpp"
#include "resolve/reindent.hpp"

namespace kedge::laws {
namespace {

constexpr std::array<std::string_view, 5> indentations{"", "  ", "    ", "\t", "\t\t"};
constexpr std::array<std::string_view, 4> shifts{"", "  ", "\t", "\t  "};
constexpr std::array<std::string_view, 3> trailing{"", " ", "\t"};

Rows random_rows(Random& random, std::uint32_t most) {
  Rows rows;
  for (std::uint32_t left = 1 + random.below(most); left > 0; --left) {
    rows.push_back(random.one_in(5) ? "" : concat(random.pick(indentations), "row ", random.below(1000)));
  }
  return rows;
}

Rows with_blanks_before(const Rows& rows, std::string_view blanks) {
  Rows shifted;
  for (const std::string& row : rows) shifted.push_back(row.empty() ? row : concat(blanks, row));
  return shifted;
}

Rows contents_of(const Text& text) {
  Rows contents;
  for (LineNo line{1}; text.has(line); line = line + 1) contents.emplace_back(text.content(line));
  return contents;
}

Text text_of(const Rows& rows) { return Text(join(rows, "\n") + "\n"); }

TEST(ReindentLaws, AReplacementByTheQuotationGivesBackTheLines) {
  for_random_cases(law_cases() / 20, [](Random& random) {
    const Rows quoted = random_rows(random, 8);
    Rows lines = with_blanks_before(quoted, random.pick(shifts));
    for (std::string& line : lines) line += random.pick(trailing);
    const Text text = text_of(lines);
    const auto rows = replacement_rows(text, text.all_lines(), quoted, quoted);
    ASSERT_TRUE(rows) << rows.error();
    ASSERT_EQ(*rows, contents_of(text));
  });
}

// Both ways: the file is indented further than quoted, and the quotation further than the file.
TEST(ReindentLaws, AShiftedQuotationWritesWhatTheRightOneWouldHaveWritten) {
  for_random_cases(law_cases() / 20, [](Random& random) {
    const Rows lines = random_rows(random, 6);
    if (lines == Rows(lines.size())) return;  // no row that shows a shift
    Rows wanted = lines;
    for (std::uint32_t edits = 1 + random.below(3); edits > 0; --edits) {
      const auto at = wanted.begin() + static_cast<std::ptrdiff_t>(random.below(wanted.size()));
      *at = concat(random.pick(indentations), "new ", random.below(1000));
    }
    const std::string_view shift = random.pick(shifts);
    const Text text = text_of(lines);
    const auto removed =
        replacement_rows(text, text.all_lines(), with_blanks_before(lines, shift), with_blanks_before(wanted, shift));
    ASSERT_TRUE(removed) << removed.error();
    ASSERT_EQ(*removed, wanted);

    const Text deeper = text_of(with_blanks_before(lines, shift));
    const auto added = replacement_rows(deeper, deeper.all_lines(), lines, wanted);
    // A row further left than all quoted ones may be meant at the margin, and is refused.
    if (added) {
      ASSERT_EQ(*added, with_blanks_before(wanted, shift));
    }
  });
}

}  // namespace
}  // namespace kedge::laws
