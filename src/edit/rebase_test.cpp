#include "edit/rebase.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"

namespace kedge {
namespace {

Edit put(std::size_t begin, std::size_t end, std::string text, Lean lean = Lean::neither, int op = 0) {
  return {{{begin}, {end}}, std::move(text), op, lean};
}

// What both sides get when each moves over the other, or "refused" if both refuse.
std::string both(const Text& base, std::vector<Edit> my_edits, std::vector<Edit> their_edits) {
  const ChangeSet mine = ChangeSet::make(base, std::move(my_edits)).value();
  const ChangeSet theirs = ChangeSet::make(base, std::move(their_edits)).value();
  const Result<ChangeSet> here = rebase(base, mine, theirs);
  const Result<ChangeSet> there = rebase(base, theirs, mine);
  if (here.has_value() != there.has_value()) return "only one side refuses";
  if (!here) return here.error().code == Code::conflict ? "refused" : "refused under another code";
  const std::string result(here->apply(theirs.apply(base)).bytes());
  return there->apply(mine.apply(base)).bytes() == result ? result : "the sides differ";
}

TEST(Rebase, EditsThatStandApartBothHappen) {
  EXPECT_EQ(both(Text("abcdef"), {put(0, 1, "A")}, {put(4, 5, "EE")}), "AbcdEEf");
  EXPECT_EQ(both(Text("abcdef"), {put(4, 5, "E")}, {put(0, 3, "")}), "dEf");
}

TEST(Rebase, EditsThatTouchBothHappen) { EXPECT_EQ(both(Text("abcd"), {put(0, 2, "1")}, {put(2, 4, "2")}), "12"); }

TEST(Rebase, EditsOfTheSameBytesAreRefused) {
  EXPECT_EQ(both(Text("abcd"), {put(0, 3, "1")}, {put(2, 4, "2")}), "refused");
  EXPECT_EQ(both(Text("abcd"), {put(0, 3, "1")}, {put(0, 3, "1")}), "refused");
}

TEST(Rebase, AnInsertionInsideAReplacedStretchIsRefused) {
  EXPECT_EQ(both(Text("abcd"), {put(1, 3, "")}, {put(2, 2, "x")}), "refused");
}

TEST(Rebase, AnInsertionAtTheEdgeOfAReplacedStretchIsFine) {
  EXPECT_EQ(both(Text("abcd"), {put(1, 3, "X")}, {put(1, 1, "<")}), "a<Xd");
  EXPECT_EQ(both(Text("abcd"), {put(1, 3, "X")}, {put(3, 3, ">")}), "aX>d");
}

TEST(Rebase, InsertionsAtOnePlaceAreRefusedUnlessTheyLeanApart) {
  EXPECT_EQ(both(Text("ab"), {put(1, 1, "1")}, {put(1, 1, "2")}), "refused");
  EXPECT_EQ(both(Text("ab"), {put(1, 1, "1", Lean::above)}, {put(1, 1, "2", Lean::above)}), "refused");
  EXPECT_EQ(both(Text("ab"), {put(1, 1, "1", Lean::above)}, {put(1, 1, "2", Lean::below)}), "a12b");
  EXPECT_EQ(both(Text("ab"), {put(1, 1, "1", Lean::below)}, {put(1, 1, "2", Lean::above)}), "a21b");
}

TEST(Rebase, OverNothingEverythingStays) {
  const Text base("abc");
  const ChangeSet mine = ChangeSet::make(base, {put(1, 2, "B"), put(3, 3, "!", Lean::below, 1)}).value();
  EXPECT_EQ(rebase(base, mine, ChangeSet(base.size())).value(), mine);
}

TEST(Rebase, EveryClashIsReportedWithItsLineAndOperation) {
  const Text base("one\ntwo\nthree\n");
  const ChangeSet mine = ChangeSet::make(base, {put(0, 4, "1\n", Lean::neither, 0), put(4, 8, "2\n", Lean::neither, 1),
                                                put(8, 14, "3\n", Lean::neither, 2)})
                             .value();
  const ChangeSet theirs = ChangeSet::make(base, {put(0, 3, "eins"), put(8, 9, "T")}).value();
  const Result<ChangeSet> result = rebase(base, mine, theirs);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().op, 1);
  EXPECT_EQ(*result.error().facts.find("line")->as_integer(), 1);
  ASSERT_EQ(result.error().others.size(), 1U);
  EXPECT_EQ(result.error().others[0].op, 3);
  EXPECT_EQ(*result.error().others[0].facts.find("line")->as_integer(), 3);
}

}  // namespace
}  // namespace kedge
