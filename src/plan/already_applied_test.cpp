#include "plan/already_applied.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

const Text shown("alpha\nbravo\ncharlie\ndelta\n");

LineEdit replaces(std::uint32_t first, std::uint32_t end, Rows rows) {
  return {{LineNo{first}, LineNo{end}}, std::move(rows), 0};
}
LineEdit inserts(std::uint32_t before, Rows rows) { return {between_lines(LineNo{before}), std::move(rows), 0}; }

TEST(InsertedAlready, RowsThatStandAtThePlaceAreThere) {
  const Text current("ALPHA\nbravo\nnew\ncharlie\ndelta\n");
  EXPECT_TRUE(inserted_already(shown, {inserts(3, {"new"})}, current, {inserts(3, {"new"})})) << "followed to before them";
  EXPECT_TRUE(inserted_already(shown, {inserts(3, {"new"})}, current, {inserts(4, {"new"})})) << "followed to behind them";
  EXPECT_FALSE(inserted_already(shown, {inserts(3, {"other"})}, current, {inserts(3, {"other"})}));
}

TEST(InsertedAlready, AReplacementThatKeepsItsLineIsAnInsertion) {
  const Text current("ALPHA\nbravo\nnew\ncharlie\ndelta\n");
  EXPECT_TRUE(inserted_already(shown, {replaces(3, 4, {"new", "charlie"})}, current, {replaces(4, 5, {"new", "charlie"})}));
  EXPECT_TRUE(inserted_already(shown, {replaces(2, 3, {"bravo", "new"})}, current, {replaces(2, 3, {"bravo", "new"})}));
  EXPECT_TRUE(inserted_already(shown, {replaces(2, 4, {"bravo", "new", "charlie"})}, current,
                               {replaces(2, 5, {"bravo", "new", "charlie"})}));
}

TEST(InsertedAlready, WhatTakesALineAwayIsNone) {
  const Text current("ALPHA\nnew\ncharlie\ndelta\n");
  EXPECT_FALSE(inserted_already(shown, {replaces(2, 3, {"new"})}, current, {replaces(2, 3, {"new"})}));
  EXPECT_FALSE(inserted_already(shown, {replaces(2, 3, {})}, current, {replaces(2, 3, {})}));
}

TEST(InsertedAlready, RowsThatStoodThereBeforeProveNothing) {
  const Text current("ALPHA\nbravo\ncharlie\ndelta\n");
  EXPECT_FALSE(inserted_already(shown, {inserts(3, {"charlie"})}, current, {inserts(3, {"charlie"})}));
}

TEST(InsertedAlready, AllOfTheCallHasToBeThere) {
  const Text current("ALPHA\nbravo\nnew\ncharlie\ndelta\n");
  const std::vector<LineEdit> both{inserts(3, {"new"}), inserts(5, {"end"})};
  EXPECT_FALSE(inserted_already(shown, both, current, {inserts(3, {"new"}), inserts(6, {"end"})}));
}

// Equal rows at its ends let the insertion be read a little further up or down.
TEST(InsertedAlready, RowsThatSlidAreThereWithTheirNeighbours) {
  const Text list("[\n{\none\n},\n{\ntwo\n},\n]\nend\n");
  const Text current("[\n{\none\n},\n{\nnew\n},\n{\ntwo\n},\n]\nEND\n");
  const Rows rows{"{", "new", "},"};
  EXPECT_TRUE(inserted_already(list, {inserts(5, rows)}, current, {inserts(6, rows)}));
  EXPECT_FALSE(inserted_already(list, {inserts(5, rows)}, Text("[\n{\none\n},\n{\ntwo\n},\n]\nEND\n"), {inserts(5, rows)}));
}

}  // namespace
}  // namespace kedge
