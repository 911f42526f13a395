#include "plan/plan_edits.hpp"

#include <gtest/gtest.h>

#include <array>

#include "support/repeatable_random.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"
#include "tests/support/file_in_session.hpp"

namespace kedge {
namespace {

using test::code_of;
using test::FileInSession;
using test::passage_of;
using test::span_of;

constexpr Policy of_patches{.lowest_unasked = MatchMode::typographic_punctuation, .order_tells_apart = true};

Result<PlannedFile> planned_edits(FileInSession& a, const Request& request) {
  return plan_edits(request, request.files.front(), a.load(), a.session());
}

Operation over_lines(std::uint32_t first, std::uint32_t last, std::string body) {
  return {Lines{AtLine{LineNo{first}}, AtLine{LineNo{last}}}, std::move(body)};
}

Result<PlannedFile> planned_lines(FileInSession& a, std::optional<Tag> tag, std::vector<Operation> operations) {
  Request request = test::asking(std::move(operations), {.tags = true});
  request.files.front().tag = std::move(tag);
  return planned_edits(a, request);
}

Operation replacing(std::string text, std::string body) { return {Match{.text = std::move(text)}, std::move(body)}; }

Result<PlannedFile> planned_matches(FileInSession& a, std::vector<Operation> operations,
                                    std::optional<Digest> version = std::nullopt, const Digest& identity = {}) {
  Request request = test::asking(std::move(operations));
  request.files.front().version = version;
  request.identity = identity;
  return planned_edits(a, request);
}

TEST(PlanEdits, NumbersUnderTheTagOfTheFileAsItIsMeanItsLines) {
  RepeatableRandom random(1);
  for (int i = 0; i < (is_long_form() ? 200 : 80); ++i) {
    Rows rows;
    for (std::size_t count = 1 + random.below(6); count > 0; --count) rows.push_back(random.below(2) == 0 ? "}" : "x");
    const std::size_t first = 1 + random.below(rows.size());
    const std::size_t last = first + random.below(rows.size() - first + 1);
    const Side side = std::array{Side::over, Side::before, Side::after}[random.below(3)];
    FileInSession a(join(rows, "\n") + "\n");
    a.show();
    Operation operation = over_lines(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last), "new\nrow\n");
    std::get<Lines>(operation.target).side = side;
    const Result<PlannedFile> planned = planned_lines(a, a.tag(), {operation});
    ASSERT_TRUE(planned) << planned.error().what;

    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(first - 1);
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(last);
    const auto at = side == Side::over ? rows.erase(begin, end) : side == Side::before ? begin : end;
    const Rows added{"new", "row"};
    rows.insert(at, added.begin(), added.end());
    ASSERT_EQ(planned->outcome.after.bytes(), join(rows, "\n") + "\n");
  }
}

TEST(PlanEdits, LinesAreNamedUnderATagAndHaveToHaveBeenShown) {
  FileInSession a("one\ntwo\n");
  a.show(span_of(1, 1));
  const Result<PlannedFile> untagged = planned_lines(a, std::nullopt, {over_lines(1, 1, "ONE")});
  ASSERT_EQ(code_of(untagged), "patch_syntax");
  EXPECT_EQ(untagged.error().reason, Reason::version_not_named);
  EXPECT_EQ(code_of(planned_lines(a, a.tag(), {over_lines(3, 3, "six")})), "line_out_of_range");
  const Result<PlannedFile> unseen = planned_lines(a, a.tag(), {over_lines(2, 2, "TWO")});
  ASSERT_EQ(code_of(unseen), "lines_not_shown");
  record_refusal(a.session(), {}, unseen.error());
  EXPECT_TRUE(planned_lines(a, a.tag(), {over_lines(2, 2, "TWO")}));
}

TEST(PlanEdits, NoLineIsChangedTwice) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  EXPECT_EQ(code_of(planned_lines(a, a.tag(), {over_lines(1, 2, "a"), over_lines(2, 3, "b")})), "overlapping_operations");
  const Result<PlannedFile> apart_from_each_other = planned_lines(a, a.tag(), {over_lines(3, 3, "b"), over_lines(1, 1, "a")});
  ASSERT_TRUE(apart_from_each_other);
  EXPECT_EQ(apart_from_each_other->outcome.after.bytes(), "a\ntwo\nb\n");
}

