#include "plan/locate_hashes.hpp"

#include <gtest/gtest.h>

#include "plan/follow.hpp"
#include "support/strings.hpp"
#include "tests/support/file_task.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::FileInTask;
using test::Sent;
using test::span_of;
using test::told;

AtHash hash_anchor(std::string_view row) { return {.prefix = hash_of(row).hex(6)}; }
AtLineHash numbered_hash(std::uint32_t line, std::string_view row) { return {LineNo{line}, hash_of(row).hex(2)}; }

Request anchoring(Anchor first, std::optional<Anchor> last = std::nullopt, const Policy& policy = {}) {
  return test::asking({{Lines{std::move(first), std::move(last)}, "new"}}, policy);
}

// "2-3" and, if it is not the file as it is, the version in which these lines stand; or why there are none.
std::string anchored(FileInSession& a, const Request& request, Sent sent = Sent::first) {
  const FileInTask task(a, request, sent);
  const std::unique_ptr<Locator> locator = hash_locator(*task).value();
  const auto found = find_parts(*task, *locator, locator->locate_now());
  if (!found) return std::string(test::code_of(found));
  const std::optional<std::size_t> version = found->front().version;
  const bool is_old = version && !(*task).basis.is_current(*version);
  return concat(told(found->front().located), is_old ? concat(" of ", (*task).basis.text(*version)->bytes()) : "");
}
std::string anchored(FileInSession& a, Anchor first, std::optional<Anchor> last = std::nullopt, const Policy& policy = {}) {
  return anchored(a, anchoring(std::move(first), std::move(last), policy));
}

TEST(LocateHashes, AHashIsTheNumberOfItsLine) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  EXPECT_EQ(anchored(a, hash_anchor("two")), "2-2");
  EXPECT_EQ(anchored(a, hash_anchor("one"), hash_anchor("six")), "1-3");
  EXPECT_EQ(anchored(a, AtLineHash{LineNo{3}, hash_of("six").hex(2)}), "3-3");
  EXPECT_EQ(anchored(a, hash_anchor("absent")), "snapshot_stale");
}

TEST(LocateHashes, OfSeveralLinesWithOneHashNoneIsTakenUnlessItIsSaidWhich) {
  FileInSession a("f\nx\ng\nx\nh\n");
  a.show();
  EXPECT_EQ(anchored(a, hash_anchor("x")), "anchor_ambiguous");
  AtHash said = hash_anchor("x");
  said.occurrence = 2;
  EXPECT_EQ(anchored(a, said), "4-4");
  said.line = LineNo{2};
  EXPECT_EQ(anchored(a, said), "anchor_ambiguous") << "the two hints contradict each other";
  said.occurrence = std::nullopt;
  EXPECT_EQ(anchored(a, said), "2-2");
  said.occurrence = 3;
  EXPECT_EQ(anchored(a, said), "line_out_of_range");
}

TEST(LocateHashes, OfSeveralLinesTheOnlyOneThatWasShownIsMeant) {
  FileInSession a("f\nx\ng\nx\nh\n");
  a.show(span_of(3, 5));
  EXPECT_EQ(anchored(a, hash_anchor("x")), "4-4");
}

TEST(LocateHashes, ALineThatWasShownDoesNotBecomeAnotherOfTheSameHash) {
  FileInSession a("one\ntwo\n");
  a.show();
  a.others_write("two\none\n");
  EXPECT_EQ(anchored(a, hash_anchor("two")), "2-2 of one\ntwo\n");
}

TEST(LocateHashes, RowsThatWereNotShownAreShownByTheRefusalAndPassThen) {
  FileInSession a("one\ntwo\nsix\n");
  a.show(span_of(1, 1));
  const Request request = anchoring(hash_anchor("six"));
  {
    const FileInTask task(a, request);
    const std::unique_ptr<Locator> locator = hash_locator(*task).value();
    const auto refused = find_parts(*task, *locator, locator->locate_now());
    ASSERT_EQ(test::code_of(refused), "lines_not_shown");
    EXPECT_EQ(*refused.error().facts.find("rows"), Json("3:six\n"));
    record_refusal(a.session(), request, refused.error());
  }
  EXPECT_EQ(anchored(a, request, Sent::again), "3-3");
}

TEST(LocateHashes, AReversedRangeIsSwappedOnlyIfThePolicySaysSo) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  EXPECT_EQ(anchored(a, hash_anchor("six"), hash_anchor("one")), "invalid_range_order");
  EXPECT_EQ(anchored(a, hash_anchor("six"), hash_anchor("one"), {.swaps_reversed = true}), "1-3");
}

TEST(LocateHashes, ALineWithoutAWordIsNoAnchorOfItsOwnIfThePolicySaysSo) {
  FileInSession a("{\none\n");
  a.show();
  EXPECT_EQ(anchored(a, hash_anchor("{")), "1-1");
  EXPECT_EQ(anchored(a, hash_anchor("{"), std::nullopt, {.refuses_low_entropy = true}), "anchor_low_entropy");
  EXPECT_EQ(anchored(a, hash_anchor("{"), hash_anchor("one"), {.refuses_low_entropy = true}), "1-2") << "an end of a range";
}

