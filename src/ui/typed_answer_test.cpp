#include "ui/typed_answer.hpp"

#include <gtest/gtest.h>

namespace kedge::ui {
namespace {

// Two hunks of one file, a new file, and one hunk of another.
Happening proposed() {
  Happening happening{.kind = Happening::Kind::proposed};
  happening.files = {{.path = "a", .op = "update"}, {.path = "n", .op = "create"}, {.path = "b", .op = "update"}};
  happening.files[0].hunks = {{3, 1, 3, 2}, {9, 0, 10, 2}};
  happening.files[2].hunks = {{1, 2, 1, 0}};
  return happening;
}

TEST(TypedAnswer, PartsAreHunksAndWholeFiles) {
  EXPECT_EQ(list_of(parts_of(proposed())),
            "  change 1: a, line 3 (+2 −1)\n"
            "  change 2: a, lines 10-11 (+2 −0)\n"
            "  change 3: n, create\n"
            "  change 4: b, lines 1-2 (+0 −2)\n");
  Happening one{.files = {{.path = "a", .op = "update", .hunks = {{1, 1, 1, 1}}}}};
  EXPECT_EQ(list_of(parts_of(one)), "");
}

TEST(TypedAnswer, OnlyAClearYesIsOne) {
  const std::vector<NumberedPart> parts = parts_of(proposed());
  for (const char* const yes : {"y", "Y", "yes", "y ", "y\r"}) EXPECT_TRUE(typed_answer(yes, parts).consent) << yes;
  for (const char* const no : {"", "n", "no", "ya", " y", "yes!", "ok", "1", "a", "a 0", "a soon", "y 9", "y 0"}) {
    EXPECT_FALSE(typed_answer(no, parts).consent) << no;
  }
  EXPECT_EQ(typed_answer("a 10", parts).minutes, 10U);
  EXPECT_EQ(typed_answer("a 99999", parts).minutes, 1440U);
}

TEST(TypedAnswer, ANoteGoesWithEither) {
  const std::vector<NumberedPart> parts = parts_of(proposed());
  EXPECT_EQ(typed_answer("n use the other helper", parts).note, "use the other helper");
  EXPECT_EQ(typed_answer("y but rename it", parts).note, "but rename it");
  EXPECT_TRUE(typed_answer("y but rename it", parts).declined.empty());
  EXPECT_EQ(typed_answer("maybe later", parts).note, "") << "nobody said that it is a note";
}

TEST(TypedAnswer, SomeOfItByNumbers) {
  const std::vector<NumberedPart> parts = parts_of(proposed());
  const Answer first = typed_answer("y 1", parts);
  EXPECT_TRUE(first.consent);
  EXPECT_EQ(first.declined, (std::vector<ChangePart>{{"a", {2}}, {"n", {}}, {"b", {1}}}));
  EXPECT_EQ(typed_answer("y 1-4", parts).declined, std::vector<ChangePart>{});
  const Answer some = typed_answer("y 2,3 leave the rest", parts);
  EXPECT_EQ(some.declined, (std::vector<ChangePart>{{"a", {1}}, {"b", {1}}}));
  EXPECT_EQ(some.note, "leave the rest");
}

}  // namespace
}  // namespace kedge::ui
