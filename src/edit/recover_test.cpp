#include "edit/recover.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"

namespace kedge {
namespace {

LineEdit over(std::uint32_t first, std::uint32_t last, Rows rows, int op = 0) {
  return {{LineNo{first}, LineNo{last + 1}}, std::move(rows), op};
}
LineEdit before(std::uint32_t line, Rows rows) { return {between_lines(LineNo{line}), std::move(rows), 0, Lean::below}; }
LineEdit after(std::uint32_t line, Rows rows) { return {between_lines(LineNo{line + 1}), std::move(rows), 0, Lean::above}; }

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
  const LineEdit between{between_lines(LineNo{3}), {"x"}, 0, Lean::neither};
  EXPECT_EQ(recovered(greek, "alpha\nbeta\nnew\ngamma\ndelta\n", {between}), stale);
  EXPECT_EQ(recovered(greek, "new\nalpha\nbeta\ngamma\ndelta\n", {between}), "new\nalpha\nbeta\nx\ngamma\ndelta\n");
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

TEST(RebaseTexts, IntoAnEmptyFileThatStayedEmpty) { EXPECT_EQ(rebased("", "alpha\n", ""), "alpha\n"); }

TEST(RebaseTexts, IntoAnEmptyFileThatSomebodyFilledIsAConflict) {
  EXPECT_EQ(rebased("", "alpha\n", "beta\n"), "refused: conflict");
}

}  // namespace
}  // namespace kedge
