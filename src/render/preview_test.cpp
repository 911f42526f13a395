#include "render/preview.hpp"

#include <gtest/gtest.h>

#include "render/row.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::string rows(std::uint32_t first, std::uint32_t last, std::string_view word = "row ") {
  std::string out;
  for (std::uint32_t i = first; i <= last; ++i) append(out, concat(word, i, '\n'));
  return out;
}

std::string preview_of(const std::string& before, const std::string& after, PreviewShape shape = {}) {
  const Text old_text(before);
  const Text new_text(after);
  const std::vector<Hunk> hunks = diff_lines(old_text, new_text, LineKey::bytes);
  return preview(preview_rows(new_text, hunks, shape), numbered_rows(new_text));
}

TEST(Preview, ShowsTheChangedRowsWithThreeAround) {
  EXPECT_EQ(preview_of(rows(1, 12), rows(1, 5) + "new\n" + rows(7, 12)),
            "…\n3:row 3\n4:row 4\n5:row 5\n6:new\n7:row 7\n8:row 8\n9:row 9\n…\n");
}

TEST(Preview, EndsWithTheTextWithoutSayingThatSomethingIsLeftOut) {
  EXPECT_EQ(preview_of("a\nb\nc\n", "a\nX\nc\n"), "1:a\n2:X\n3:c\n");
}

TEST(Preview, ARemovedStretchIsShownByItsNeighbours) {
  EXPECT_EQ(preview_of(rows(1, 12), rows(1, 5) + rows(8, 12), {.context = 1}), "…\n5:row 5\n6:row 8\n…\n");
}

TEST(Preview, ChangesThatAreNearShareTheirContext) {
  EXPECT_EQ(preview_of(rows(1, 9), "new\n" + rows(2, 4) + "new\n" + rows(6, 9)),
            "1:new\n2:row 2\n3:row 3\n4:row 4\n5:new\n6:row 6\n7:row 7\n8:row 8\n…\n");
}

TEST(Preview, RowsBetweenFarChangesAreLeftOutOnce) {
  EXPECT_EQ(preview_of(rows(1, 9), "new\n" + rows(2, 8) + "new\n", {.context = 1}), "1:new\n2:row 2\n…\n8:row 8\n9:new\n");
}

TEST(Preview, ALongNewStretchIsCutInTheMiddle) {
  EXPECT_EQ(preview_of("a\nb\n", "a\n" + rows(1, 9) + "b\n", {.context = 1, .longest_run = 4}),
            "1:a\n2:row 1\n3:row 2\n…\n9:row 8\n10:row 9\n11:b\n");
  EXPECT_EQ(preview_of("a\nb\n", "a\n" + rows(1, 4) + "b\n", {.context = 1, .longest_run = 4}),
            "1:a\n2:row 1\n3:row 2\n4:row 3\n5:row 4\n6:b\n");
}

TEST(Preview, ATextThatBecameEmptyHasNoRows) { EXPECT_EQ(preview_of("a\n", ""), ""); }

TEST(Preview, NothingChangedShowsNothing) { EXPECT_EQ(preview_of("a\n", "a\n"), ""); }

TEST(Preview, ARowIsShownWithoutItsLineEnding) { EXPECT_EQ(preview_of("a\r\n", "b\r\n"), "1:b\n"); }

TEST(Preview, ADialectShowsRowsItsOwnWay) {
  const Text after("a\nb\n");
  const std::vector<Hunk> hunks{{one_line(LineNo{2}), one_line(LineNo{2})}};
  EXPECT_EQ(preview(preview_rows(after, hunks),
                    [&](std::string& out, LineNo line) { append(out, concat('<', after.content(line), '>')); }),
            "<a>\n<b>\n");
}

TEST(Preview, RowsSayWhetherTheyAreNew) {
  const Text after("a\nb\nc\n");
  const std::vector<Hunk> hunks{{between_lines(LineNo{2}), one_line(LineNo{2})}};
  const std::vector<PreviewRow> shown = preview_rows(after, hunks);
  ASSERT_EQ(shown.size(), 3U);
  EXPECT_EQ(shown[0].kind, PreviewRow::Kind::kept);
  EXPECT_EQ(shown[1].kind, PreviewRow::Kind::added);
  EXPECT_EQ(shown[2].kind, PreviewRow::Kind::kept);
}

}  // namespace
}  // namespace kedge
