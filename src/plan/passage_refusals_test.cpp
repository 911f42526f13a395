#include "plan/passage_refusals.hpp"

#include <gtest/gtest.h>

#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::passage_of;

// Of the first passage that has no place.
Error misfit_of(FileInSession& a, const std::vector<Passage>& passages, const Policy& policy = {}) {
  std::vector<QuotedPassage> quoted;
  for (const Passage& one : passages) quoted.push_back(quoted_passage(one, static_cast<int>(quoted.size())));
  const LoadedFile file = a.load();
  const Placement placement = place_passages(file.text, quoted, policy);
  EXPECT_FALSE(placement) << "all of them have a place";
  if (placement) return refuse(Code::io_failed);
  const Misfit& misfit = placement.error().front();
  ShownVersions versions(a.session(), file);
  return misfit_refusal(file, versions, quoted[misfit.passage], misfit, policy);
}

TEST(PassageRefusals, TheProposalIsThePassageWithTheFilesOwnLinesAndFits) {
  FileInSession a("begin\nint count = first(value);\nend\n");
  const Error refused = misfit_of(a, {passage_of({" begin", "-int count = first(values);", "+int count = 0;"})});
  EXPECT_EQ(refused.code, Code::no_match);
  EXPECT_EQ(refused.op, 1);
  const auto* const proposal = std::get_if<CorrectedPassage>(&refused.correction);
  ASSERT_NE(proposal, nullptr) << refused.what;
  EXPECT_EQ(proposal->line, LineNo{1});
  ASSERT_EQ(proposal->rows.size(), 3U);
  EXPECT_EQ(proposal->rows[1].text, "int count = first(value);");
  EXPECT_EQ(proposal->rows[1].fate, RowFate::removed);
  const QuotedPassage again = quoted_passage({.rows = proposal->rows}, 0);
  const Placement placement = place_passages(a.load().text, std::span(&again, 1), {});
  ASSERT_TRUE(placement);
  EXPECT_EQ(placement->front().lines, test::span_of(1, 2));
}

TEST(PassageRefusals, NothingIsProposedForARowThatIsToGoAndStandsForNoLine) {
  FileInSession a("begin\nsomething else altogether\nend\n");
  const Error refused = misfit_of(a, {passage_of({" begin", "-0123456789", " end"})});
  EXPECT_EQ(refused.code, Code::no_match);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(refused.correction));
}

TEST(PassageRefusals, SeveralPlacesAreListedWithTheLinesThatTheyStandUnder) {
  FileInSession a("def f():\n  x\ndef g():\n  x\n");
  const Error refused = misfit_of(a, {passage_of({"-  x"})});
  EXPECT_EQ(refused.code, Code::multiple_matches);
  EXPECT_EQ(*refused.facts.find("lines"), Json::array({2, 4}));
  EXPECT_TRUE(refused.what.contains("2 (under line 1: def f():), 4 (under line 3: def g():)")) << refused.what;
}

TEST(PassageRefusals, EachWayToHaveNoPlaceHasItsCode) {
  FileInSession a("one\ntwo\n");
  Passage below_it = passage_of({"-one"});
  below_it.in_order = true;
  const Error out_of_order = misfit_of(a, {passage_of({"-two"}), below_it}, {.order_tells_apart = true});
  EXPECT_EQ(out_of_order.code, Code::overlapping_operations);
  EXPECT_EQ(out_of_order.op, 2);
  EXPECT_EQ(misfit_of(a, {passage_of({"+new"})}).code, Code::patch_syntax);
  Passage at_end = passage_of({"-one"});
  at_end.ends_file = true;
  EXPECT_TRUE(misfit_of(a, {at_end}).what.contains("not at the end of the file"));
}

TEST(PassageRefusals, RowsWithThePrefixesOfWhatWasShownAreProposedWithoutThem) {
  FileInSession a("one\ntwo\n");
  a.show();
  const LoadedFile file = a.load();
  ShownVersions versions(a.session(), file);
  const std::optional<Error> refused =
      pasted_rows(file, versions, quoted_passage(passage_of({" 1:one", "-2:two", "+2:TWO"}), 0), {});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, Code::pasted_prefix);
  const auto* const proposal = std::get_if<CorrectedPassage>(&refused->correction);
  ASSERT_NE(proposal, nullptr);
  ASSERT_EQ(proposal->rows.size(), 3U);
  EXPECT_EQ(proposal->rows[2].text, "TWO");
  EXPECT_FALSE(pasted_rows(file, versions, quoted_passage(passage_of({" one", "-two", "+TWO"}), 0), {}));
}

}  // namespace
}  // namespace kedge
