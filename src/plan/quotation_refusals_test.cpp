#include "plan/quotation_refusals.hpp"

#include <gtest/gtest.h>

#include "tests/support/file_task.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::FileInTask;
using test::passage_of;
using test::span_of;

// Of a quotation that matches nowhere.
Error no_text(FileInSession& a, const Match& match, const std::string& body = "", const std::string& unclear = "") {
  const FileInTask task(a, test::asking({{match, body}}));
  return text_refusal(*task, match, body, {.detail = unclear});
}

// Of the first passage that has no place.
Error misfit_of(FileInSession& a, const std::vector<Passage>& passages, const Policy& policy = {}) {
  std::vector<QuotedPassage> quoted;
  for (const Passage& one : passages) quoted.push_back(quoted_passage(one, static_cast<int>(quoted.size())));
  const FileInTask task(a, test::asking({{passages.front(), ""}}, policy));
  const std::vector<Placement> places = place_passages(task.text(), quoted, policy);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i]) return passage_refusal(*task, quoted[i], places[i].error());
  }
  ADD_FAILURE() << "all of them have a place";
  return refuse(Code::io_failed);
}

TEST(QuotationRefusals, TheNearestRegionIsNamedWithItsFirstDifference) {
  FileInSession a("alpha\nint count = first(value);\nomega\n");
  const Error refused = no_text(a, {.text = "int count = first(values);\nomega\n"});
  EXPECT_EQ(refused.code, Code::no_match);
  EXPECT_EQ(*refused.facts.find("nearest"), Json::object({{"start", 2}, {"end", 3}}));
  const Json* const differs = refused.facts.find("differs");
  ASSERT_NE(differs, nullptr);
  EXPECT_EQ(*differs->find("line"), Json(2));
  EXPECT_EQ(*refused.facts.find("rows"), Json("2:int count = first(value);\n3:omega\n"));
  EXPECT_TRUE(refused.shows.empty()) << "rows that are there to help do not count as shown";
}

TEST(QuotationRefusals, WhereNothingIsAlikeThatIsSaid) {
  FileInSession a("alpha\nomega\n");
  const Error refused = no_text(a, {.text = "0123456789\n"});
  EXPECT_TRUE(refused.what.contains("Nothing in the file is like it.")) << refused.what;
  EXPECT_EQ(refused.facts.find("nearest"), nullptr);
}

TEST(QuotationRefusals, NewTextThatStandsInTheFileOnceIsPointedAt) {
  FileInSession a("alpha\nnew text\nomega\n");
  const Error once = no_text(a, {.text = "old text\n"}, "new text\n");
  EXPECT_EQ(once.reason, Reason::new_text_is_there);
  EXPECT_EQ(*once.facts.find("new_text_at_line"), Json(2));
  a.others_write("new text\nnew text\n");
  EXPECT_EQ(no_text(a, {.text = "old text\n"}, "new text\n").reason, Reason::told);
}

TEST(QuotationRefusals, AChangeSinceTheFileWasShownIsTold) {
  FileInSession a("alpha\n");
  a.show();
  EXPECT_EQ(*no_text(a, {.text = "0123456789\n"}).facts.find("changed_since_shown"), Json(false));
  a.others_write("omega\n");
  EXPECT_EQ(*no_text(a, {.text = "0123456789\n"}).facts.find("changed_since_shown"), Json(true));
}

TEST(QuotationRefusals, LinesThatBeginAndEndAlikeAreOfferedAsTheFileHasThem) {
  FileInSession a("void f() {\n  int first = 1;\n  int second = 2;\n  return first + second;\n");
  const Error refused = no_text(a, {.text = "void f() {\n  int first = 1;\n  int second = 3;\n  return first + second;\n"});
  const Json* const proposal = refused.facts.find("proposal");
  ASSERT_NE(proposal, nullptr) << refused.what;
  EXPECT_EQ(*proposal->find("old_string"), Json("void f() {\n  int first = 1;\n  int second = 2;\n  return first + second;\n"));
}

TEST(QuotationRefusals, WhatFitsButForItsIndentationIsMisread) {
  FileInSession a("  one\n");
  const Error refused = no_text(a, {.text = "one\n"}, "1\n", "it is unclear");
  EXPECT_EQ(*refused.facts.find("indentation"), Json("it is unclear"));
  ASSERT_TRUE(refused.misread);
  EXPECT_EQ(refused.misread->path, FileInSession::path);
  EXPECT_FALSE(no_text(a, {.text = "one\n"}).misread);
}

