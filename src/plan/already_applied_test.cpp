#include "plan/already_applied.hpp"

#include <gtest/gtest.h>

#include "tests/support/file_task.hpp"

namespace kedge {
namespace {

const Text rows_shown("alpha\nbravo\ncharlie\ndelta\n");

LineEdit replaces(std::uint32_t first, std::uint32_t end, Rows rows) {
  return {{LineNo{first}, LineNo{end}}, std::move(rows), 0};
}
LineEdit inserts(std::uint32_t before, Rows rows) { return {between_lines(LineNo{before}), std::move(rows), 0}; }

TEST(InsertedAlready, RowsThatStandAtThePlaceAreThere) {
  const Text current("ALPHA\nbravo\nnew\ncharlie\ndelta\n");
  EXPECT_TRUE(inserted_already(rows_shown, {inserts(3, {"new"})}, current, {inserts(3, {"new"})})) << "followed to before them";
  EXPECT_TRUE(inserted_already(rows_shown, {inserts(3, {"new"})}, current, {inserts(4, {"new"})})) << "followed to behind them";
  EXPECT_FALSE(inserted_already(rows_shown, {inserts(3, {"other"})}, current, {inserts(3, {"other"})}));
}

TEST(InsertedAlready, AReplacementThatKeepsItsLineIsAnInsertion) {
  const Text current("ALPHA\nbravo\nnew\ncharlie\ndelta\n");
  EXPECT_TRUE(
      inserted_already(rows_shown, {replaces(3, 4, {"new", "charlie"})}, current, {replaces(4, 5, {"new", "charlie"})}));
  EXPECT_TRUE(inserted_already(rows_shown, {replaces(2, 3, {"bravo", "new"})}, current, {replaces(2, 3, {"bravo", "new"})}));
  EXPECT_TRUE(inserted_already(rows_shown, {replaces(2, 4, {"bravo", "new", "charlie"})}, current,
                               {replaces(2, 5, {"bravo", "new", "charlie"})}));
}

TEST(InsertedAlready, WhatTakesALineAwayIsNone) {
  const Text current("ALPHA\nnew\ncharlie\ndelta\n");
  EXPECT_FALSE(inserted_already(rows_shown, {replaces(2, 3, {"new"})}, current, {replaces(2, 3, {"new"})}));
  EXPECT_FALSE(inserted_already(rows_shown, {replaces(2, 3, {})}, current, {replaces(2, 3, {})}));
}

TEST(InsertedAlready, RowsThatStoodThereBeforeProveNothing) {
  const Text current("ALPHA\nbravo\ncharlie\ndelta\n");
  EXPECT_FALSE(inserted_already(rows_shown, {inserts(3, {"charlie"})}, current, {inserts(3, {"charlie"})}));
}

TEST(InsertedAlready, AllOfTheCallHasToBeThere) {
  const Text current("ALPHA\nbravo\nnew\ncharlie\ndelta\n");
  const std::vector<LineEdit> both{inserts(3, {"new"}), inserts(5, {"end"})};
  EXPECT_FALSE(inserted_already(rows_shown, both, current, {inserts(3, {"new"}), inserts(6, {"end"})}));
}

// Equal rows at its ends let the insertion be read a little further up or down.
TEST(InsertedAlready, RowsThatSlidAreThereWithTheirNeighbours) {
  const Text list("[\n{\none\n},\n{\ntwo\n},\n]\nend\n");
  const Text current("[\n{\none\n},\n{\nnew\n},\n{\ntwo\n},\n]\nEND\n");
  const Rows rows{"{", "new", "},"};
  EXPECT_TRUE(inserted_already(list, {inserts(5, rows)}, current, {inserts(6, rows)}));
  EXPECT_FALSE(inserted_already(list, {inserts(5, rows)}, Text("[\n{\none\n},\n{\ntwo\n},\n]\nEND\n"), {inserts(5, rows)}));
}

// What is said about a call that replaces the second row, made by the session or by another one.
std::optional<std::string> repeated(test::FileInSession& a, const Digest& call, bool names_version = false) {
  Request request = test::asking({{Match{.text = "bravo\n"}, "BRAVO\n"}});
  request.identity = call;
  if (names_version) request.files.front().version = rows_shown.digest();
  const test::FileInTask task(a, request);
  return repeats_itself(*task);
}

TEST(RepeatsItself, ACallThatWasAppliedIsRecognizedWhileWhatItWroteIsUntouched) {
  const Digest call = sha256("the call");
  test::FileInSession a{std::string(rows_shown.bytes())};
  a.show();
  EXPECT_FALSE(repeated(a, call));
  a.kedge_edits(replaces(2, 3, {"BRAVO"}), call);
  EXPECT_TRUE(repeated(a, call));
  EXPECT_FALSE(repeated(a, sha256("another call")));
  a.others_write("alpha\nBRAVO\ncharlie\ndelta\necho\n");
  EXPECT_TRUE(repeated(a, call)) << "what changed is elsewhere";
  a.others_write("alpha\nbravo\ncharlie\ndelta\n");
  EXPECT_FALSE(repeated(a, call)) << "it was taken back";
}

TEST(RepeatsItself, OwnChangesAreFollowedOneByOne) {
  const Digest call = sha256("the call");
  test::FileInSession a{std::string(rows_shown.bytes())};
  a.kedge_edits(replaces(2, 3, {"BRAVO"}), call);
  a.kedge_edits(inserts(1, {"first"}));
  a.kedge_edits(replaces(5, 6, {"DELTA"}));
  EXPECT_TRUE(repeated(a, call)) << "what changed is elsewhere";
  a.kedge_edits(inserts(4, {"between"}));
  EXPECT_FALSE(repeated(a, call)) << "it is no longer where it was";
  a.kedge_edits(replaces(4, 5, {}));
  EXPECT_FALSE(repeated(a, call)) << "somebody has looked after that place";
}

TEST(RepeatsItself, AVersionThatCameBackIsWhereItIsFollowedFrom) {
  const Digest call = sha256("the call");
  test::FileInSession a{std::string(rows_shown.bytes())};
  a.kedge_edits(replaces(2, 3, {"BRAVO"}), call);
  a.kedge_edits(replaces(2, 3, {"other"}));
  EXPECT_FALSE(repeated(a, call));
  a.kedge_edits(replaces(2, 3, {"BRAVO"}));
  EXPECT_TRUE(repeated(a, call));
  a.kedge_edits(replaces(4, 5, {"DELTA"}));
  EXPECT_TRUE(repeated(a, call));
}

TEST(RepeatsItself, WhoHasReadTheFileSinceMeansItAnew) {
  const Digest call = sha256("the call");
  test::FileInSession a{std::string(rows_shown.bytes())};
  a.kedge_edits(replaces(2, 3, {"BRAVO"}), call);
  EXPECT_TRUE(repeated(a, call));
  a.show();
  EXPECT_FALSE(repeated(a, call));
}

TEST(RepeatsItself, ACallOfAnotherSessionIsTheSameOnlyIfItNamesItsVersion) {
  const Digest call = sha256("the call");
  test::FileInSession a{std::string(rows_shown.bytes())};
  a.kedge_edits(replaces(2, 3, {"BRAVO"}), call);
  a.session().id = "another";
  EXPECT_FALSE(repeated(a, call));
  EXPECT_TRUE(repeated(a, call, true));
}

TEST(StandsAlready, AllThatTheEditMakesHasToBeThereInItsSurroundings) {
  const ChangeSet changes = replace_lines(rows_shown, std::vector{replaces(2, 3, {"BRAVO"})}).value();
  const Text wanted = changes.apply(rows_shown);
  EXPECT_EQ(stands_already(rows_shown, wanted, changes, Text("zero\nalpha\nBRAVO\ncharlie\nDELTA\n")), LineNo{3});
  EXPECT_FALSE(stands_already(rows_shown, wanted, changes, rows_shown));
  EXPECT_FALSE(stands_already(rows_shown, wanted, changes, Text("charlie\nBRAVO\nalpha\ndelta\n"))) << "among other rows";
}

}  // namespace
}  // namespace kedge
