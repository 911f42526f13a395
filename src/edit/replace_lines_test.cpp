#include "edit/replace_lines.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"

namespace kedge {
namespace {

LineEdit over(std::uint32_t first, std::uint32_t last, Rows rows, int op = 0) {
  return {{LineNo{first}, LineNo{last + 1}}, std::move(rows), op};
}
LineEdit before(std::uint32_t line, Rows rows) { return {between_lines(LineNo{line}), std::move(rows), 0, Lean::below}; }
LineEdit after(std::uint32_t line, Rows rows) { return {between_lines(LineNo{line + 1}), std::move(rows), 0, Lean::above}; }
LineEdit cut(std::uint32_t first, std::uint32_t last) { return over(first, last, {}); }

Text edited(const char* bytes, std::vector<LineEdit> edits) {
  const Text text(bytes);
  return replace_lines(text, std::move(edits)).value().apply(text);
}

TEST(Rows, AreSeparatedByLineFeedOrCarriageReturnLineFeed) {
  EXPECT_EQ(rows_of("a\nb"), (Rows{"a", "b"}));
  EXPECT_EQ(rows_of("a\r\nb\nc"), (Rows{"a", "b", "c"}));
}

TEST(Rows, OneTrailingNewlineEndsTheLastRowAndAddsNoEmptyOne) {
  EXPECT_EQ(rows_of("a\nb\n"), (Rows{"a", "b"}));
  EXPECT_EQ(rows_of("a\r\n"), (Rows{"a"}));
  EXPECT_EQ(rows_of("a\n\n"), (Rows{"a", ""}));
}

TEST(Rows, NothingIsOneEmptyRow) {
  EXPECT_EQ(rows_of(""), (Rows{""}));
  EXPECT_EQ(rows_of("\n"), (Rows{""}));
  EXPECT_EQ(rows_of("\r\n"), (Rows{""}));
}

TEST(Rows, ALoneCarriageReturnIsContent) {
  EXPECT_EQ(rows_of("a\rb\n"), (Rows{"a\rb"}));
  EXPECT_EQ(rows_of("a\r"), (Rows{"a\r"}));
  EXPECT_EQ(rows_of("a\r\r\nb"), (Rows{"a\r", "b"}));
}

TEST(ReplaceLines, ReplacesInsertsAndDeletes) {
  EXPECT_EQ(edited("a\nb\nc\n", {over(2, 2, {"x", "y"})}), Text("a\nx\ny\nc\n"));
  EXPECT_EQ(edited("a\nb\nc\n", {before(2, {"x"})}), Text("a\nx\nb\nc\n"));
  EXPECT_EQ(edited("a\nb\nc\n", {after(2, {"x"})}), Text("a\nb\nx\nc\n"));
  EXPECT_EQ(edited("a\nb\nc\n", {cut(2, 3)}), Text("a\n"));
  EXPECT_EQ(edited("a\nb\nc\n", {cut(1, 3)}), Text(""));
}

TEST(ReplaceLines, TheEdgesOfTheFileArePlacesToo) {
  EXPECT_EQ(edited("a\n", {before(1, {"x"})}), Text("x\na\n"));
  EXPECT_EQ(edited("a\n", {after(1, {"x"})}), Text("a\nx\n"));
  EXPECT_EQ(edited("a\n", {after(0, {"x"})}), Text("x\na\n"));
}

TEST(ReplaceLines, ARowTakesTheTerminatorOfTheLineItReplaces) {
  EXPECT_EQ(edited("a\r\nb\nc\r\n", {over(1, 2, {"x", "y"})}), Text("x\r\ny\nc\r\n"));
  EXPECT_EQ(edited("a\nb\r\n", {over(2, 2, {"x"})}), Text("a\nx\r\n"));
}

TEST(ReplaceLines, MoreRowsThanLinesTakeTheTerminatorOfTheirNeighbour) {
  EXPECT_EQ(edited("a\r\nb\nc\r\n", {over(2, 2, {"x", "y", "z"})}), Text("a\r\nx\ny\nz\nc\r\n"));
}

TEST(ReplaceLines, AnInsertedRowTakesTheTerminatorOfTheLineItWasNamedBy) {
  EXPECT_EQ(edited("a\r\nb\n", {after(1, {"x"})}), Text("a\r\nx\r\nb\n"));
  EXPECT_EQ(edited("a\r\nb\n", {before(2, {"x"})}), Text("a\r\nx\nb\n"));
}

TEST(ReplaceLines, ARowThatStaysEqualKeepsItsOwnBytes) {
  EXPECT_EQ(edited("a\r\nb\nc\r\nd\n", {over(1, 4, {"a", "b", "X", "d"})}), Text("a\r\nb\nX\r\nd\n"));
  EXPECT_EQ(edited("a\nb\r\nc\n", {over(1, 3, {"b", "c"})}), Text("b\r\nc\n"));
  EXPECT_EQ(edited("a\nb\r\nc\n", {over(1, 3, {"new", "a", "b", "c"})}), Text("new\na\nb\r\nc\n"));
}

TEST(ReplaceLines, ARowAddedBetweenKeptRowsTakesTheTerminatorOfTheRowsBesideIt) {
  EXPECT_EQ(edited("a\nb\nc\r\n", {over(1, 3, {"a", "new", "b", "c"})}), Text("a\nnew\nb\nc\r\n"));
  EXPECT_EQ(edited("a\r\nb\r\nc\n", {over(1, 3, {"a", "new", "b", "c"})}), Text("a\r\nnew\r\nb\r\nc\n"));
}

TEST(ReplaceLines, WithoutAnyTerminatorLineFeedIsTaken) {
  EXPECT_EQ(edited("a", {after(1, {"b"})}), Text("a\nb"));
  EXPECT_EQ(edited("a", {before(1, {"b"})}), Text("b\na"));
  EXPECT_EQ(edited("a", {over(1, 1, {"x", "y"})}), Text("x\ny"));
}

TEST(ReplaceLines, InAnEmptyFileEveryNewRowIsTerminated) {
  EXPECT_EQ(edited("", {before(1, {"a", "b"})}), Text("a\nb\n"));
  EXPECT_EQ(edited("\xEF\xBB\xBF", {before(1, {"a"})}), Text("\xEF\xBB\xBF"
                                                             "a\n"));
}

TEST(ReplaceLines, AnInsertKeepsTheMissingLastNewline) {
  EXPECT_EQ(edited("a\nb", {after(2, {"c", "d"})}), Text("a\nb\nc\nd"));
  EXPECT_EQ(edited("a\r\nb", {after(2, {"c"})}), Text("a\r\nb\r\nc"));
  EXPECT_EQ(edited("a\nb", {before(2, {"c"})}), Text("a\nc\nb"));
}

TEST(ReplaceLines, ReplacingAnUnterminatedLastLineKeepsItUnterminated) {
  EXPECT_EQ(edited("a\nb", {over(2, 2, {"x"})}), Text("a\nx"));
  EXPECT_EQ(edited("a\r\nb", {over(2, 2, {"x", "y"})}), Text("a\r\nx\r\ny"));
}

TEST(ReplaceLines, DeletingAnUnterminatedLastLineLeavesTheLineBeforeItAsItIs) {
  EXPECT_EQ(edited("a\nb", {cut(2, 2)}), Text("a\n"));
  EXPECT_EQ(edited("a\r\nb", {cut(2, 2)}), Text("a\r\n"));
  EXPECT_EQ(edited("a", {cut(1, 1)}), Text(""));
}

TEST(ReplaceLines, ARowMayBeEmpty) {
  EXPECT_EQ(edited("a\nb\n", {after(1, {""})}), Text("a\n\nb\n"));
  EXPECT_EQ(edited("a\nb\n", {over(1, 1, {""})}), Text("\nb\n"));
}

TEST(ReplaceLines, TheByteOrderMarkStays) {
  EXPECT_EQ(edited("\xEF\xBB\xBF"
                   "a\nb\n",
                   {over(1, 1, {"x"})}),
            Text("\xEF\xBB\xBF"
                 "x\nb\n"));
  EXPECT_EQ(edited("\xEF\xBB\xBF"
                   "a\nb\n",
                   {before(1, {"x"})}),
            Text("\xEF\xBB\xBF"
                 "x\na\nb\n"));
  EXPECT_EQ(edited("\xEF\xBB\xBF"
                   "a\nb\n",
                   {cut(1, 2)}),
            Text("\xEF\xBB\xBF"));
}

TEST(ReplaceLines, LoneCarriageReturnsAndOddBytesElsewhereStay) {
  EXPECT_EQ(edited("x\ry\nb\ncaf\xE9\n", {over(2, 2, {"B"})}), Text("x\ry\nB\ncaf\xE9\n"));
}

TEST(ReplaceLines, TwoInsertionsAtOnePlaceKeepTheOrderOfTheCall) {
  EXPECT_EQ(edited("a\nb\n", {after(1, {"1"}), after(1, {"2"}), before(2, {"3"})}), Text("a\n1\n2\n3\nb\n"));
  EXPECT_EQ(edited("a", {after(1, {"1"}), after(1, {"2"})}), Text("a\n1\n2"));
}

TEST(ReplaceLines, TouchingEditsAreFine) {
  EXPECT_EQ(edited("a\nb\nc\n", {over(1, 1, {"x"}), over(2, 2, {"y"}), before(2, {"-"})}), Text("x\n-\ny\nc\n"));
  EXPECT_EQ(edited("a\nb", {over(2, 2, {"x"}), after(2, {"y"})}), Text("a\nx\ny"));
}

TEST(ReplaceLines, ARowBehindACutAwayLastLineTakesItsPlace) {
  EXPECT_EQ(edited("a\nb", {cut(2, 2), after(2, {"y"})}), Text("a\ny"));
  EXPECT_EQ(edited("a\nb", {cut(2, 2), after(2, {"y"}), after(2, {"z"})}), Text("a\ny\nz"));
}

TEST(ReplaceLines, OverlappingOperationsAreRefused) {
  const Text text("a\nb\nc\nd\n");
  const Result<ChangeSet> result = replace_lines(text, {over(1, 2, {"x"}, 0), over(2, 3, {"y"}, 1)});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, Code::overlapping_operations);
  EXPECT_EQ(result.error().what, "Operations 1 and 2 both touch line 2.");
  EXPECT_FALSE(replace_lines(text, {over(1, 3, {"x"}), after(1, {"y"})}).has_value());
}

TEST(ReplaceLines, ASingleOperationIsOneEditOverWholeLines) {
  const Edit edit = replace_lines(Text("a\nb\nc\n"), over(2, 2, {"x"}, 7));
  EXPECT_EQ(edit.span, (ByteSpan{{2}, {4}}));
  EXPECT_EQ(edit.text, "x\n");
  EXPECT_EQ(edit.op, 7);
}

}  // namespace
}  // namespace kedge