TEST(PlanEdits, AStaleEditFollowsItsLinesOrIsRefused) {
  FileInSession a("begin\none\nend\n");
  a.show();
  const Tag tag = a.tag();
  a.others_write("added\nbegin\none\nend\n");
  const Result<PlannedFile> followed_edit = planned_lines(a, tag, {over_lines(2, 2, "ONE")});
  ASSERT_TRUE(followed_edit) << followed_edit.error().what;
  EXPECT_EQ(followed_edit->outcome.after.bytes(), "added\nbegin\nONE\nend\n");
  EXPECT_EQ(followed_edit->outcome.drifted, DriftMaker::others);
  a.others_write("begin\n1\nend\n");
  EXPECT_EQ(code_of(planned_lines(a, tag, {over_lines(2, 2, "ONE")})), "snapshot_stale");
  a.others_write("begin\nONE\nend\n");
  EXPECT_EQ(planned_lines(a, tag, {over_lines(2, 2, "ONE")})->outcome.effect, Effect::already_applied);
}

TEST(PlanEdits, AllEditsAreMadeOfTheFileAsItIs) {
  FileInSession a("one\ntwo\nsix\n");
  // The second would not fit what the first makes, and the third would fit it twice.
  const Result<PlannedFile> planned =
      planned_matches(a, {replacing("one", "six"), replacing("two", "one"), replacing("six", "two")});
  ASSERT_TRUE(planned) << planned.error().what;
  EXPECT_EQ(planned->outcome.after.bytes(), "six\none\ntwo\n");
  EXPECT_EQ(planned->outcome.replacements, 3U);
  EXPECT_EQ(code_of(planned_matches(a, {replacing("one\ntwo", "x"), replacing("two", "y")})), "overlapping_operations");
}

TEST(PlanEdits, EveryEditThatIsRefusedIsToldByItsNumber) {
  FileInSession a("one\ntwo\ntwo\n");
  const Result<PlannedFile> refused =
      planned_matches(a, {replacing("0123456789", "x"), replacing("one", "ONE"), replacing("two", "TWO")});
  ASSERT_EQ(code_of(refused), "no_match");
  EXPECT_EQ(refused.error().op, 1);
  EXPECT_TRUE(refused.error().what.starts_with("edit 1: a.txt")) << refused.error().what;
  ASSERT_EQ(refused.error().others.size(), 1U);
  EXPECT_EQ(refused.error().others.front().code, Code::multiple_matches);
  EXPECT_EQ(refused.error().others.front().op, 3);
  EXPECT_TRUE(refused.error().others.front().what.starts_with("edit 3: a.txt"));
}

TEST(PlanEdits, WhatAsksForNothingIsNotLookedFor) {
  FileInSession a("one\n");
  EXPECT_EQ(planned_matches(a, {replacing("absent", "absent")})->outcome.effect, Effect::nothing_to_do);
  EXPECT_EQ(code_of(planned_matches(a, {replacing("absent", "absent")}, sha256("other"))), "hash_mismatch");
}

TEST(PlanEdits, ACallThatNamesAnotherVersionIsRefusedUnlessItIsAppliedAlready) {
  FileInSession a("one\ntwo\n");
  a.show();
  const Digest as_shown = a.load().version;
  EXPECT_TRUE(planned_matches(a, {replacing("one", "ONE")}, as_shown));
  a.others_write("one\ntwo\nsix\n");
  EXPECT_EQ(code_of(planned_matches(a, {replacing("one", "ONE")}, as_shown)), "hash_mismatch");
  a.others_write("ONE\ntwo\n");
  EXPECT_EQ(planned_matches(a, {replacing("one", "ONE")}, as_shown)->outcome.effect, Effect::already_applied);
}

TEST(PlanEdits, ACallThatIsMadeAgainDoublesNothing) {
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

TEST(PlanEdits, WhatTheFileHasBecomeAlreadyIsNotDoneAgain) {
  FileInSession a("one\ntwo\nend\n");
  a.show();
  const Request between = test::asking({{passage_of({" one", "+new", " two"}), ""}}, of_patches);
  const Request below = test::asking({{passage_of({" one", "+new"}), ""}}, of_patches);
  a.others_write("one\nnew\ntwo\nend\n");
  for (const Request& request : {between, below}) {
    EXPECT_EQ(planned_edits(a, request)->outcome.effect, Effect::already_applied)
        << "it is what the edit makes of what was shown";
  }
  a.others_write("one\nnew\ntwo\nEND\n");
  const Result<PlannedFile> among_others = planned_edits(a, below);
  ASSERT_TRUE(among_others) << among_others.error().what;
  EXPECT_EQ(among_others->outcome.effect, Effect::already_applied) << "it stands there among other changes";
  EXPECT_EQ(among_others->outcome.after, among_others->outcome.before);
  EXPECT_EQ(among_others->warnings, std::vector<std::string>{"these very rows have been put there since the file was shown"});
  const Result<PlannedFile> neither = planned_edits(a, between);
  ASSERT_EQ(code_of(neither), "no_match") << "the rows that it quotes are no longer next to each other";
  EXPECT_EQ(neither.error().reason, Reason::new_text_is_there);
}

TEST(PlanEdits, OfSeveralPartsOnlyTheInsertionThatIsThereIsLeftOut) {
  FileInSession a("one\ntwo\nend\n");
  a.show();
  a.others_write("one\nnew\ntwo\nend\n");
  const Result<PlannedFile> planned = planned_matches(a, {replacing("one\n", "one\nnew\n"), replacing("end\n", "END\n")});
  ASSERT_TRUE(planned) << planned.error().what;
  EXPECT_EQ(planned->outcome.after.bytes(), "one\nnew\ntwo\nEND\n");
  EXPECT_EQ(planned->outcome.replacements, 1U);
  EXPECT_TRUE(planned->outcome.recovered);
}

TEST(PlanEdits, OneCallMayBeAboutTwoVersions) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  a.others_write("zero\none\nTWO\nsix\n");
  a.show(span_of(3, 3));
  const Result<PlannedFile> planned = planned_matches(a, {replacing("TWO\n", "2\n"), replacing("six\n", "6\n")});
  ASSERT_TRUE(planned) << planned.error().what;
  EXPECT_EQ(planned->outcome.after.bytes(), "zero\none\n2\n6\n");
  EXPECT_TRUE(planned->outcome.recovered);
}

