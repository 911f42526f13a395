#include "edit/slide.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"

namespace kedge {
namespace {

std::vector<Slide> slides_of(const char* before, const char* after, LineKey key = LineKey::bytes) {
  const Text old_text(before);
  const Text new_text(after);
  return slides(old_text, new_text, diff_lines(old_text, new_text, key), key);
}

LineSpan span(std::uint32_t first, std::uint32_t end) { return {LineNo{first}, LineNo{end}}; }

TEST(Slide, AHunkAmongDistinctLinesStandsWhereItStands) {
  const std::vector<Slide> found = slides_of("a\nb\nc\n", "a\nX\nc\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].hunk.before, span(2, 3));
  EXPECT_EQ(found[0].stretch, span(2, 3));
}

TEST(Slide, ACloserAddedToARunOfClosersCouldStandAnywhereInTheRun) {
  const std::vector<Slide> found = slides_of("a\n}\n}\n}\nb\n", "a\n}\n}\n}\n}\nb\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].stretch, span(2, 5));
  EXPECT_EQ(found[0].hunk.before, span(5, 5));
}

TEST(Slide, ACloserTakenOutOfARunCouldHaveBeenAnyOfThem) {
  const std::vector<Slide> found = slides_of("a\n}\n}\n}\nb\n", "a\n}\n}\nb\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].stretch, span(2, 5));
}

TEST(Slide, AnInsertedBlockSlidesByTheRowsThatItSharesWithItsSurroundings) {
  // The new function may begin with the `}` above it or end with its own.
  const std::vector<Slide> found = slides_of("f {\n  x\n}\n\ng {\n  y\n}\n", "f {\n  x\n}\n\nnew {\n  z\n}\n\ng {\n  y\n}\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].stretch, span(3, 5));
}

TEST(Slide, AReplacementSlidesOnlyIfBothSidesAllowIt) {
  const std::vector<Slide> found = slides_of("x\na\nx\n", "x\nb\nx\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].stretch, span(2, 3));
}

TEST(Slide, HunksThatCanBePushedIntoEachOtherAreOne) {
  const std::vector<Slide> found = slides_of("}\n}\n}\n}\n", "}\n}\nx\n}\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].stretch.contains(LineNo{3}));
}

TEST(Slide, LineEndingsTellLinesApartByBytesButNotByContent) {
  EXPECT_EQ(slides_of("}\n}\r\na\n", "}\n}\r\n}\r\na\n")[0].stretch, span(2, 3));
  EXPECT_EQ(slides_of("}\n}\r\na\n", "}\n}\r\n}\r\na\n", LineKey::content)[0].stretch, span(1, 3));
}

TEST(Slide, SettledHunksGiveTheSameChange) {
  const Text before("a\n}\n}\nb\n");
  const Text after("a\n}\n}\n}\nb\n");
  const std::vector<Hunk> high{{between_lines(LineNo{2}), one_line(LineNo{2})}};
  const std::vector<Hunk> low = settled_low(before, after, high, LineKey::bytes);
  ASSERT_EQ(low.size(), 1U);
  EXPECT_EQ(low[0], (Hunk{between_lines(LineNo{4}), one_line(LineNo{4})}));
}

}  // namespace
}  // namespace kedge
