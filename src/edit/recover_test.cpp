#include "edit/recover.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "print_values.hpp"

namespace kedge {
namespace {

LineEdit over(std::uint32_t first, std::uint32_t last, Rows rows, int op = 0) {
  return {{LineNo{first}, LineNo{last + 1}}, std::move(rows), op};
}
LineEdit before(std::uint32_t line, Rows rows) { return {between_lines(LineNo{line}), std::move(rows), 0, Lean::below}; }
LineEdit after(std::uint32_t line, Rows rows) { return {between_lines(LineNo{line + 1}), std::move(rows), 0, Lean::above}; }

LineEdit between(std::uint32_t line, Rows rows) { return {between_lines(LineNo{line}), std::move(rows), 0, Lean::neither}; }

// The current version with the edits of the shown one made in it, or the refusal's text.
std::string recovered(const char* shown, const char* current, const std::vector<LineEdit>& edits) {
  const Drift drift = Drift::guessed(Text(shown), Text(current));
  const Result<std::vector<LineEdit>> placed = recover(drift, edits, Code::snapshot_stale);
  if (!placed) return concat("refused: ", row_of(placed.error().code).name);
  return std::string(replace_lines(drift.current(), *placed).value().apply(drift.current()).bytes());
}

constexpr const char* stale = "refused: snapshot_stale";
constexpr const char* greek = "alpha\nbeta\ngamma\ndelta\n";

TEST(Recover, WithoutDriftTheEditsAreAsTheyWere) {
  EXPECT_EQ(recovered(greek, greek, {over(2, 3, {"B"}), after(4, {"E"})}), "alpha\nB\ndelta\nE\n");
}

TEST(Recover, EachEditHasItsOwnOffset) {
  EXPECT_EQ(recovered(greek, "alpha\nbeta\nnew\nnew too\ngamma\ndelta\n", {over(1, 1, {"A"}), over(4, 4, {"D"})}),
            "A\nbeta\nnew\nnew too\ngamma\nD\n");
}

TEST(Recover, AnInsertionFollowsTheLineThatItWasNamedBy) {
  constexpr const char* parted = "alpha\nbeta\nnew\ngamma\ndelta\n";
  EXPECT_EQ(recovered(greek, parted, {after(2, {"x"})}), "alpha\nbeta\nx\nnew\ngamma\ndelta\n");
  EXPECT_EQ(recovered(greek, parted, {before(3, {"x"})}), "alpha\nbeta\nnew\nx\ngamma\ndelta\n");
}

TEST(Recover, AnInsertionBetweenNeighboursThatPartedIsRefused) {
  EXPECT_EQ(recovered(greek, "alpha\nbeta\nnew\ngamma\ndelta\n", {between(3, {"x"})}), stale);
  EXPECT_EQ(recovered(greek, "new\nalpha\nbeta\ngamma\ndelta\n", {between(3, {"x"})}), "new\nalpha\nbeta\nx\ngamma\ndelta\n");
}

TEST(Recover, AnInsertionAtAnEdgeStaysThereOrIsRefused) {
  EXPECT_EQ(recovered(greek, "alpha\nbeta\nnew\ndelta\n", {between(1, {"x"})}), "x\nalpha\nbeta\nnew\ndelta\n");
  EXPECT_EQ(recovered(greek, "new\nalpha\nbeta\ngamma\ndelta\n", {between(1, {"x"})}), stale);
  EXPECT_EQ(recovered(greek, "new\nalpha\nbeta\ngamma\ndelta\n", {between(5, {"x"})}), "new\nalpha\nbeta\ngamma\ndelta\nx\n");
  EXPECT_EQ(recovered(greek, "alpha\nbeta\ngamma\ndelta\nnew\n", {between(5, {"x"})}), stale);
}

TEST(Recover, AnInsertionIntoAnEmptyTextIsMadeIfItIsStillEmpty) {
  EXPECT_EQ(recovered("", "", {between(1, {"x"})}), "x\n");
  EXPECT_EQ(recovered("", "new\n", {between(1, {"x"})}), stale);
}

TEST(Recover, AnInsertionBetweenLinesWithoutAWordDoesNotGoElsewhereWithTheirBlock) {
  constexpr const char* shown = "first\nint f()\n{\n}\nsecond\nthird\nfourth\nfifth\n";
  EXPECT_EQ(recovered(shown, shown, {between(4, {"x"})}), "first\nint f()\n{\nx\n}\nsecond\nthird\nfourth\nfifth\n");
  EXPECT_EQ(recovered(shown, "first\nsecond\nthird\nfourth\nfifth\nint f()\n{\n}\n", {between(4, {"x"})}), stale);
}

// The known changes are that the first of three lines is removed, or that two lines are added after the last.
TEST(Recover, OverKnownChangesAnInsertionFollowsTheLineThatItWasNamedBy) {
  const LineMap without_first(3, std::array{Hunk{over(1, 1, {}).lines, between_lines(LineNo{1})}});
  const LineMap with_more(3, std::array{Hunk{between_lines(LineNo{4}), over(4, 5, {}).lines}});
  const auto place = [](const LineMap& map, const LineEdit& edit) -> std::optional<std::uint32_t> {
    const Result<std::vector<LineEdit>> placed = recover(map, {edit}, Code::snapshot_stale);
    if (!placed) return std::nullopt;
    return placed->front().lines.first.value;
  };
  EXPECT_EQ(place(without_first, after(0, {"x"})), 1U) << "the head of the text stays the head";
  EXPECT_EQ(place(without_first, after(1, {"x"})), std::nullopt) << "its line is gone";
  EXPECT_EQ(place(without_first, after(2, {"x"})), 2U);
  EXPECT_EQ(place(without_first, before(1, {"x"})), std::nullopt);
  EXPECT_EQ(place(without_first, before(3, {"x"})), 2U);
  EXPECT_EQ(place(with_more, before(4, {"x"})), 6U) << "the tail of the text stays the tail";
  EXPECT_EQ(place(with_more, between(4, {"x"})), std::nullopt) << "something came between the last line and the end";
  EXPECT_EQ(place(with_more, between(3, {"x"})), 3U);
}

TEST(Recover, TwoEditsThatNameTheSameLineAreBothPlaced) {
  EXPECT_EQ(recovered(greek, "new\nalpha\nbeta\ngamma\ndelta\n", {over(2, 2, {"B"}), after(2, {"x"}), between(4, {"y"})}),
            "new\nalpha\nB\nx\ngamma\ny\ndelta\n");
  EXPECT_EQ(recovered(greek, greek, {over(3, 3, {"C"}), between(3, {"x"})}), "alpha\nbeta\nx\nC\ndelta\n");
}

// The blank line of one function stands where it stood, and that of another was moved there with its header.
TEST(Recover, TwoEditsThatLayApartAndNowClaimTheSameLineAreRefused) {
  constexpr const char* shown = "  g()\n    one\n\n}\n  first\n  second\n  third\n  fourth\n  fifth\n  f()\n    two\n\n}\n";
  constexpr const char* current = "  f()\n    two\n\n}\n  first\n  second\n  third\n  fourth\n  fifth\n";
  EXPECT_EQ(recovered(shown, current, {over(3, 3, {"x"})}),
            "  f()\n    two\nx\n}\n  first\n  second\n  third\n  fourth\n  fifth\n");
  EXPECT_EQ(recovered(shown, current, {over(12, 12, {"y"})}),
            "  f()\n    two\ny\n}\n  first\n  second\n  third\n  fourth\n  fifth\n");
  EXPECT_EQ(recovered(shown, current, {over(3, 3, {"x"}), over(12, 12, {"y"}, 1)}), stale);
}

TEST(Recover, AnInsertionNextToALineThatIsGoneIsRefused) {
  EXPECT_EQ(recovered(greek, "alpha\ngamma\ndelta\n", {after(2, {"x"})}), stale);
  EXPECT_EQ(recovered(greek, "alpha\ngamma\ndelta\n", {before(2, {"x"})}), stale);
  EXPECT_EQ(recovered(greek, "alpha\ngamma\ndelta\n", {before(3, {"x"})}), "alpha\nx\ngamma\ndelta\n");
}

TEST(Recover, HeadAndTailStayAtTheEdges) {
  const LineEdit head{between_lines(LineNo{1}), {"first"}, 0, Lean::above};
  const LineEdit tail{between_lines(LineNo{5}), {"last"}, 1, Lean::below};
  EXPECT_EQ(recovered(greek, "new\nbeta\nother\n", {head, tail}), "first\nnew\nbeta\nother\nlast\n");
  EXPECT_EQ(recovered(greek, "", {head, tail}), "first\nlast\n");
}

TEST(Recover, NewRowsTakeTheTerminatorsOfTheFileAsItIs) {
  EXPECT_EQ(recovered(greek, "alpha\r\nbeta\r\ngamma\r\ndelta\r\n", {over(2, 2, {"B", "BB"})}),
            "alpha\r\nB\r\nBB\r\ngamma\r\ndelta\r\n");
  EXPECT_EQ(recovered("alpha\nbeta\n", "alpha\nbeta", {after(2, {"x"})}), "alpha\nbeta\nx");
}

TEST(Recover, EveryUnprovenOperationIsNamed) {
  const Drift drift = Drift::guessed(Text(greek), Text("ALPHA\nbeta\ngamma\nDELTA\n"));
  const Result<std::vector<LineEdit>> placed =
      recover(drift, {over(1, 1, {"x"}, 0), over(2, 2, {"y"}, 1), over(4, 4, {"z"}, 2)}, Code::anchor_stale);
  ASSERT_FALSE(placed.has_value());
  EXPECT_EQ(placed.error().code, Code::anchor_stale);
  EXPECT_EQ(placed.error().op, 1);
  EXPECT_EQ(*placed.error().facts.find("line")->as_integer(), 1);
  ASSERT_EQ(placed.error().others.size(), 1U);
  EXPECT_EQ(placed.error().others[0].op, 3);
  EXPECT_EQ(*placed.error().others[0].facts.find("line")->as_integer(), 4);
}

TEST(Recover, NothingOfARefusedCallIsPlaced) {
  EXPECT_EQ(recovered(greek, "ALPHA\nbeta\ngamma\ndelta\n", {over(1, 1, {"x"}), over(3, 3, {"y"})}), stale);
}

std::string rebased(const char* base, const char* mine, const char* theirs) {
  const Text current(theirs);
  const Result<ChangeSet> placed = rebase_texts(Text(base), Text(mine), current);
  return placed ? std::string(placed->apply(current).bytes()) : concat("refused: ", row_of(placed.error().code).name);
}

TEST(RebaseTexts, BothChangesHappen) {
  EXPECT_EQ(rebased(greek, "alpha\nB\ngamma\ndelta\n", "new\nalpha\nbeta\ngamma\ndelta\n"), "new\nalpha\nB\ngamma\ndelta\n");
  EXPECT_EQ(rebased(greek, greek, "other\n"), "other\n");
  EXPECT_EQ(rebased(greek, "alpha\nB\ngamma\ndelta\n", greek), "alpha\nB\ngamma\ndelta\n");
}

TEST(RebaseTexts, AChangeOfTheSameLineIsAConflict) {
  EXPECT_EQ(rebased(greek, "alpha\nB\ngamma\ndelta\n", "alpha\nBB\ngamma\ndelta\n"), "refused: conflict");
  EXPECT_EQ(rebased(greek, "A\nbeta\ngamma\ndelta\n", "AA\nbeta\ngamma\ndelta\n"), "refused: conflict");
}

TEST(RebaseTexts, AByteOrderMarkIsMovedLikeAnyChange) {
  EXPECT_EQ(rebased("alpha\nbeta\n",
                    "\xEF\xBB\xBF"
                    "alpha\nbeta\n",
                    "alpha\nbeta\nnew\n"),
            "\xEF\xBB\xBF"
            "alpha\nbeta\nnew\n");
  EXPECT_EQ(rebased("alpha\nbeta\n",
                    "\xEF\xBB\xBF"
                    "alpha\nbeta\n",
                    "\xEF\xBB\xBF"
                    "alpha\nB\n"),
            "\xEF\xBB\xBF"
            "alpha\nB\n");
}

TEST(RebaseTexts, TheSameChangeOfBothIsMadeOnce) {
  constexpr const char* both = "alpha\nB\ngamma\ndelta\n";
  EXPECT_EQ(rebased(greek, both, both), both);
}

TEST(RebaseTexts, LinesAreInsertedBetweenTheirNeighbours) {
  constexpr const char* mine = "alpha\nbeta\nx\ngamma\ndelta\n";
  EXPECT_EQ(rebased(greek, mine, "new\nalpha\nbeta\ngamma\ndelta\n"), "new\nalpha\nbeta\nx\ngamma\ndelta\n");
  EXPECT_EQ(rebased(greek, mine, "alpha\nbeta\nnew\ngamma\ndelta\n"), "refused: conflict");
}

TEST(RebaseTexts, LinesThatAreRemovedAreRemovedAndNoOthers) {
  EXPECT_EQ(rebased(greek, "alpha\ndelta\n", "new\nalpha\nbeta\ngamma\ndelta\n"), "new\nalpha\ndelta\n");
}

TEST(RebaseTexts, AChangeInsideABlockGoesWithTheBlock) {
  constexpr const char* base = "first\nint f()\n  one\n  two\nsecond\nthird\nfourth\nfifth\n";
  constexpr const char* mine = "first\nint f()\n  one\n  TWO\nsecond\nthird\nfourth\nfifth\n";
  constexpr const char* theirs = "first\nsecond\nthird\nfourth\nfifth\nint f()\n  one\n  two\n";
  EXPECT_EQ(rebased(base, mine, theirs), "first\nsecond\nthird\nfourth\nfifth\nint f()\n  one\n  TWO\n");
  // The block itself: both took it away.
  constexpr const char* without = "first\nsecond\nthird\nfourth\nfifth\n";
  EXPECT_EQ(rebased(base, without, theirs), "refused: conflict");
}

TEST(RebaseTexts, LinesWithoutAWordAreNotLookedForInABlockThatMoved) {
  constexpr const char* base = "first\nint f()\n{\n}\nsecond\nthird\nfourth\nfifth\n";
  constexpr const char* mine = "first\nint f()\n[\n}\nsecond\nthird\nfourth\nfifth\n";
  EXPECT_EQ(rebased(base, mine, "first\nsecond\nthird\nfourth\nfifth\nint f()\n{\n}\n"), "refused: conflict");
}

TEST(RebaseTexts, InABlockThatMovedTheLineEndingsHaveToBeTheSame) {
  constexpr const char* base = "first\nint f()\n  one\n  two\nsecond\nthird\nfourth\nfifth\n";
  constexpr const char* mine = "first\nint f()\n  one\n  TWO\nsecond\nthird\nfourth\nfifth\n";
  EXPECT_EQ(rebased(base, mine, "first\nsecond\nthird\nfourth\nfifth\nint f()\n  one\n  two\r\n"), "refused: conflict");
}

TEST(RebaseTexts, ALastLineWithoutATerminatorIsNotGluedToWhatOthersAdded) {
  EXPECT_EQ(rebased(greek, "alpha\nbeta\ngamma\nD", "new\nalpha\nbeta\ngamma\ndelta\n"), "new\nalpha\nbeta\ngamma\nD");
  EXPECT_EQ(rebased(greek, "alpha\nbeta\ngamma\nD", "alpha\nbeta\ngamma\ndelta\nnew\n"), "refused: conflict");
}

TEST(RebaseTexts, AChangeThatCanBeReadInTwoWaysIsAConflict) {
  EXPECT_EQ(rebased("a\nb\na\nend\n", "b\na\nb\nend\n", "a\nb\na\nend\nnew\n"), "refused: conflict");
}

TEST(RebaseTexts, IntoAnEmptyFileThatStayedEmpty) { EXPECT_EQ(rebased("", "alpha\n", ""), "alpha\n"); }

TEST(RebaseTexts, IntoAnEmptyFileThatSomebodyFilledIsAConflict) {
  EXPECT_EQ(rebased("", "alpha\n", "beta\n"), "refused: conflict");
}

}  // namespace
}  // namespace kedge
