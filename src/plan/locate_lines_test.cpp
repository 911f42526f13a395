#include "plan/locate_lines.hpp"

#include <gtest/gtest.h>

#include "tests/support/file_task.hpp"

namespace kedge {
namespace {

using test::FileInSession;
using test::FileInTask;
using test::span_of;
using test::told;

Operation on_lines(Lines lines, std::string body = "new") { return {std::move(lines), std::move(body)}; }

Request on_tagged_lines(FileInSession& a, std::vector<Operation> operations) {
  Request request = test::asking(std::move(operations), {.tags = true});
  request.files.front().tag = a.tag();
  return request;
}

Location line_location(FileInSession& a, Lines lines, std::string body = "new") {
  const FileInTask task(a, on_tagged_lines(a, {on_lines(std::move(lines), std::move(body))}));
  return line_locator(*task).value()->locate(0, Belief::read).front();
}

Anchor numbered(std::uint32_t line) { return AtLine{LineNo{line}}; }

TEST(LocateLines, ANumberIsALineOfTheVersionThatIsNamed) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  EXPECT_EQ(told(line_location(a, {numbered(2)})), "2-2");
  EXPECT_EQ(told(line_location(a, {numbered(1), numbered(3)})), "1-3");
  EXPECT_EQ(told(line_location(a, {numbered(4)})), "-line_out_of_range");
  EXPECT_EQ(told(line_location(a, {numbered(3), numbered(4)})), "-line_out_of_range");
  const Request request = on_tagged_lines(a, {on_lines({numbered(3)})});
  a.others_write("one\n");
  const FileInTask task(a, request);
  EXPECT_EQ(told(line_locator(*task).value()->locate(0, Belief::read).front()), "3-3") << "not of the file as it is";
}

TEST(LocateLines, ThePlaceNextToALineIsEmptyAndBelongsToThatLine) {
  FileInSession a("one\ntwo\nsix\n");
  a.show();
  const Location above = line_location(a, {.first = numbered(2), .side = Side::before});
  ASSERT_TRUE(above);
  EXPECT_EQ(above->edits.front().lines, between_lines(LineNo{2}));
  EXPECT_EQ(above->edits.front().lean, Lean::below);
  EXPECT_EQ(above->named, LineSet(span_of(2, 2)));
  const Location below = line_location(a, {.first = numbered(1), .last = numbered(2), .side = Side::after});
  ASSERT_TRUE(below);
  EXPECT_EQ(below->edits.front().lines, between_lines(LineNo{3}));
  EXPECT_EQ(below->edits.front().lean, Lean::above);
  EXPECT_EQ(below->named, LineSet(span_of(2, 2))) << "only the line that it is put behind";
  EXPECT_EQ(line_location(a, {numbered(1), numbered(2)})->named, LineSet(span_of(1, 2)));
}

TEST(LocateLines, RowsThatCountFromTheFirstLineAreAListOrCopies) {
  FileInSession a("/**\n * x\n */\nint y;\n");
  a.show();
  const auto over_first = [&](std::string body) { return told(line_location(a, {numbered(1)}, std::move(body))); };
  EXPECT_EQ(over_first("1: begin\n2: end"), "1-1") << "a list";
  EXPECT_EQ(over_first("1:begin\n2:\n3:end"), "-pasted_prefix") << "with an empty item";
  EXPECT_EQ(over_first("1:aa|1 begin\n2:bb|2 end"), "-pasted_prefix") << "with hashes";
  EXPECT_EQ(over_first("1:aa|\n/**"), "-pasted_prefix") << "the line itself is kept below";
  EXPECT_EQ(over_first("1#aaaaaa|other"), "1-1") << "one row with a hash that was not shown";
  a.others_write("1:aa|begin\n2:bb|end\n");
  a.show();
  EXPECT_EQ(over_first("1:cc|BEGIN"), "1-1") << "such rows are the content of this file";
}

TEST(LocateLines, AnEdgeOfTheFileNeedsNoShownLine) {
  FileInSession a("one\ntwo\n");
  const Location head = line_location(a, {Edge::head});
  ASSERT_TRUE(head);
  EXPECT_EQ(head->edits.front().lines, between_lines(LineNo{1}));
  EXPECT_EQ(head->edits.front().lean, Lean::above);
  const Location tail = line_location(a, {Edge::tail});
  ASSERT_TRUE(tail);
  EXPECT_EQ(tail->edits.front().lines, between_lines(LineNo{3}));
  EXPECT_EQ(tail->edits.front().lean, Lean::below);
  EXPECT_TRUE(head->named.empty() && tail->named.empty());
}

TEST(LocateLines, WhatIsDeletedHasNoRowsAndAnEmptyBodyIsAnEmptyRow) {
  FileInSession a("one\n");
  a.show();
  EXPECT_TRUE(line_location(a, {.first = numbered(1), .deletes = true}, "")->edits.front().rows.empty());
  EXPECT_EQ(line_location(a, {numbered(1)}, "")->edits.front().rows, Rows{""});
}

TEST(LocateLines, ABlockNeedsAGrammar) {
  FileInSession a("def f():\n  x\n");
  const Location found = line_location(a, {AtBlock{LineNo{1}}});
  EXPECT_EQ(told(found), "-block_unresolved");
  EXPECT_EQ(*found.error().refusal->facts.find("reason"), Json("the language of the file has no grammar here"));
  EXPECT_EQ(told(line_location(a, {AtBlock{LineNo{3}}})), "-line_out_of_range");
}

TEST(LocateLines, ABodyThatCountsItsRowsWasPasted) {
  FileInSession a("one\ntwo\nsix\n");
  a.show(span_of(3, 3));
  EXPECT_EQ(told(line_location(a, {numbered(2)}, "2:TWO\n3:SIX")), "-pasted_prefix");
  EXPECT_EQ(told(line_location(a, {.first = numbered(2), .side = Side::after}, "3:new")), "-pasted_prefix");
  EXPECT_EQ(told(line_location(a, {numbered(2)}, "5:TWO")), "2-2") << "numbers that its rows would not get";
  EXPECT_EQ(told(line_location(a, {Edge::tail}, "3:six")), "-pasted_prefix") << "a row that was shown";
}

TEST(LocateLines, EveryOperationHasItsOwnResult) {
  FileInSession a("one\n");
  a.show();
  const FileInTask task(a, on_tagged_lines(a, {on_lines({numbered(5)}), on_lines({numbered(1)})}));
  const std::unique_ptr<Locator> locator = line_locator(*task).value();
  const std::vector<Location> found = locator->locate(0, Belief::read);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(told(found[1]), "1-1");
  EXPECT_EQ(found[1]->op, 1);
  EXPECT_EQ(locator->quotes(), std::nullopt);
  EXPECT_TRUE(locator->locate_now().empty()) << "a number without a version means nothing";
}

TEST(LocateLines, TheLinesThatOperationsNameAreKnownBeforeTheyAreFound) {
  LineSet named(span_of(2, 4));
  named.add(span_of(7, 7));
  EXPECT_EQ(named_lines({on_lines({numbered(2), numbered(4)}), on_lines({AtBlock{LineNo{7}}}), on_lines({Edge::tail})}), named);
  EXPECT_TRUE(named_lines({{Match{.text = "x"}, "y"}}).empty());
}

TEST(LocateLines, CurrentRowsCountAsShownAndATagIsToldWhereThereAreTags) {
  FileInSession a("one\ntwo\nsix\nten\nend\n");
  for (const bool tags : {false, true}) {
    Error refused = refuse(Code::snapshot_stale);
    show_current_rows(a.session(), a.load(), LineSet(span_of(5, 5)), refused, {.tags = tags});
    EXPECT_EQ(*refused.facts.find("rows"), Json("3:six\n4:ten\n5:end\n"));
    EXPECT_EQ(refused.shows.size(), 1U);
    EXPECT_EQ(refused.facts.find("tag") != nullptr, tags);
  }
}

}  // namespace
}  // namespace kedge