TEST(PlanEdits, WhatWasRefusedWithItsRowsPassesWhenItIsSentAgain) {
  const std::vector<Operation> each_way{replacing("  return\n", "  done\n"), {passage_of({"-  return", "+  done"}), ""}};
  for (const Operation& operation : each_way) {
    FileInSession a("f:\n  return\ng:\n  return\n");
    a.session().lasts = true;
    a.show();
    a.others_write("f:\n  pass\ng:\n  return\n");
    const Request request = test::asking({operation}, of_patches);
    const Result<PlannedFile> refused = planned_edits(a, request);
    ASSERT_EQ(code_of(refused), "multiple_matches");
    EXPECT_EQ(code_of(planned_edits(a, request)), "multiple_matches") << "the refusal has not been sent";
    record_refusal(a.session(), request, refused.error());
    const Result<PlannedFile> again = planned_edits(a, request);
    ASSERT_TRUE(again) << again.error().what;
    EXPECT_EQ(again->outcome.after.bytes(), "f:\n  pass\ng:\n  done\n");
  }
}

TEST(PlanEdits, SentAgainItMeansTheRowsOfTheRefusalAlsoInAFileThatWasReadLikeThatBefore) {
  const std::vector<Operation> each_way{replacing("  return\n", "  done\n"), {passage_of({"-  return", "+  done"}), ""}};
  for (const Operation& operation : each_way) {
    FileInSession a("f:\n  pass\ng:\n  return\n");
    a.session().lasts = true;
    a.show();
    a.others_write("f:\n  return\ng:\n  return\n");
    a.show();
    a.others_write("f:\n  pass\ng:\n  return\n");
    const Request request = test::asking({operation}, of_patches);
    const Result<PlannedFile> refused = planned_edits(a, request);
    ASSERT_EQ(code_of(refused), "multiple_matches");
    record_refusal(a.session(), request, refused.error());
    const Result<PlannedFile> again = planned_edits(a, request);
    ASSERT_TRUE(again) << again.error().what;
    EXPECT_EQ(again->outcome.after.bytes(), "f:\n  pass\ng:\n  done\n");
  }
}

TEST(PlanEdits, AllIsDoneOnlyIfWhatGoesToTheEndIsThereToo) {
  FileInSession a("one\ntwo\nend\n");
  a.show();
  const Tag tag = a.tag();
  const Operation tail{Lines{Edge::tail}, "last"};
  const auto told = [&](std::string others) {
    a.others_write(std::move(others));
    const Result<PlannedFile> refused = planned_lines(a, tag, {over_lines(2, 2, "TWO"), tail});
    return refused ? "" : refused.error().next;
  };
  constexpr std::string_view done = "All of it is in the file already";
  EXPECT_FALSE(told("one\nTWO\nend\n").contains(done));
  EXPECT_TRUE(told("zero\none\nTWO\nend\nlast\n").contains(done));
}

TEST(PlanEdits, WhatIsUnclearInAnOldVersionAndFitsTheFileAsItIsCanBeSentAgain) {
  FileInSession a("f:\n    one\n");
  a.session().lasts = true;
  a.show();
  a.others_write("f:\n  one\n");
  const Request request = test::asking({replacing("  one\n", "1\n")});
  const Result<PlannedFile> refused = planned_edits(a, request);
  ASSERT_EQ(code_of(refused), "match_moved");
  record_refusal(a.session(), request, refused.error());
  const Result<PlannedFile> again = planned_edits(a, request);
  ASSERT_TRUE(again) << again.error().what;
  EXPECT_EQ(again->outcome.after.bytes(), "f:\n1\n");
}

