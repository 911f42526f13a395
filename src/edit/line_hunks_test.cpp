#include "edit/line_hunks.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"

namespace kedge {
namespace {

using Hunks = std::vector<Hunk>;

Hunk hunk(std::uint32_t old_first, std::uint32_t old_count, std::uint32_t new_first, std::uint32_t new_count) {
  return {{LineNo{old_first}, LineNo{old_first + old_count}}, {LineNo{new_first}, LineNo{new_first + new_count}}};
}

Hunks hunks(const char* bytes, std::vector<Edit> edits, LineKey key = LineKey::bytes) {
  const Text before(bytes);
  const ChangeSet changes = ChangeSet::make(before, std::move(edits)).value();
  return line_hunks(before, changes.apply(before), changes, key);
}

Edit put(std::size_t begin, std::size_t end, std::string text) { return {{{begin}, {end}}, std::move(text), 0, Lean::neither}; }

TEST(LineHunks, WholeLinesAreTheirOwnHunks) {
  EXPECT_EQ(hunks("a\nb\nc\n", {put(2, 4, "x\ny\n")}), Hunks{hunk(2, 1, 2, 2)});
  EXPECT_EQ(hunks("a\nb\nc\n", {put(2, 2, "x\n")}), Hunks{hunk(2, 0, 2, 1)});
  EXPECT_EQ(hunks("a\nb\nc\n", {put(2, 4, "")}), Hunks{hunk(2, 1, 2, 0)});
  EXPECT_EQ(hunks("a\nb\nc\n", {}), Hunks{});
}

TEST(LineHunks, AChangeInsideALineIsAChangeOfThatLine) {
  EXPECT_EQ(hunks("abc\ndef\n", {put(5, 6, "E")}), Hunks{hunk(2, 1, 2, 1)});
  EXPECT_EQ(hunks("abc\ndef\n", {put(1, 2, "B"), put(2, 3, "C")}), Hunks{hunk(1, 1, 1, 1)});
}

TEST(LineHunks, LinesThatWereJoinedAreBothChanged) {
  EXPECT_EQ(hunks("a\nb\nc\n", {put(1, 2, "")}), Hunks{hunk(1, 2, 1, 1)});
  EXPECT_EQ(hunks("a\nb\nc\n", {put(2, 2, "x")}), Hunks{hunk(2, 1, 2, 1)});
}

TEST(LineHunks, RowsThatWereWrittenBackAsTheyStoodAreKept) {
  EXPECT_EQ(hunks("a\nb\nc\nd\n", {put(0, 8, "a\nX\nc\nd\n")}), Hunks{hunk(2, 1, 2, 1)});
  EXPECT_EQ(hunks("a\nb\n", {put(0, 4, "a\nb\n")}), Hunks{});
}

TEST(LineHunks, NeighbouringEditsAreOneHunkAndOthersAreNot) {
  EXPECT_EQ(hunks("a\nb\nc\n", {put(0, 2, "x\n"), put(2, 4, "y\n")}), Hunks{hunk(1, 2, 1, 2)});
  EXPECT_EQ(hunks("a\nb\nc\n", {put(0, 2, "x\n"), put(4, 6, "y\n")}), (Hunks{hunk(1, 1, 1, 1), hunk(3, 1, 3, 1)}));
}

TEST(LineHunks, LaterHunksCountWhatEarlierOnesAdded) {
  EXPECT_EQ(hunks("a\nb\nc\n", {put(0, 0, "x\ny\n"), put(4, 6, "z\n")}), (Hunks{hunk(1, 0, 1, 2), hunk(3, 1, 5, 1)}));
}

TEST(LineHunks, ALineFeedBehindAnUnterminatedLastLineChangesItsBytesButNotItsContent) {
  EXPECT_EQ(hunks("a\nb", {put(3, 3, "\nc")}), Hunks{hunk(2, 1, 2, 2)});
  EXPECT_EQ(hunks("a\nb", {put(3, 3, "\nc")}, LineKey::content), Hunks{hunk(3, 0, 3, 1)});
}

TEST(LineHunks, AChangedByteOrderMarkChangesNoLine) {
  EXPECT_EQ(hunks("\xEF\xBB\xBF"
                  "a\nb\n",
                  {put(0, 3, "")}),
            Hunks{});
  EXPECT_EQ(hunks("a\nb\n", {put(0, 0, "\xEF\xBB\xBF")}), Hunks{});
}

TEST(LineHunks, TheBeginningAndTheEndOfTheTextArePlacesToo) {
  EXPECT_EQ(hunks("", {put(0, 0, "a\n")}), Hunks{hunk(1, 0, 1, 1)});
  EXPECT_EQ(hunks("a\n", {put(0, 2, "")}), Hunks{hunk(1, 1, 1, 0)});
  EXPECT_EQ(hunks("a\n", {put(2, 2, "b\n")}), Hunks{hunk(2, 0, 2, 1)});
  EXPECT_EQ(hunks("a\n", {put(2, 2, "b")}), Hunks{hunk(2, 0, 2, 1)});
}

}  // namespace
}  // namespace kedge
