#include "plan/anchor_refusals.hpp"

#include <gtest/gtest.h>

#include "plan/locate_hashes.hpp"
#include "tests/support/file_task.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::FileInTask;
using test::span_of;

AtHash content_hash(std::string_view row) { return {.prefix = hash_of(row).hex(6)}; }

Error ambiguity_of(FileInSession& a, std::string_view row, RangeEnd end) {
  const LoadedFile file = a.load();
  const AtHash at = content_hash(row);
  const Anchor anchor = at;
  return ambiguous_anchor(file, file.text, {&anchor, 2, end}, at, HashIndex(file.text).find(at.prefix));
}

TEST(AnchorRefusals, OfSeveralLinesEachIsListedWithAnAnchorThatNamesItAlone) {
  FileInSession a("f\nx\ng\nx\nh\n");
  a.show();
  const Error refused = ambiguity_of(a, "x", RangeEnd::only);
  EXPECT_EQ(refused.code, Code::anchor_ambiguous);
  EXPECT_EQ(refused.op, 3);
  EXPECT_EQ(*refused.facts.find("lines"), Json("2, 4"));
  EXPECT_EQ(*refused.facts.find("count"), Json(2));
  // Each of them, sent instead, is found.
  for (const std::uint32_t line : {2U, 4U}) {
    const std::string anchor = context_hash(a.load().text, LineNo{line}).hex(HashIndex::context_digits);
    EXPECT_TRUE(refused.what.contains(anchor)) << refused.what;
    const FileInTask task(a, test::asking({{Lines{AtHash{.prefix = anchor}}, "new"}}));
    EXPECT_EQ(test::told(hash_locator(*task).value()->locate(0, Belief::read).front()), concat(line, '-', line));
  }
}

TEST(AnchorRefusals, LinesThatEvenTheirNeighboursDoNotTellApartHaveACodeOfTheirOwn) {
  FileInSession a("x\nx\nx\nx\n");
  const Error equal = ambiguity_of(a, "x", RangeEnd::only);
  EXPECT_EQ(equal.code, Code::anchor_ambiguous) << "the first and the last have other neighbours";
  FileInSession b("g\nx\nh\ng\nx\nh\n");
  EXPECT_EQ(ambiguity_of(b, "x", RangeEnd::only).code, Code::anchor_context_ambiguous);
  EXPECT_EQ(ambiguity_of(a, "x", RangeEnd::last).code, Code::anchor_context_ambiguous) << "the end of a range always has it";
  EXPECT_EQ(*ambiguity_of(a, "x", RangeEnd::last).facts.find("end_of_range"), Json("end"));
}

TEST(AnchorRefusals, OnlySoManyLinesAreListed) {
  std::string bytes;
  for (int i = 0; i < 30; ++i) append(bytes, "x\n");
  FileInSession a(bytes);
  const Error refused = ambiguity_of(a, "x", RangeEnd::only);
  EXPECT_EQ(*refused.facts.find("count"), Json(30));
  EXPECT_TRUE(refused.what.contains("20 …") && !refused.what.contains("occurrence 21")) << refused.what;
}

TEST(AnchorRefusals, AnOccurrenceThatDoesNotExistIsToldHowManyThereAre) {
  FileInSession a("one\n");
  AtHash at = content_hash("one");
  at.occurrence = 2;
  const Anchor anchor = at;
  const Error refused = no_such_occurrence(a.load(), {&anchor, 0, RangeEnd::only}, at, 1);
  EXPECT_EQ(refused.code, Code::line_out_of_range);
  EXPECT_TRUE(refused.what.contains("no occurrence 2") && refused.what.contains("1 line of the file has that hash"))
      << refused.what;
}

TEST(AnchorRefusals, ForALineWithoutAWordBetterAnchorsNearItAreNamed) {
  FileInSession a("zero\none\ntwo\nsix\n}\nten\n}\n");
  const LoadedFile file = a.load();
  const LineLabels labels{HashIndex(file.text)};
  const Anchor anchor = content_hash("}");
  const Error refused = low_entropy(file, file.text, labels, {&anchor, 0, RangeEnd::only}, LineNo{5});
  EXPECT_EQ(refused.code, Code::anchor_low_entropy);
  Json expected = Json::array();
  for (const std::uint32_t line : {2U, 3U, 4U, 6U}) expected.push(labels.anchor(LineNo{line}));
  EXPECT_EQ(*refused.facts.find("neighbor_anchors"), expected) << "three above, and what there is below";
}

TEST(AnchorRefusals, WhatMeansTwoLinesIsShownWhereItWasShownLast) {
  FileInSession a("one\ntwo\nsix\nten\n");
  const Anchor anchor = AtLineHash{LineNo{4}, hash_of("ten").hex(2)};
  const FileInTask task(a, test::asking({{Lines{anchor}, "new"}}));
  const Error refused = means_two_lines(*task, {&anchor, 0, RangeEnd::only}, LineNo{4});
  EXPECT_EQ(refused.code, Code::snapshot_stale);
  EXPECT_EQ(refused.reason, Reason::fits_two_places);
  EXPECT_EQ(*refused.facts.find("rows"), Json("2:two\n3:six\n4:ten\n"));
  ASSERT_EQ(refused.shows.size(), 1U) << "who sends it again means them";
  EXPECT_EQ(refused.shows.front().lines, LineSet(span_of(2, 4)));
}