TEST(PlanEdits, WhatChangesNothingInAnOldVersionIsNotDoneInTheFileAsItIs) {
  const auto planned = [](Operation operation, std::string others) {
    FileInSession a("begin\none\ntwo\nend\n");
    a.show();
    Request request =
        test::asking({std::move(operation)}, {.lowest_unasked = MatchMode::typographic_punctuation, .tags = true});
    if (std::holds_alternative<Lines>(request.files.front().operations.front().target)) request.files.front().tag = a.tag();
    a.others_write(std::move(others));
    return planned_edits(a, request);
  };
  const std::vector<Operation> each_way{over_lines(2, 3, "one\ntwo"),
                                        {passage_of({" begin", "-one", "-two", "+one", "+two"}), ""}};
  for (const Operation& operation : each_way) {
    EXPECT_FALSE(planned(operation, "begin\none\nmore\ntwo\nend\n"));
    const Result<PlannedFile> untouched = planned(operation, "new\nbegin\none\ntwo\nend\n");
    ASSERT_TRUE(untouched) << untouched.error().what;
    EXPECT_EQ(untouched->outcome.effect, Effect::nothing_to_do);
  }
}

TEST(PlanEdits, LinesThatAreKeptHaveTheFilesOwnBytes) {
  FileInSession a("one \r\ntwo\r\nsix\r\n");
  a.show();
  const Result<PlannedFile> planned = planned_edits(a, test::asking({{passage_of({" one", "-two", "+TWO"}), ""}}, of_patches));
  ASSERT_TRUE(planned) << planned.error().what;
  EXPECT_EQ(planned->outcome.after.bytes(), "one \r\nTWO\r\nsix\r\n");
  EXPECT_EQ(planned->outcome.match_mode, MatchMode::trailing_blanks);
  EXPECT_EQ(planned->warnings.size(), 1U);
}

TEST(PlanEdits, WhoMisquotesIndentationIsRemembered) {
  FileInSession a("if x:\n    one\n    two\n");
  a.show();
  EXPECT_TRUE(planned_matches(a, {replacing("one\ntwo\n", "1\n2\n")})->misread);
  EXPECT_FALSE(planned_matches(a, {replacing("    one\n", "    1\n")})->misread);
}

TEST(PlanEdits, MoreSearchingThanThereIsTimeForIsRefusedBeforeItBegins) {
  FileInSession a(std::string(2U << 20U, 'x') + "\n");
  EXPECT_EQ(code_of(planned_matches(a, std::vector<Operation>(600, replacing("absent", "y")))), "limit_exceeded");
}

TEST(PlanEdits, ARefusalAtAnEdgeSaysWhereTheEdgeIs) {
  const auto refused = [](const std::string& now) {
    FileInSession a("one\ntwo\n");
    a.show();
    const std::optional<Tag> tag = a.tag();
    a.others_write(now);
    const Operation head{Lines{Edge::head}, "first\n"};
    const Operation tail{Lines{Edge::tail}, "last\n"};
    const Result<PlannedFile> planned = planned_lines(a, tag, {over_lines(1, 1, "mine\n"), head, tail});
    return planned ? std::string("applied") : planned.error().what;
  };
  const std::string there = refused("first\nONE\ntwo\nthree\n");
  EXPECT_NE(there.find(" Line 1 is the first of the file now. This part of the edit is done already."), std::string::npos)
      << there;
  EXPECT_NE(there.find(" Line 4 is the last of the file now."), std::string::npos) << there;
  EXPECT_EQ(there.find("last of the file now. This part"), std::string::npos) << there;
  const std::string empty = refused("");
  EXPECT_NE(empty.find(" The file is empty now."), std::string::npos) << empty;
}

TEST(PlanEdits, EachPartSaysWhatToDoNextIfThatIsNotTheSameForAll) {
  FileInSession a("alpha\nbeta\nbeta\ngamma\n");
  a.show();
  const Result<PlannedFile> planned = planned_matches(a, {replacing("no such text", "x"), replacing("beta", "x")});
  ASSERT_FALSE(planned);
  EXPECT_TRUE(planned.error().each_advises);
  const Result<PlannedFile> same_advice = planned_matches(a, {replacing("beta", "x"), replacing("beta", "y")});
  ASSERT_FALSE(same_advice);
  EXPECT_FALSE(same_advice.error().each_advises);
}

TEST(PlanEdits, NewTextInsideAWordIsNotThereAlready) {
  FileInSession a("alpha\nvalue = max\n");
  a.show();
  const auto refused = [&](std::string body) {
    const Result<PlannedFile> planned = planned_matches(a, {replacing("valeu = 1", std::move(body))});
    return planned ? std::string() : planned.error().what;
  };
  EXPECT_EQ(refused("x").find("already there"), std::string::npos) << refused("x");
  EXPECT_NE(refused("max").find("already there"), std::string::npos) << refused("max");
}

}  // namespace
}  // namespace kedge