TEST(LocateHashes, ANumberWithAHashMeansOnlyARowThatWasShownWithItsNumber) {
  FileInSession a("one\ntwo\n");
  const LoadedFile file = a.load();
  note_shown(a.session(), file, LineSet(span_of(1, 2)), EventKind::shown, Numbers::not_shown);
  EXPECT_EQ(anchored(a, numbered_hash(2, "two")), "lines_not_shown");
  EXPECT_EQ(anchored(a, hash_anchor("two")), "2-2");
  a.show();
  EXPECT_EQ(anchored(a, numbered_hash(2, "two")), "2-2");
  EXPECT_EQ(anchored(a, numbered_hash(2, "one")), "snapshot_stale") << "another row has that number";
  EXPECT_EQ(anchored(a, numbered_hash(3, "six")), "line_out_of_range");
}

TEST(LocateHashes, ARowThatWasReadLaterAtThatNumberSupersedesTheOneBefore) {
  FileInSession a("one\ntwo\n");
  a.show();
  a.others_write("one\nTWO\n");
  EXPECT_EQ(anchored(a, numbered_hash(2, "two")), "2-2 of one\ntwo\n");
  a.show();
  EXPECT_EQ(anchored(a, numbered_hash(2, "two")), "snapshot_stale");
}

TEST(LocateHashes, ARowThatWasReadBeforeIsNotNewerBecauseItsVersionCameBack) {
  FileInSession a("one\ntwo\nsix\nten\n");
  a.show();
  a.others_write("one\nTWO\nSIX\nten\n");
  a.show();
  a.others_write("one\ntwo\nsix\nten\n");
  EXPECT_EQ(anchored(a, numbered_hash(2, "TWO")), "2-2 of one\nTWO\nSIX\nten\n");
  note_shown(a.session(), a.load(), LineSet(span_of(3, 4)), EventKind::refused, Numbers::shown);
  EXPECT_EQ(anchored(a, numbered_hash(2, "TWO")), "2-2 of one\nTWO\nSIX\nten\n");
  EXPECT_EQ(anchored(a, numbered_hash(3, "SIX")), "3-3 of one\nTWO\nSIX\nten\n");
}

TEST(LocateHashes, ANumberThatAnAnswerReusesForAnEqualRowIsNotGuessed) {
  FileInSession a("x\none\nx\ntwo\n");
  a.show();
  a.others_write("new\nnew\nx\none\nx\ntwo\n");
  a.answer(span_of(3, 3));
  const FileInTask task(a, anchoring(numbered_hash(3, "x")));
  const Location twofold = hash_locator(*task).value()->locate(1, Belief::read).front();
  ASSERT_EQ(told(twofold), "-snapshot_stale") << "the third row that was read, or the third of the answer";
  EXPECT_EQ(twofold.error().refusal->reason, Reason::fits_two_places);
  EXPECT_EQ(anchored(a, numbered_hash(2, "one")), "2-2 of x\none\nx\ntwo\n") << "the answer has no such row";
}

TEST(LocateHashes, ARangeMayHaveOneEndThatWasReadAndOneOfAnAnswer) {
  FileInSession a("one\ntwo\nsix\nten\n");
  a.show();
  a.kedge_edits({between_lines(LineNo{2}), {"new"}});
  a.answer(span_of(1, 5), LineSet(span_of(2, 2)));
  EXPECT_EQ(anchored(a, numbered_hash(3, "two"), numbered_hash(4, "ten")), "3-5") << "the end by its old number";
  EXPECT_EQ(anchored(a, numbered_hash(2, "new"), hash_anchor("six")), "2-4");
}

TEST(LocateHashes, ButOnlyIfAllOfItWasShownAsItIsNow) {
  FileInSession a("one\ntwo\nsix\nten\n");
  a.show();
  a.others_write("one\nnew\ntwo\nfive\nsix\nten\n");
  a.answer(span_of(1, 3));
  EXPECT_EQ(anchored(a, numbered_hash(3, "two"), numbered_hash(4, "ten")), "snapshot_stale") << "five was never shown";
}

TEST(LocateHashes, OperationsOfOneCallMayMeanTwoVersions) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  a.others_write("one\nTWO\nsix\n");
  a.show(span_of(2, 2));
  const FileInTask task(a, test::asking({{Lines{hash_anchor("TWO")}, "2"}, {Lines{hash_anchor("six")}, "6"}}));
  const std::unique_ptr<Locator> locator = hash_locator(*task).value();
  const auto found = find_parts(*task, *locator, locator->locate_now());
  ASSERT_TRUE(found) << found.error().what;
  EXPECT_EQ((*found)[0].version, 0U);
  EXPECT_EQ((*found)[1].version, 1U);
}

TEST(LocateHashes, OnlyLinesThatWereShownProveAnything) {
  FileInSession a("one\ntwo\n");
  a.show(span_of(1, 1));
  const FileInTask task(a, anchoring(hash_anchor("two")));
  EXPECT_EQ(told(hash_locator(*task).value()->locate(0, Belief::version).front()), "nowhere");
}

