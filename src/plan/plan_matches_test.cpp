#include "plan/plan_matches.hpp"

#include <gtest/gtest.h>

#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::code_of;
using test::FileInSession;

Result<PlannedFile> planned_matches(FileInSession& a, std::vector<Operation> operations,
                                    std::optional<Digest> version = std::nullopt, const Digest& identity = {}) {
  Request request = test::asking(std::move(operations));
  request.files.front().version = version;
  request.identity = identity;
  return plan_matches(request, request.files.front(), a.load(), a.session());
}

Operation replacing(std::string text, std::string body) { return {Match{.text = std::move(text)}, std::move(body)}; }

TEST(PlanMatches, AllEditsAreMadeOfTheFileAsItIs) {
  FileInSession a("one\ntwo\nsix\n");
  // The second would not fit what the first makes, and the third would fit it twice.
  const Result<PlannedFile> planned =
      planned_matches(a, {replacing("one", "six"), replacing("two", "one"), replacing("six", "two")});
  ASSERT_TRUE(planned) << planned.error().what;
  EXPECT_EQ(planned->outcome.after.bytes(), "six\none\ntwo\n");
  EXPECT_EQ(planned->outcome.replacements, 3U);
  EXPECT_EQ(code_of(planned_matches(a, {replacing("one\ntwo", "x"), replacing("two", "y")})), "overlapping_operations");
}

TEST(PlanMatches, EveryEditThatIsRefusedIsToldByItsNumber) {
  FileInSession a("one\ntwo\ntwo\n");
  const Result<PlannedFile> refused =
      planned_matches(a, {replacing("0123456789", "x"), replacing("one", "ONE"), replacing("two", "TWO")});
  ASSERT_EQ(code_of(refused), "no_match");
  EXPECT_EQ(refused.error().op, 1);
  EXPECT_TRUE(refused.error().what.starts_with("edit 1: a.txt")) << refused.error().what;
  ASSERT_EQ(refused.error().others.size(), 1U);
  EXPECT_EQ(refused.error().others.front().code, Code::multiple_matches);
  EXPECT_EQ(refused.error().others.front().op, 3);
}

TEST(PlanMatches, WhatAsksForNothingIsNotLookedFor) {
  FileInSession a("one\n");
  EXPECT_EQ(planned_matches(a, {replacing("absent", "absent")})->outcome.effect, Effect::nothing_to_do);
  EXPECT_EQ(code_of(planned_matches(a, {replacing("absent", "absent")}, sha256("other"))), "hash_mismatch");
}

TEST(PlanMatches, ACallThatNamesAnotherVersionIsRefusedUnlessItIsAppliedAlready) {
  FileInSession a("one\ntwo\n");
  a.show();
  const Digest as_shown = a.load().version;
  EXPECT_TRUE(planned_matches(a, {replacing("one", "ONE")}, as_shown));
  a.others_write("one\ntwo\nsix\n");
  EXPECT_EQ(code_of(planned_matches(a, {replacing("one", "ONE")}, as_shown)), "hash_mismatch");
  a.others_write("ONE\ntwo\n");
  EXPECT_EQ(planned_matches(a, {replacing("one", "ONE")}, as_shown)->outcome.effect, Effect::already_applied);
}

TEST(PlanMatches, ACallThatIsMadeAgainDoublesNothing) {
  FileInSession a("one\ntwo\n");
  a.show();
  const Digest call = sha256("the call");
  const std::vector<Operation> operations{replacing("one\n", "one\nnew\n")};
  EXPECT_EQ(planned_matches(a, operations, std::nullopt, call)->outcome.after.bytes(), "one\nnew\ntwo\n");
  a.kedge_edits({between_lines(LineNo{2}), {"new"}}, call);
  const Result<PlannedFile> again = planned_matches(a, operations, std::nullopt, call);
  ASSERT_TRUE(again) << again.error().what;
  EXPECT_EQ(again->outcome.effect, Effect::already_applied);
  EXPECT_EQ(again->outcome.after, again->outcome.before);
}

}  // namespace
}  // namespace kedge