TEST(AnchorRefusals, ARangeIsPutInOrderOrRefusedAsThePolicySays) {
  FileInSession a("one\ntwo\n");
  const auto ordered = [&](bool swaps, std::uint32_t from, std::uint32_t to) -> std::string {
    const Anchor anchor = content_hash("one");
    const FileInTask task(a, test::asking({{Lines{anchor}, "new"}}, {.swaps_reversed = swaps}));
    LineNo first{from}, last{to};
    std::vector<AutoCorrection> corrections;
    const std::optional<Error> refused = put_in_order(*task, {&anchor, 0, RangeEnd::first}, first, last, corrections);
    if (refused) return std::string(row_of(refused->code).name);
    return concat(first.value, '-', last.value, corrections.empty() ? "" : " swapped");
  };
  EXPECT_EQ(ordered(false, 1, 2), "1-2");
  EXPECT_EQ(ordered(false, 1, 1), "1-1");
  EXPECT_EQ(ordered(false, 2, 1), "invalid_range_order");
  EXPECT_EQ(ordered(true, 1, 2), "1-2");
  EXPECT_EQ(ordered(true, 1, 1), "invalid_range_order") << "a range of one line was meant otherwise";
  EXPECT_EQ(ordered(true, 2, 1), "1-2 swapped");
}

class UnfitAnchorsTest : public testing::Test {
 protected:
  // The refusal of anchors that fit no version.
  Error refusal_of(const std::vector<Anchor>& anchors, bool known = false) {
    const FileInTask task(a, test::asking({{Lines{anchors.front()}, "new"}}));
    UnfitAnchors unfit(*task);
    for (const Anchor& anchor : anchors) unfit.add({&anchor, 0, RangeEnd::only}, known);
    return unfit.finish();
  }

  FileInSession a{"one\ntwo\nsix\nten\nend\n"};
};

TEST_F(UnfitAnchorsTest, RowsThatWereNotShownAreShownSoThatTheSameCallPasses) {
  a.show(span_of(1, 1));
  const Error refused = refusal_of({content_hash("two"), content_hash("ten")});
  EXPECT_EQ(refused.code, Code::lines_not_shown);
  EXPECT_EQ(*refused.facts.find("lines"), Json("2, 4"));
  EXPECT_EQ(*refused.facts.find("rows"), Json("2:two\n4:ten\n"));
  ASSERT_EQ(refused.shows.size(), 1U);
}

TEST_F(UnfitAnchorsTest, IfAnotherAnchorIsWrongTheRowsCountAllTheSame) {
  a.show(span_of(1, 1));
  const Error refused = refusal_of({content_hash("absent"), content_hash("ten")});
  EXPECT_EQ(refused.code, Code::snapshot_stale);
  ASSERT_EQ(refused.others.size(), 1U);
  EXPECT_EQ(refused.others.front().code, Code::lines_not_shown);
  EXPECT_EQ(*refused.facts.find("rows"), Json("4:ten\n"));
  ASSERT_EQ(refused.shows.size(), 1U) << "an edit that names them lands";
  EXPECT_EQ(refused.shows.front().lines, LineSet(span_of(4, 4)));
}

TEST_F(UnfitAnchorsTest, AMistypedHashIsToldOnceAndWithTheRowsThatItNames) {
  a.show();
  AtHash with_line = content_hash("absent");
  with_line.line = LineNo{5};
  const Error refused = refusal_of({with_line, with_line});
  EXPECT_EQ(refused.code, Code::snapshot_stale);
  EXPECT_TRUE(refused.others.empty());
  EXPECT_EQ(*refused.facts.find("rows"), Json("3:six\n4:ten\n5:end\n"));
}

TEST_F(UnfitAnchorsTest, AnAnchorOfAnotherVersionIsCalledThat) {
  const Error refused = refusal_of({content_hash("two")}, true);
  EXPECT_EQ(refused.code, Code::snapshot_stale);
  EXPECT_TRUE(refused.what.contains("in another version of the file than the other end of the range")) << refused.what;
}

TEST_F(UnfitAnchorsTest, ANumberIsUnseenBeyondTheFileOrStale) {
  EXPECT_EQ(refusal_of({AtLineHash{LineNo{2}, "00"}}).code, Code::lines_not_shown);
  EXPECT_EQ(refusal_of({AtLineHash{LineNo{6}, "00"}}).code, Code::line_out_of_range);
  a.show();
  const Error stale = refusal_of({AtLineHash{LineNo{2}, "00"}});
  EXPECT_EQ(stale.code, Code::snapshot_stale);
  EXPECT_EQ(*stale.facts.find("line"), Json(2));
  a.others_write("one\n");
  EXPECT_EQ(*refusal_of({AtLineHash{LineNo{5}, "00"}}).facts.find("rows"), Json("1:one\n")) << "the last line that there is";
}

TEST_F(UnfitAnchorsTest, WhoeverWasShownNothingIsToldSoIfThePolicySaysSo) {
  const Anchor anchor = content_hash("two");
  const FileInTask task(a, test::asking({{Lines{anchor}, "new"}}, {.never_shown = Code::file_not_read}));
  UnfitAnchors unfit(*task);
  unfit.add({&anchor, 0, RangeEnd::only}, false);
  EXPECT_EQ(unfit.finish().code, Code::file_not_read);
}

TEST_F(UnfitAnchorsTest, ARowWithANulCannotBeShown) {
  a.others_write(std::string("one\nt\0o\n", 8));
  EXPECT_EQ(refusal_of({AtLineHash{LineNo{2}, "00"}}).code, Code::binary_file);
}

}  // namespace
}  // namespace kedge
