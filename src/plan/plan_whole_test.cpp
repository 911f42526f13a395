#include "plan/plan_whole.hpp"

#include <gtest/gtest.h>

#include "support/repeatable_random.hpp"
#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::code_of;
using test::FileInSession;
using test::span_of;

Result<PlannedFile> planned_whole(FileInSession& a, std::string body, const FileRequest& like = {}, Policy policy = {}) {
  Request request = test::asking({}, policy);
  request.files.front() = like;
  request.files.front().operations = {{Whole{}, std::move(body)}};
  return plan_whole(request, request.files.front(), a.load(), a.session());
}

TEST(PlanWhole, WhateverWasSentIsWhatTheFileBecomes) {
  RepeatableRandom random(1);
  const auto some_text = [&] {
    std::string text;
    for (std::size_t i = random.below(10); i > 0; --i) text += "ab\n\n\r "[random.below(6)];
    return text;
  };
  for (int i = 0; i < 150; ++i) {
    const std::string before = some_text();
    const std::string after = some_text();
    FileInSession a(before);
    a.show();
    const Result<PlannedFile> planned = planned_whole(a, after);
    ASSERT_TRUE(planned) << planned.error().what;
    const FileOutcome& outcome = planned->outcome;
    ASSERT_EQ(outcome.after.bytes(), after);
    ASSERT_EQ(outcome.changes.apply(outcome.before).bytes(), after);
    ASSERT_EQ(outcome.effect, before == after ? Effect::nothing_to_do : Effect::applied);
  }
}

TEST(PlanWhole, AFileThatWasSeenInPartIsNotReplaced) {
  FileInSession a("one\ntwo\n");
  a.show(span_of(1, 1));
  EXPECT_EQ(code_of(planned_whole(a, "new\n")), "lines_not_shown");
  // Its version was printed beside some of its rows: to name it proves nothing about the others.
  EXPECT_EQ(code_of(planned_whole(a, "new\n", {.path = "a.txt", .version = a.load().version})), "lines_not_shown");
  a.show(span_of(2, 2));
  EXPECT_TRUE(planned_whole(a, "new\n"));
}

TEST(PlanWhole, AVersionThatNobodyWasShownWasComputedFromTheWholeFile) {
  FileInSession a("one\ntwo\n");
  EXPECT_TRUE(planned_whole(a, "new\n", {.path = "a.txt", .version = sha256("one\ntwo\n")}));
  EXPECT_EQ(code_of(planned_whole(a, "new\n", {.path = "a.txt", .version = sha256("other")})), "hash_mismatch");
  EXPECT_EQ(code_of(planned_whole(a, "new\n", {.path = "a.txt"}, {.needs_version = true})), "hash_mismatch");
}

TEST(PlanWhole, ANewFileIsMadeOnlyWhereThereIsNone) {
  FileInSession a("one\n");
  a.show();
  EXPECT_EQ(code_of(planned_whole(a, "new\n", {.path = "a.txt", .must_be_new = true})), "file_exists");
  Request request = test::asking({{Whole{}, "new\n"}});
  request.files.front().must_be_new = true;
  const LoadedFile absent = load(a.session(), "b.txt", Access::write).value();
  const Result<PlannedFile> planned = plan_whole(request, request.files.front(), absent, a.session());
  ASSERT_TRUE(planned);
  EXPECT_TRUE(planned->outcome.created);
  EXPECT_EQ(planned->outcome.after.bytes(), "new\n");
}

}  // namespace
}  // namespace kedge
