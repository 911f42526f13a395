#include "plan/plan.hpp"

#include <gtest/gtest.h>

#include "plan/shown_rows.hpp"
#include "tests/support/file_in_session.hpp"
#include "tests/support/memory_session.hpp"
#include "tests/support/test_records.hpp"

namespace kedge {
namespace {

constexpr std::string_view path_asked = "a.txt";
constexpr std::string_view indented = "if x:\n    one\n    two\n";

Request quoting(std::string text) {
  Request request;
  request.files.push_back({.path = std::string(path_asked)});
  request.files.back().operations.push_back({Match{.text = std::move(text)}, "new\n"});
  return request;
}

TEST(Plan, ARefusedPlanRecordsNothingUntilTheRefusalIsSent) {
  test::MemorySession session;
  session.put(std::string(path_asked), std::string(indented));
  // Matches except for indentation, and the rows were never shown: the refusal prints them.
  const Request request = quoting("one\ntwo\n");
  const Result<Plan> planned = make_plan(request, *session);
  ASSERT_FALSE(planned);
  EXPECT_EQ(planned.error().code, Code::file_not_read) << planned.error().what;
  EXPECT_TRUE(session->store.last_shown("test", path_asked, 10).empty());

  record_refusal(*session, request, planned.error());
  const std::vector<Showing> showings = session->store.last_shown("test", path_asked, 10);
  ASSERT_EQ(showings.size(), 1U);
  EXPECT_EQ(showings.front().lines, test::lines(2, 3));
  EXPECT_EQ(showings.front().version, sha256(indented));
}

TEST(Plan, OfSeveralRefusalsEachIsRecorded) {
  test::MemorySession session;
  Error first = refuse(Code::no_match);
  Error second = refuse(Code::no_match);
  second.misread = Misread{"b"};
  first.others.push_back(std::move(second));
  record_refusal(*session, {}, first);
  EXPECT_TRUE(session->misread->has("b"));
  EXPECT_FALSE(session->misread->has("a"));
}

// Plans for the one file of a session.
Result<FileOutcome> outcome_planned(test::FileInSession& a, std::vector<Target> targets) {
  std::vector<Operation> operations;
  for (Target& target : targets) operations.push_back({std::move(target), ""});
  Result<Plan> plan = make_plan(test::asking(std::move(operations)), a.session());
  if (!plan) return std::unexpected(std::move(plan).error());
  return plan->files.front();
}

TEST(Plan, AFileGoesOnlyIfAllOfItIsQuotedOrWasShown) {
  test::FileInSession a("one\ntwo\n");
  EXPECT_EQ(test::code_of(outcome_planned(a, {Removal{}})), "lines_not_shown");
  EXPECT_EQ(test::code_of(outcome_planned(a, {test::passage_of({"-one"}), Removal{}})), "no_match");
  EXPECT_TRUE(outcome_planned(a, {test::passage_of({"-one", "-two"}), Removal{}})->removed);
  a.show();
  EXPECT_TRUE(outcome_planned(a, {Removal{}})->removed);
}

TEST(Plan, AFileIsChangedAndMovedAtOnce) {
  test::FileInSession a("one\n");
  a.put("taken.txt", "");
  const Result<FileOutcome> planned = outcome_planned(a, {test::passage_of({"-one", "+two"}), Relocation{"b.txt"}});
  ASSERT_TRUE(planned) << planned.error().what;
  EXPECT_EQ(planned->destination, "b.txt");
  EXPECT_EQ(planned->after.bytes(), "two\n");
  EXPECT_EQ(test::code_of(outcome_planned(a, {test::passage_of({"-one"}), Relocation{"taken.txt"}})), "file_exists");
}

TEST(Plan, AFileOfTheLiteralNameThatWasRefusedWithItsRowsPassesWhenItIsSentAgain) {
  test::MemorySession session;
  session->lasts = true;
  session.put_in_folder("b", "a.txt", "f:\n  return\ng:\n  return\n");
  const LoadedFile file = load_existing(*session, "b/a.txt", Access::write).value();
  note_shown(*session, file, LineSet(file.text.all_lines()), EventKind::shown, Numbers::shown);
  session.rewrite("b/a.txt", "f:\n  pass\ng:\n  return\n");
  Request request;
  request.files.push_back({.path = "a.txt", .literal_path = "b/a.txt"});
  request.files.front().operations = {{test::passage_of({"-  return", "+  done"}), ""}};
  const Result<Plan> refused = make_plan(request, *session);
  ASSERT_EQ(test::code_of(refused), "multiple_matches");
  record_refusal(*session, request, refused.error());
  const Result<Plan> again = make_plan(request, *session);
  EXPECT_EQ(test::code_of(again), "none");
}

TEST(Plan, AnEditThatWasWrittenBeforeTheRefusalDoesNotPass) {
  test::FileInSession a("f:\n  return\ng:\n  return\n");
  a.session().lasts = true;
  a.show();
  a.others_write("f:\n  pass\ng:\n  return\n");
  const Request first = test::asking({{Match{.text = "  return\n"}, "  one\n"}});
  const Request second = test::asking({{Match{.text = "  return\n"}, "  two\n"}});
  const auto refused = make_plan(first, a.session());
  ASSERT_EQ(test::code_of(refused), "multiple_matches");
  record_refusal(a.session(), first, refused.error());
  EXPECT_EQ(test::code_of(make_plan(second, a.session())), "multiple_matches") << "pipelined";
}

}  // namespace
}  // namespace kedge