TEST(QuotationRefusals, WhatIsInsideTheIndentationOfALineIsShown) {
  FileInSession a("f:\n    one {\n");
  const Match match{.text = "one {"};
  const FileInTask task(a, test::asking({{match, "1 {\nx"}}));
  const Error refused = text_refusal(
      *task, match, "1 {\nx", {.why = Misfit::Why::unclear, .places = {span_of(2, 2)}, .detail = "it begins inside a line"});
  EXPECT_FALSE(refused.what.contains("Nothing in the file is like it")) << refused.what;
  EXPECT_EQ(*refused.facts.find("rows"), Json("2:    one {\n"));
}

TEST(QuotationRefusals, AWrongCountIsToldWithTheRightOne) {
  FileInSession a("x\ny\nx\n");
  const Match match{.text = "x\n", .all = true, .expected = 3};
  const FileInTask task(a, test::asking({{match, "z\n"}}));
  const Error refused =
      text_refusal(*task, match, "z\n", {.why = Misfit::Why::wrong_count, .places = {span_of(1, 1), span_of(3, 3)}});
  EXPECT_EQ(refused.code, Code::count_mismatch);
  EXPECT_EQ(*refused.facts.find("actual"), Json(2));
  EXPECT_EQ(*refused.facts.find("expected"), Json(3));
  EXPECT_EQ(*refused.facts.find("lines"), Json::array({1, 3}));
}

TEST(QuotationRefusals, AReasonOfItsOwnIsPassedOn) {
  FileInSession a("x\n");
  const FileInTask task(a, test::asking({{Match{.text = "x"}, "y"}}));
  const Misfit misfit{.why = Misfit::Why::refused, .refusal = too_much_alike(task.file())};
  EXPECT_EQ(text_refusal(*task, {.text = "x"}, "y", misfit).code, Code::limit_exceeded);
}

TEST(QuotationRefusals, TheProposalIsThePassageWithTheFilesOwnLinesAndFits) {
  FileInSession a("begin\nint count = first(value);\nend\n");
  const Error refused = misfit_of(a, {passage_of({" begin", "-int count = first(values);", "+int count = 0;"})});
  EXPECT_EQ(refused.code, Code::no_match);
  const auto* const proposal = std::get_if<CorrectedPassage>(&refused.correction);
  ASSERT_NE(proposal, nullptr) << refused.what;
  EXPECT_EQ(proposal->line, LineNo{1});
  ASSERT_EQ(proposal->rows.size(), 3U);
  EXPECT_EQ(proposal->rows[1].text, "int count = first(value);");
  EXPECT_EQ(proposal->rows[1].fate, RowFate::removed);
  const QuotedPassage again = quoted_passage({.rows = proposal->rows}, 0);
  const Placement place = place_passages(a.load().text, std::span(&again, 1), {}).front();
  ASSERT_TRUE(place);
  EXPECT_EQ(place->lines, span_of(1, 2));
}

TEST(QuotationRefusals, NothingIsProposedForARowThatIsToGoAndStandsForNoLine) {
  FileInSession a("begin\nsomething else altogether\nend\n");
  const Error refused = misfit_of(a, {passage_of({" begin", "-0123456789", " end"})});
  EXPECT_EQ(refused.code, Code::no_match);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(refused.correction));
}

TEST(QuotationRefusals, SeveralPlacesAreListedWithTheLinesThatTheyStandUnder) {
  FileInSession a("def f():\n  x\ndef g():\n  x\n");
  const Error lines = misfit_of(a, {passage_of({"-  x"})});
  const FileInTask task(a, test::asking({{Match{.text = "  x\n"}, "  y\n"}}));
  const Misfit several{.why = Misfit::Why::several, .places = {span_of(2, 2), span_of(4, 4)}};
  const Error text = text_refusal(*task, {.text = "  x\n"}, "  y\n", several);
  for (const Error& refused : {lines, text}) {
    EXPECT_EQ(refused.code, Code::multiple_matches);
    EXPECT_EQ(*refused.facts.find("lines"), Json::array({2, 4}));
    EXPECT_TRUE(refused.what.contains("2 (under line 1: def f():), 4 (under line 3: def g():)")) << refused.what;
    EXPECT_TRUE(refused.shows.empty()) << "to look at them does not say which is meant";
  }
}

TEST(QuotationRefusals, EachWayToHaveNoPlaceHasItsCode) {
  FileInSession a("one\ntwo\n");
  Passage below_it = passage_of({"-one"});
  below_it.in_order = true;
  const Error out_of_order = misfit_of(a, {passage_of({"-two"}), below_it}, {.order_tells_apart = true});
  EXPECT_EQ(out_of_order.code, Code::overlapping_operations);
  EXPECT_EQ(*out_of_order.facts.find("second"), Json(2));
  EXPECT_EQ(misfit_of(a, {passage_of({"-one"}), passage_of({" one", "+x"})}).code, Code::overlapping_operations);
  EXPECT_EQ(misfit_of(a, {passage_of({"+new"})}).code, Code::patch_syntax);
  Passage at_end = passage_of({"-one"});
  at_end.ends_file = true;
  EXPECT_TRUE(misfit_of(a, {at_end}).what.contains("not at the end of the file"));
  Passage below_header = passage_of({"-one"});
  below_header.below = {"absent"};
  EXPECT_EQ(*misfit_of(a, {below_header}).facts.find("header"), Json("absent"));
}

