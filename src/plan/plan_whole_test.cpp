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

TEST(PlanWhole, AnEmptyFileCanBeAsGoodAsNone) {
  FileInSession empty("");
  EXPECT_EQ(code_of(planned_whole(empty, "new\n", {.path = "a.txt", .must_be_new = true})), "file_exists");
  EXPECT_TRUE(planned_whole(empty, "new\n", {.path = "a.txt", .must_be_new = true, .may_be_empty = true}));
  FileInSession filled("one\n");
  filled.show();
  EXPECT_EQ(code_of(planned_whole(filled, "new\n", {.path = "a.txt", .must_be_new = true, .may_be_empty = true})),
            "file_exists");
}

TEST(PlanWhole, RowsAtAnEdgeOfAFileThatIsMissingMakeIt) {
  FileInSession a("one\n");
  const LoadedFile absent = load(a.session(), "b.txt", Access::write).value();
  const auto missing = [&](std::vector<Operation> operations, std::optional<std::string> tag = std::nullopt) {
    Request request = test::asking(std::move(operations));
    request.files.front().tag = std::move(tag);
    return plan_missing(request, request.files.front(), absent, a.session());
  };
  const Result<PlannedFile> planned = missing({{Lines{Edge::tail}, "one\r\ntwo"}});
  ASSERT_TRUE(planned) << planned.error().what;
  EXPECT_TRUE(planned->outcome.created);
  EXPECT_EQ(planned->outcome.after.bytes(), "one\ntwo\n");
  EXPECT_EQ(code_of(missing({{Lines{Edge::tail}, "one"}}, "0000")), "not_found") << "a version that is named was there";
  EXPECT_EQ(code_of(missing({{Match{.text = "one"}, "1"}})), "not_found");
  EXPECT_EQ(code_of(missing({{Removal{}, ""}})), "not_found");
}

TEST(PlanWhole, AFileGoesOnlyIfItIsTheOneThatIsNamed) {
  FileInSession a("one\n");
  const auto known = [&](std::optional<Tag> tag, const Policy& policy) {
    Request request = test::asking({{Removal{}, ""}}, policy);
    request.files.front().tag = std::move(tag);
    return check_known(request, request.files.front(), a.load(), a.session());
  };
  EXPECT_EQ(code_of(known(std::nullopt, {})), "lines_not_shown") << "without tags it has to have been shown";
  EXPECT_EQ(code_of(known(std::nullopt, {.tags = true})), "patch_syntax");
  a.show();
  EXPECT_TRUE(known(std::nullopt, {}));
  const Tag tag = a.tag();
  EXPECT_TRUE(known(tag, {.tags = true}));
  a.others_write("two\n");
  const Result<void> stale = known(tag, {.tags = true});
  ASSERT_EQ(code_of(stale), "snapshot_stale");
  EXPECT_EQ(*stale.error().facts.find("rows"), Json("1:two\n"));
}

TEST(PlanWhole, NothingOfAFileThatGoesIsLeft) {
  FileInSession a("one\ntwo\n");
  const LoadedFile file = a.load();
  const auto gone = [&](PlannedFile planned, std::vector<Operation> operations) {
    const Request request = test::asking(std::move(operations));
    return plan_removal_or_move(std::move(planned), request.files.front(), file, a.session());
  };
  EXPECT_TRUE(gone(nothing_to_do(file), {{Removal{}, ""}})->outcome.removed);
  const Operation some{test::passage_of({"-one"}), ""};
  PlannedFile part{.outcome = outcome_of(file)};
  apply(part.outcome, replace_lines(file.text, std::vector{LineEdit{span_of(1, 1), {}}}).value());
  const Result<PlannedFile> left = gone(std::move(part), {some, {Removal{}, ""}});
  ASSERT_EQ(code_of(left), "no_match");
  EXPECT_EQ(*left.error().facts.find("lines_left"), Json(1));
  PlannedFile all{.outcome = outcome_of(file)};
  apply(all.outcome, replace_lines(file.text, std::vector{LineEdit{span_of(1, 2), {}}}).value());
  EXPECT_TRUE(gone(std::move(all), {some, {Removal{}, ""}})->outcome.removed);
}

}  // namespace
}  // namespace kedge
