#include "plan/plan_passages.hpp"

#include <gtest/gtest.h>

#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::code_of;
using test::FileInSession;
using test::passage_of;
using test::span_of;

constexpr Policy of_patches{.lowest_unasked = MatchMode::typographic_punctuation, .order_tells_apart = true};

Result<PlannedFile> planned_passages(FileInSession& a, std::vector<Target> targets) {
  std::vector<Operation> operations;
  for (Target& target : targets) operations.push_back({std::move(target), ""});
  const Request request = test::asking(std::move(operations), of_patches);
  const LoadedFile file = load(a.session(), FileInSession::path, Access::write).value();
  return plan_passages(request, request.files.front(), file, a.session());
}

TEST(PlanPassages, LinesThatAreKeptHaveTheFilesOwnBytes) {
  FileInSession a("one \r\ntwo\r\nsix\r\n");
  a.show();
  const Result<PlannedFile> planned = planned_passages(a, {passage_of({" one", "-two", "+TWO"})});
  ASSERT_TRUE(planned) << planned.error().what;
  EXPECT_EQ(planned->outcome.after.bytes(), "one \r\nTWO\r\nsix\r\n");
  EXPECT_EQ(planned->outcome.match_mode, MatchMode::trailing_blanks);
  EXPECT_EQ(planned->warnings.size(), 1U);
}

TEST(PlanPassages, RowsOfDotsStandForTheLinesBetween) {
  FileInSession a("one\ntwo\nsix\nten\n");
  const Result<PlannedFile> elided = planned_passages(a, {passage_of({"-one", "~...", "-ten", "+TEN"})});
  ASSERT_TRUE(elided) << elided.error().what;
  EXPECT_EQ(elided->outcome.after.bytes(), "two\nsix\nTEN\n");
  FileInSession with_dots("one\n...\nten\n");
  const Result<PlannedFile> literal = planned_passages(with_dots, {passage_of({"-one", "~...", "-ten"})});
  ASSERT_TRUE(literal) << literal.error().what;
  EXPECT_EQ(literal->outcome.after.bytes(), "...\n");
}

TEST(PlanPassages, EmptyRowsAtTheEdgesThatTheFileDoesNotHaveAreSetAside) {
  FileInSession a("one\ntwo\n");
  const Result<PlannedFile> planned = planned_passages(a, {passage_of({" ", "-two", "+TWO", " "})});
  ASSERT_TRUE(planned) << planned.error().what;
  EXPECT_EQ(planned->outcome.after.bytes(), "one\nTWO\n");
}

TEST(PlanPassages, AFileGoesOnlyIfAllOfItIsQuotedOrWasShown) {
  FileInSession a("one\ntwo\n");
  EXPECT_EQ(code_of(planned_passages(a, {Removal{}})), "lines_not_shown");
  EXPECT_EQ(code_of(planned_passages(a, {passage_of({"-one"}), Removal{}})), "no_match");
  EXPECT_TRUE(planned_passages(a, {passage_of({"-one", "-two"}), Removal{}})->outcome.removed);
  a.show(span_of(1, 2));
  EXPECT_TRUE(planned_passages(a, {Removal{}})->outcome.removed);
}

TEST(PlanPassages, AFileIsChangedAndMovedAtOnce) {
  FileInSession a("one\n");
  a.put("taken.txt", "");
  const Result<PlannedFile> planned = planned_passages(a, {passage_of({"-one", "+two"}), Relocation{"b.txt"}});
  ASSERT_TRUE(planned) << planned.error().what;
  EXPECT_EQ(planned->outcome.destination, "b.txt");
  EXPECT_EQ(planned->outcome.after.bytes(), "two\n");
  EXPECT_EQ(code_of(planned_passages(a, {passage_of({"-one"}), Relocation{"taken.txt"}})), "file_exists");
}

}  // namespace
}  // namespace kedge