TEST(QuotationRefusals, RowsThatOnlyEndLikeALineAreNoWholeLines) {
  FileInSession a("int one\ntwo\n");
  const Error refused = misfit_of(a, {passage_of({" one", "-two"})});
  EXPECT_TRUE(refused.what.contains("have to be whole lines, and line 1 only ends like the first of them")) << refused.what;
}

TEST(QuotationRefusals, RowsWithThePrefixesOfWhatWasShownAreProposedWithoutThem) {
  FileInSession a("one\ntwo\n");
  a.show();
  const FileInTask task(a, test::asking({{passage_of({"-one"}), ""}}));
  const std::optional<Error> refused = pasted_passage(*task, quoted_passage(passage_of({" 1:one", "-2:two", "+2:TWO"}), 0));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, Code::pasted_prefix);
  const auto* const proposal = std::get_if<CorrectedPassage>(&refused->correction);
  ASSERT_NE(proposal, nullptr);
  ASSERT_EQ(proposal->rows.size(), 3U);
  EXPECT_EQ(proposal->rows[2].text, "TWO");
  EXPECT_FALSE(pasted_passage(*task, quoted_passage(passage_of({" one", "-two", "+TWO"}), 0)));
}

TEST(QuotationRefusals, WhatHasMovedSaysWhereItWasAndWhereItFits) {
  FileInSession a("one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n");
  const Error refused = not_the_same_place(a.load(), Quotes::text, LineNo{1}, {span_of(8, 8)}, "why");
  EXPECT_EQ(refused.code, Code::match_moved);
  EXPECT_TRUE(
      refused.what.starts_with("a.txt: the quoted text was shown at line 1 and now fits at line 8, and these are not "
                               "provably the same place: why."));
  EXPECT_EQ(*refused.facts.find("rows"), Json("1:one\n2:two\n3:three\n8:eight\n"));
}

TEST(QuotationRefusals, OnlyThePlaceItselfCountsAsShownThen) {
  FileInSession a("one\ntwo\nthree\nfour\n");
  const Error refused = not_the_same_place(a.load(), Quotes::lines, LineNo{1}, {span_of(3, 3)}, "why");
  ASSERT_EQ(refused.shows.size(), 1U);
  EXPECT_EQ(refused.shows.front().lines, LineSet(span_of(3, 3)));
}

TEST(QuotationRefusals, LinesThatFitLooselyAreShownAndCountFromThenOn) {
  FileInSession a("one\ntwo\n");
  const Located located{.op = 3, .quoted = {span_of(2, 2)}, .mode = MatchMode::line_trimmed};
  const Error refused = fits_unseen(a.load(), Quotes::lines, located);
  EXPECT_EQ(refused.code, Code::file_not_read);
  EXPECT_EQ(refused.op, 4);
  ASSERT_EQ(refused.shows.size(), 1U);
  EXPECT_EQ(refused.shows.front().lines, LineSet(span_of(2, 2)));
  EXPECT_TRUE(refused.what.contains("two"));
}

TEST(QuotationRefusals, WhatStoodInSeveralPlacesIsShownWhereItIsLeft) {
  FileInSession a("one\ntwo\n");
  const Error refused = several_when_read(a.load(), Quotes::lines, {span_of(2, 2), span_of(5, 5)}, span_of(2, 2));
  EXPECT_EQ(refused.code, Code::multiple_matches);
  EXPECT_EQ(*refused.facts.find("lines"), Json::array({2, 5}));
  EXPECT_EQ(*refused.facts.find("line"), Json(2));
  ASSERT_EQ(refused.shows.size(), 1U) << "who sends it again means that place";
  EXPECT_EQ(refused.shows.front().lines, LineSet(span_of(2, 2)));
}

TEST(QuotationRefusals, WhatIsThereAlreadyIsShownButNotOfferedAgain) {
  FileInSession a("one\ntwo\n");
  const Error refused = there_already(a.load(), LineNo{2});
  EXPECT_EQ(refused.code, Code::no_match);
  EXPECT_EQ(refused.reason, Reason::new_text_is_there);
  EXPECT_EQ(*refused.facts.find("new_text_at_line"), Json(2));
  EXPECT_TRUE(refused.has_rows && refused.shows.empty());
}

}  // namespace
}  // namespace kedge