TEST(LocateHashes, ACallThatRepeatsARefusedOneMeansTheRowsOfTheRefusalOnlyIfTheyReadAsBefore) {
  FileInSession a("one\ntwo\nsix\nten\n");
  a.show();
  const auto refused_with = [&](std::string bytes) {
    a.others_write(std::move(bytes));
    const LoadedFile file = a.load();
    note_shown(a.session(), file, LineSet(file.text.all_lines()), EventKind::refused, Numbers::shown);
    const FileInTask task(a, anchoring(hash_anchor("two"), hash_anchor("ten")), Sent::again);
    return told(hash_locator(*task).value()->locate(0, Belief::read).front());
  };
  EXPECT_EQ(refused_with("new\none\ntwo\nsix\nten\n"), "3-5") << "they have only moved";
  EXPECT_EQ(refused_with("one\ntwo\nSIX\nten\n"), "nowhere") << "somebody has changed a line inside";
  EXPECT_EQ(refused_with("one\ntwo\nsix\nmore\nten\n"), "nowhere") << "or added one";
}

TEST(LocateHashes, ARowOfARefusalIsMeantByItsNumberAndHash) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  a.others_write("six\none\ntwo\n");
  const LoadedFile file = a.load();
  note_shown(a.session(), file, LineSet(file.text.all_lines()), EventKind::refused, Numbers::shown);
  const auto with_line = [](std::uint32_t line) {
    AtHash anchor = hash_anchor("six");
    anchor.line = LineNo{line};
    return Anchor(anchor);
  };
  EXPECT_EQ(anchored(a, with_line(1)), "1-1");
  EXPECT_EQ(anchored(a, with_line(3)), "snapshot_stale") << "as it was read, it is somewhere else now";
}

TEST(LocateHashes, ARangeOfAnOldReadingThatARefusalHasShownWithMoreLinesIsAskedAboutOnce) {
  FileInSession a("one\ntwo\nsix\nten\n");
  a.session().lasts = true;
  a.show();
  a.others_write("one\n2\nten\n");
  a.show();
  a.others_write("one\ntwo\nmore\nsix\nten\n");
  const Request request = anchoring(hash_anchor("two"), hash_anchor("six"));
  EXPECT_EQ(anchored(a, request), "2-3 of one\ntwo\nsix\nten\n") << "as it was read";
  const LoadedFile file = a.load();
  note_shown(a.session(), file, LineSet(file.text.all_lines()), EventKind::refused, Numbers::shown);
  const FileInTask task(a, request);
  const std::unique_ptr<Locator> locator = hash_locator(*task).value();
  const auto refused = find_parts(*task, *locator, locator->locate_now());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::fits_two_places);
  record_refusal(a.session(), request, refused.error());
  const FileInTask again(a, request, Sent::for_both);
  const std::unique_ptr<Locator> there = hash_locator(*again).value();
  const auto found = find_parts(*again, *there, there->locate_now());
  ASSERT_TRUE(found) << found.error().what;
  EXPECT_EQ(told(found->front().located), "2-4");
}

TEST(LocateHashes, ALineWhoseNeighbourHasTheSameDigitsIsAskedAboutOnce) {
  FileInSession a("begin();\nstep_1();\nstep_83();\nend();\n");
  a.show();
  const auto at = [](std::uint32_t line) { return AtLineHash{LineNo{line}, "3c"}; };
  const auto located = [&](const Anchor& anchor, const std::string& body, Side side, Sent sent) {
    const FileInTask task(a, test::asking({{Lines{.first = anchor, .side = side, .deletes = body.empty()}, body}}), sent);
    return told(hash_locator(*task).value()->locate(0, Belief::read).front());
  };
  EXPECT_EQ(located(at(2), "", Side::over, Sent::first), "-anchor_context_ambiguous");
  EXPECT_EQ(located(at(2), "", Side::over, Sent::again), "2-2");
  EXPECT_EQ(located(at(2), "x", Side::after, Sent::first), "-anchor_context_ambiguous");
  EXPECT_EQ(located(at(3), "step_83(x);", Side::over, Sent::first), "3-3") << "the new text says which line it replaces";
  EXPECT_EQ(located(at(2), "step_83(x);", Side::over, Sent::first), "-anchor_context_ambiguous");
}

TEST(LocateHashes, ARequestNamesByHashIfAnyOfItsOperationsDoes) {
  EXPECT_TRUE(names_by_hash(test::asking({{Lines{Edge::head}, "x"}, {Lines{hash_anchor("one")}, "x"}}).files.front()));
  EXPECT_TRUE(names_by_hash(anchoring(numbered_hash(1, "one")).files.front()));
  EXPECT_FALSE(names_by_hash(anchoring(AtLine{LineNo{1}}).files.front()));
  EXPECT_FALSE(names_by_hash(test::asking({{Match{.text = "x"}, "y"}}).files.front()));
}

}  // namespace
}  // namespace kedge
