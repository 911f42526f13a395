#include "edit/change_set.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"

namespace kedge {
namespace {

Edit put(std::size_t begin, std::size_t end, std::string text, int op = 0) {
  return {{{begin}, {end}}, std::move(text), op, Lean::neither};
}

ChangeSet set_of(const Text& base, std::vector<Edit> edits) { return ChangeSet::make(base, std::move(edits)).value(); }

Error refusal_of(const Text& base, std::vector<Edit> edits) {
  const Result<ChangeSet> result = ChangeSet::make(base, std::move(edits));
  EXPECT_FALSE(result.has_value());
  return result ? refuse(Code::indeterminate) : result.error();
}

TEST(ChangeSet, EditsApplyTogetherWhateverTheirOrder) {
  const Text base("abcdef");
  EXPECT_EQ(set_of(base, {put(4, 5, "E"), put(0, 1, "A"), put(2, 2, "-")}).apply(base), Text("Ab-cdEf"));
}

TEST(ChangeSet, NoEditsChangeNothing) {
  const Text base("abc");
  EXPECT_TRUE(set_of(base, {}).empty());
  EXPECT_EQ(ChangeSet(base.size()).apply(base), base);
}

TEST(ChangeSet, EditsThatTouchAreFine) {
  const Text base("abcdef");
  EXPECT_EQ(set_of(base, {put(0, 2, "1"), put(2, 4, "2"), put(4, 6, "3")}).apply(base), Text("123"));
}

TEST(ChangeSet, TwoInsertionsAtOnePlaceKeepTheOrderOfTheCall) {
  const Text base("ab");
  EXPECT_EQ(set_of(base, {put(1, 1, "1"), put(1, 1, "2"), put(1, 1, "3")}).apply(base), Text("a123b"));
}

TEST(ChangeSet, AnInsertionAtTheEdgeOfAReplacedStretchIsFine) {
  const Text base("abcd");
  EXPECT_EQ(set_of(base, {put(1, 3, "X"), put(1, 1, "<"), put(3, 3, ">")}).apply(base), Text("a<X>d"));
}

TEST(ChangeSet, OverlappingEditsAreRefusedWithBothOperationsAndTheLine) {
  const Error error = refusal_of(Text("one\ntwo\nthree\n"), {put(0, 6, "x", 0), put(4, 8, "y", 1)});
  EXPECT_EQ(error.code, Code::overlapping_operations);
  EXPECT_EQ(error.what, "Operations 1 and 2 both touch line 2.");
  EXPECT_EQ(error.facts.json().dump(), R"({"first":1,"second":2,"line":2})");
}

TEST(ChangeSet, AnInsertionStrictlyInsideAReplacedStretchIsRefused) {
  EXPECT_EQ(refusal_of(Text("abcd"), {put(0, 4, "x"), put(2, 2, "y")}).code, Code::overlapping_operations);
}

TEST(ChangeSet, TheSameStretchTwiceIsRefused) {
  EXPECT_EQ(refusal_of(Text("abcd"), {put(0, 4, "x"), put(0, 4, "x")}).code, Code::overlapping_operations);
}

TEST(ChangeSet, AllOverlapsOfACallAreReportedTogether) {
  const Error error = refusal_of(Text("abcdefghij"), {put(0, 3, "", 0), put(2, 4, "", 1), put(6, 8, "", 2), put(7, 9, "", 3)});
  ASSERT_EQ(error.others.size(), 1U);
  EXPECT_EQ(error.others[0].facts.find("first")->dump(), "3");
}

TEST(ChangeSet, AWideEditOverlapsEverythingInsideIt) {
  const Error error = refusal_of(Text("abcdefghij"), {put(0, 10, "", 0), put(2, 3, "", 1), put(5, 6, "", 2)});
  ASSERT_EQ(error.others.size(), 1U) << "operation 3 overlaps operation 1, too";
  EXPECT_EQ(error.others[0].facts.find("second")->dump(), "3");
}

TEST(ChangeSet, InvertTakesItBack) {
  const Text base(
      "\xEF\xBB\xBF"
      "one\r\ntwo\nthree");
  const ChangeSet changes = set_of(base, {put(0, 3, ""), put(3, 8, "1\n2\n"), put(10, 10, "x"), put(12, 17, "")});
  const Text after = changes.apply(base);
  EXPECT_EQ(changes.invert(base).apply(after), base);
  EXPECT_EQ(changes.invert(base).base_size(), after.size());
}

TEST(ChangeSet, OneAfterTheOtherIsOneChangeSet) {
  const Text base("abcdef");
  const ChangeSet first = set_of(base, {put(1, 3, "XYZ"), put(5, 5, "!")});
  const Text middle = first.apply(base);  // aXYZde!f
  const ChangeSet second = set_of(middle, {put(0, 2, "-"), put(3, 5, ""), put(7, 8, "F")});
  const ChangeSet both = first.then(middle, second);
  EXPECT_EQ(both.apply(base), second.apply(middle));
  EXPECT_EQ(both.base_size(), base.size());
}

TEST(ChangeSet, InsertingAndTakingOutAgainIsNothingOnceTrimmed) {
  const Text base("abc");
  const ChangeSet first = set_of(base, {put(1, 1, "XX")});
  const Text middle = first.apply(base);
  const ChangeSet both = first.then(middle, set_of(middle, {put(1, 3, "")}));
  EXPECT_TRUE(both.trimmed(base).empty());
}

TEST(ChangeSet, TrimmingKeepsOnlyWhatChanges) {
  const Text base("one\ntwo\nthree\n");
  const ChangeSet trimmed = set_of(base, {put(0, 4, "one\n"), put(4, 8, "toe\n")}).trimmed(base);
  ASSERT_EQ(trimmed.edits().size(), 1U);
  EXPECT_EQ(trimmed.edits()[0], put(5, 7, "oe"));
  EXPECT_EQ(trimmed.apply(base), Text("one\ntoe\nthree\n"));
}

TEST(ChangeSet, ALineIsFollowedPastEditsAboveIt) {
  const Text base("one\ntwo\nthree\n");
  const ChangeSet changes = set_of(base, {put(0, 0, "zero\n"), put(4, 8, "")});
  const Text after = changes.apply(base);
  EXPECT_EQ(changes.map_line(base, after, LineNo{1}), LineNo{2});
  EXPECT_EQ(changes.map_line(base, after, LineNo{2}), std::nullopt);
  EXPECT_EQ(changes.map_line(base, after, LineNo{3}), LineNo{3});
}

TEST(ChangeSet, ALineThatWasGluedToAnotherIsNotFollowed) {
  const Text base("one\ntwo\n");
  const ChangeSet changes = set_of(base, {put(4, 4, "and ")});
  EXPECT_EQ(changes.map_line(base, changes.apply(base), LineNo{2}), std::nullopt);
  EXPECT_EQ(changes.map_line(base, changes.apply(base), LineNo{1}), LineNo{1});
  const ChangeSet joined = set_of(base, {put(3, 4, "")});
  EXPECT_EQ(joined.map_line(base, joined.apply(base), LineNo{2}), std::nullopt);
}

TEST(ChangeSet, ALineThatLostItsTerminatorIsNotFollowed) {
  const Text base("one\ntwo\n");
  const ChangeSet changes = set_of(base, {put(7, 8, "")});
  EXPECT_EQ(changes.map_line(base, changes.apply(base), LineNo{2}), std::nullopt);
}

std::optional<LineNo> first_changed(const Text& base, std::vector<Edit> edits) {
  const ChangeSet changes = set_of(base, std::move(edits));
  return changes.first_changed_line(base, changes.apply(base));
}

TEST(ChangeSet, TheFirstChangedLineIsTheFirstThatDiffers) {
  const Text base("one\ntwo\nthree\n");
  EXPECT_EQ(first_changed(base, {}), std::nullopt);
  EXPECT_EQ(first_changed(base, {put(0, 4, "one\n")}), std::nullopt);
  EXPECT_EQ(first_changed(base, {put(0, 8, "one\nTWO\n")}), LineNo{2});
  EXPECT_EQ(first_changed(base, {put(4, 4, "new\n")}), LineNo{2});
  EXPECT_EQ(first_changed(base, {put(8, 14, "")}), LineNo{3});
  EXPECT_EQ(first_changed(base, {put(14, 14, "four\n")}), LineNo{4});
  EXPECT_EQ(first_changed(base, {put(0, 14, "")}), LineNo{1});
  EXPECT_EQ(first_changed(Text(""), {put(0, 0, "x\n")}), LineNo{1});
}

TEST(ChangeSet, ALastLineThatOnlyGainedItsTerminatorCountsAsKept) {
  EXPECT_EQ(first_changed(Text("one\ntwo"), {put(7, 7, "\nthree")}), LineNo{3});
  EXPECT_EQ(first_changed(Text("one\ntwo\nthree"), {put(7, 13, "")}), LineNo{3});
}

TEST(ChangeSet, ATerminatorThatWasAskedForIsAChangeOfItsLine) {
  EXPECT_EQ(first_changed(Text("one\ntwo"), {put(7, 7, "\n")}), LineNo{2});
  EXPECT_EQ(first_changed(Text("one\r\ntwo\n"), {put(3, 4, "")}), LineNo{1});
}

TEST(ChangeSetDeathTest, AnotherTextStopsTheProgram) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const Text base("abc");
  const ChangeSet changes = set_of(base, {put(0, 1, "x")});
  EXPECT_DEATH(changes.apply(Text("ab")), "internal requirement failed");
}

}  // namespace
}  // namespace kedge
