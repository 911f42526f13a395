#include "edit/diff.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"

namespace kedge {
namespace {

using Hunks = std::vector<Hunk>;

Hunk hunk(std::uint32_t old_first, std::uint32_t old_count, std::uint32_t new_first, std::uint32_t new_count) {
  return {{LineNo{old_first}, LineNo{old_first + old_count}}, {LineNo{new_first}, LineNo{new_first + new_count}}};
}

Hunks lines(const char* before, const char* after, LineKey key = LineKey::bytes) {
  return diff_lines(Text(before), Text(after), key);
}

TEST(Diff, EqualTextsHaveNoHunks) {
  EXPECT_EQ(lines("a\nb\n", "a\nb\n"), Hunks{});
  EXPECT_EQ(lines("", ""), Hunks{});
}

TEST(Diff, AReplacedAnInsertedAndARemovedLineAreHunks) {
  EXPECT_EQ(lines("a\nb\nc\n", "a\nX\nc\n"), Hunks{hunk(2, 1, 2, 1)});
  EXPECT_EQ(lines("a\nc\n", "a\nb\nc\n"), Hunks{hunk(2, 0, 2, 1)});
  EXPECT_EQ(lines("a\nb\nc\n", "a\nc\n"), Hunks{hunk(2, 1, 2, 0)});
  EXPECT_EQ(lines("", "a\n"), Hunks{hunk(1, 0, 1, 1)});
  EXPECT_EQ(lines("a\n", ""), Hunks{hunk(1, 1, 1, 0)});
}

TEST(Diff, ChangesWithAKeptLineBetweenAreSeparate) {
  EXPECT_EQ(lines("a\nb\nc\nd\ne\n", "A\nb\nc\nD\ne\nf\n"), (Hunks{hunk(1, 1, 1, 1), hunk(4, 1, 4, 1), hunk(6, 0, 6, 1)}));
}

TEST(Diff, ALineThatOnlyLostItsNewlineIsChangedByBytesAndKeptByContent) {
  EXPECT_EQ(lines("a\nb\n", "a\nb"), Hunks{hunk(2, 1, 2, 1)});
  EXPECT_EQ(lines("a\nb\n", "a\nb", LineKey::content), Hunks{});
}

TEST(Diff, ConvertedLineEndingsAreChangesByBytesOnly) {
  EXPECT_EQ(lines("a\nb\n", "a\r\nb\r\n"), Hunks{hunk(1, 2, 1, 2)});
  EXPECT_EQ(lines("a\nb\nc\n", "a\r\nX\r\nc\r\n", LineKey::content), Hunks{hunk(2, 1, 2, 1)});
}

TEST(Diff, AppendingBehindAnUnterminatedLineIsAnInsertionByContent) {
  EXPECT_EQ(lines("a\nb", "a\nb\nc", LineKey::content), Hunks{hunk(3, 0, 3, 1)});
  EXPECT_EQ(lines("a\nb", "a\nb\nc"), Hunks{hunk(2, 1, 2, 2)});
}

TEST(Diff, ALineThatIsThePrefixOfAnotherIsAnotherLine) {
  EXPECT_EQ(lines("ab\nabc\n", "abc\nabc\n"), Hunks{hunk(1, 1, 1, 1)});
  EXPECT_EQ(lines("x\nab\n", "x\nzab\n"), Hunks{hunk(2, 1, 2, 1)});
}

TEST(Diff, AShortestScriptIsFoundWhereLinesRepeat) {
  // Myers' own example: five changes, no fewer.
  std::uint32_t changed = 0;
  for (const Hunk& one : lines("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n")) changed += one.before.size() + one.after.size();
  EXPECT_EQ(changed, 5U);
}

TEST(Diff, AHunkThatCouldStandInSeveralPlacesStandsAtTheLowest) {
  EXPECT_EQ(lines("a\n}\n}\nb\n", "a\n}\n}\n}\nb\n"), Hunks{hunk(4, 0, 4, 1)});
  EXPECT_EQ(lines("a\n}\n}\n}\nb\n", "a\n}\n}\nb\n"), Hunks{hunk(4, 1, 4, 0)});
}

TEST(Diff, TheWholeDifferenceLeadsFromOneTextToTheOther) {
  const std::vector<std::string> texts{"",
                                       "a\n",
                                       "a",
                                       "a\r\n",
                                       "a\nb\n",
                                       "b\na\n",
                                       "\xEF\xBB\xBF"
                                       "a\n",
                                       "\xEF\xBB\xBF",
                                       "x\ry\n",
                                       "caf\xE9\nb"};
  for (const std::string& before : texts) {
    for (const std::string& after : texts) {
      EXPECT_EQ(diff(Text(before), Text(after)).apply(Text(before)), Text(after));
    }
  }
}

TEST(Diff, AChangedByteOrderMarkIsAChangeOfItsOwn) {
  const ChangeSet changes = diff(Text("\xEF\xBB\xBF"
                                      "a\nb\n"),
                                 Text("a\nb\n"));
  ASSERT_EQ(changes.edits().size(), 1U);
  EXPECT_EQ(changes.edits()[0].span, (ByteSpan{{0}, {3}}));
  EXPECT_EQ(changes.edits()[0].text, "");
}

TEST(Diff, ManyChangesBeyondTheCostCapAreStillRight) {
  std::string before;
  std::string after;
  for (int i = 0; i < 6000; ++i) {
    append(before, concat("line ", i, '\n'));
    append(after, concat(i % 2 == 0 ? "line " : "other ", i, '\n'));
  }
  const Text old_text(before);
  const Text new_text(after);
  EXPECT_EQ(diff(old_text, new_text).apply(old_text), new_text);
  EXPECT_EQ(diff_lines(old_text, new_text, LineKey::bytes).size(), 3000U) << "lines that are unique on both sides stay matched";
}

TEST(Diff, SequencesAreComparedByWholeElements) {
  const std::vector<std::string_view> before{"a", "b", "c"};
  const std::vector<std::string_view> after{"a", "x", "b", "c"};
  EXPECT_EQ(diff_sequences(before, after), (std::vector<IndexHunk>{{1, 1, 1, 2}}));
  EXPECT_EQ(diff_sequences(before, before), std::vector<IndexHunk>{});
  EXPECT_EQ(diff_sequences({}, after), (std::vector<IndexHunk>{{0, 0, 0, 4}}));
  EXPECT_EQ(diff_sequences(after, before), (std::vector<IndexHunk>{{1, 2, 1, 1}}));
  const std::vector<std::string_view> replaced{"a", "x", "c"};
  EXPECT_EQ(diff_sequences(before, replaced), (std::vector<IndexHunk>{{1, 2, 1, 2}}));
}

}  // namespace
}  // namespace kedge
