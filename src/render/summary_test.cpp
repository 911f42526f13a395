#include "render/summary.hpp"

#include <gtest/gtest.h>

#include "edit/replace_lines.hpp"
#include "print_values.hpp"

namespace kedge {
namespace {

Text numbered(std::uint32_t lines) {
  std::string bytes;
  for (std::uint32_t i = 1; i <= lines; ++i) bytes += concat("line ", i, '\n');
  return Text(bytes);
}

Summary summary_after(const Text& before, LineEdit edit) {
  const ChangeSet changes = replace_lines(before, std::vector{std::move(edit)}).value();
  return summary_of(before, changes.apply(before), changes);
}

TEST(Summary, ModifyingLines20To22LeavesAnchorsValidThrough19) {
  const Summary summary = summary_after(numbered(40), {{LineNo{20}, LineNo{23}}, {"x", "y", "z"}});
  EXPECT_EQ(summary.anchors_valid_through, 19U);
  EXPECT_EQ(summary.must_refresh_from_line, LineNo{20});
  EXPECT_EQ(summary.first_changed_line, LineNo{20});
  EXPECT_EQ(summary.lines_before, 40U);
  EXPECT_EQ(summary.lines_after, 40U);
  EXPECT_EQ(summary.net_lines(), 0);
}

TEST(Summary, RowsThatWereWrittenBackAsTheyStoodAreStillValid) {
  const Summary summary = summary_after(numbered(40), {{LineNo{20}, LineNo{23}}, {"line 20", "y", "line 22"}});
  EXPECT_EQ(summary.anchors_valid_through, 20U);
  EXPECT_EQ(summary.must_refresh_from_line, LineNo{21});
}

TEST(Summary, AnInsertionAfterALineKeepsThatLine) {
  const Summary summary = summary_after(numbered(5), {between_lines(LineNo{4}), {"new"}, 0, Lean::above});
  EXPECT_EQ(summary.anchors_valid_through, 3U);
  EXPECT_EQ(summary.must_refresh_from_line, LineNo{4});
  EXPECT_EQ(summary.net_lines(), 1);
}

TEST(Summary, ADeletionInvalidatesFromTheDeletedLine) {
  const Summary summary = summary_after(numbered(5), {{LineNo{2}, LineNo{4}}, {}});
  EXPECT_EQ(summary.anchors_valid_through, 1U);
  EXPECT_EQ(summary.must_refresh_from_line, LineNo{2});
  EXPECT_EQ(summary.net_lines(), -2);
}

TEST(Summary, AChangeOfTheFirstLineLeavesNothingValid) {
  const Summary summary = summary_after(numbered(5), {one_line(LineNo{1}), {"new"}});
  EXPECT_EQ(summary.anchors_valid_through, 0U);
  EXPECT_EQ(summary.must_refresh_from_line, LineNo{1});
}

TEST(Summary, AppendingBehindAnUnterminatedLastLineKeepsIt) {
  const Summary summary = summary_after(Text("a\nb"), {between_lines(LineNo{3}), {"c"}, 0, Lean::above});
  EXPECT_EQ(summary.anchors_valid_through, 2U);
  EXPECT_EQ(summary.must_refresh_from_line, LineNo{3});
}

TEST(Summary, NothingChangedMeansEverythingIsValid) {
  const Summary summary = summary_after(numbered(5), {one_line(LineNo{3}), {"line 3"}});
  EXPECT_EQ(summary.first_changed_line, std::nullopt);
  EXPECT_EQ(summary.must_refresh_from_line, std::nullopt);
  EXPECT_EQ(summary.anchors_valid_through, 5U);
}

TEST(Summary, ReadsAsASentence) {
  EXPECT_EQ(to_text(summary_after(numbered(12), {between_lines(LineNo{5}), {"x", "y"}})),
            "12 lines, now 14 (+2); unchanged through line 4");
  EXPECT_EQ(to_text(summary_after(numbered(2), {one_line(LineNo{2}), {}})), "2 lines, now 1 (-1); unchanged through line 1");
  EXPECT_EQ(to_text(summary_after(numbered(1), {one_line(LineNo{1}), {"x"}})), "1 line, now 1 (0); unchanged through line 0");
  EXPECT_EQ(to_text(summary_after(numbered(1), {one_line(LineNo{1}), {"line 1"}})), "1 line, unchanged");
}

}  // namespace
}  // namespace kedge
