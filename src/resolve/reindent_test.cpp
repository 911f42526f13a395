#include "resolve/reindent.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"

namespace kedge {
namespace {

// All lines of the text are those that were quoted.
std::expected<Rows, std::string> rows_for(const char* text, const Rows& quoted, const Rows& replacement) {
  const Text whole{std::string(text)};
  return replacement_rows(whole, whole.all_lines(), quoted, replacement);
}

Rows written(const char* text, const Rows& quoted, const Rows& replacement) {
  const auto rows = rows_for(text, quoted, replacement);
  EXPECT_TRUE(rows) << rows.error();
  return rows.value_or(Rows{});
}

std::string refused(const char* text, const Rows& quoted, const Rows& replacement) {
  const auto rows = rows_for(text, quoted, replacement);
  EXPECT_FALSE(rows);
  return rows ? "" : rows.error();
}

TEST(Reindent, KeptRowsAreTheFilesOwnBytes) {
  EXPECT_EQ(written("\tone  \n\ttwo\n\tthree \n", {"one", "two", "three"}, {"one", "zwei", "three"}),
            (Rows{"\tone  ", "\tzwei", "\tthree "}));
  EXPECT_EQ(written("a \r\nb\n", {"a", "b"}, {"a", "b"}), (Rows{"a ", "b"}));
}

TEST(Reindent, AClosingRowAtTheMarginMayHaveLostLessThanTheOthers) {
  constexpr const char* text = "  load(a);\n";
  EXPECT_TRUE(
      refused(text, {"load(a);"}, {"load(a);", "} catch {", "load(b);"}).contains("closes what the row above it is in"));
  EXPECT_EQ(written(text, {"load(a);"}, {"load(a);", "if (x) {", "}"}), (Rows{"  load(a);", "  if (x) {", "  }"}));
  EXPECT_EQ(written(text, {"load(a);"}, {"load(a);", "if (x) {", "  go();", "}"}),
            (Rows{"  load(a);", "  if (x) {", "    go();", "  }"}));
}

TEST(Reindent, NewRowsAreMovedByTheBlanksThatTheFileHasMore) {
  EXPECT_EQ(written("        if (x) {\n            y();\n        }\n", {"if (x) {", "    y();", "}"},
                    {"if (x) {", "    z();", "    y();", "}"}),
            (Rows{"        if (x) {", "            z();", "            y();", "        }"}));
  EXPECT_EQ(written("\t\ta\n\t\t\tb\n", {"\ta", "\t\tb"}, {"\ta", "\t\tc"}), (Rows{"\t\ta", "\t\t\tc"}));
  EXPECT_EQ(written("\t  a\n", {"  a"}, {"  b", "    c"}), (Rows{"\t  b", "\t    c"})) << "a tab before spaces";
}

TEST(Reindent, NewRowsAreMovedByTheBlanksThatTheQuotationHasMore) {
  EXPECT_EQ(written("a\n  b\n", {"    a", "      b"}, {"    a", "    c", "      d"}), (Rows{"a", "c", "  d"}));
  EXPECT_EQ(written("\ta\n", {"\t\ta"}, {"\t\tb", "\t\t\tc"}), (Rows{"\tb", "\t\tc"}));
}

TEST(Reindent, NewRowsThatAreRightAsTheyAreAreNotIndentedTwice) {
  EXPECT_EQ(written("    def f():  \n        return 1\n", {"def f():", "    return 1"}, {"    def f():", "        return 2"}),
            (Rows{"    def f():  ", "        return 2"}))
      << "a kept row has the file's indentation, and the file's bytes";
  EXPECT_EQ(written("    a\n", {"a"}, {"    b", "c"}), (Rows{"    b", "c"})) << "without kept rows the first one decides";
  EXPECT_EQ(written("a\n", {"    a"}, {"b", "    c"}), (Rows{"b", "    c"}));
}

TEST(Reindent, AKeptRowThatIsPutInsideANewOneIsNoEvidenceAgainstIt) {
  EXPECT_EQ(written("    a\n    b\n", {"a", "b"}, {"a", "if c:", "    b"}), (Rows{"    a", "    if c:", "        b"}));
  EXPECT_EQ(written("    if c:\n        b\n", {"if c:", "    b"}, {"b"}), (Rows{"    b"})) << "nor one that is taken out";
}

TEST(Reindent, MixedEvidenceIsRefusedWithBothReadings) {
  EXPECT_EQ(refused("    a\n    b\n", {"a", "b"}, {"    a", "b", "c"}),
            "`b` has the indentation of the quotation, and `a` that of the file; quote the lines with the file's indentation, "
            "and send in their place either\n    a\n    b\nc\nor\n        a\n    b\n    c\nwhichever is meant");
  EXPECT_TRUE(refused("if c:\n    b\n", {"    if c:", "        b"}, {"    b"}).starts_with("`b` has the indentation of the"))
      << "taken out, or right as it is?";
  EXPECT_TRUE(
      refused("    b\n", {"b"}, {"if c:", "    b"}).starts_with("`if c:` has the indentation of the quotation, and `b`"))
      << "put inside, or right as it is?";
  EXPECT_TRUE(refused("\t\ta\n\t\t\tb\n", {"\ta", "\t\tb"}, {"\ta", "\t\t\tc"})
                  .starts_with("`a` has the indentation of the quotation, and `c` that of the file"));
}

TEST(Reindent, ABracketIsNoEvidence) {
  EXPECT_TRUE(refused("    a\n", {"      a"}, {"    }", "  b {", "      c"})
                  .starts_with("the new row `}` is indented neither like the quotation nor like the file"));
}

TEST(Reindent, ThePlaceOfAChangeInItsPassageCounts) {
  const Text text{std::string("    if x {\n        a\n    }\n")};
  const Rows quoted{"if x {", "    a", "}"};
  const std::vector<SentRows> nested{{.first = 2, .removed = 0, .rows = {"    if y {", "    }"}}};
  EXPECT_EQ(reindented(text, text.all_lines(), quoted, nested).value(), (std::vector<Rows>{{"        if y {", "        }"}}));
  const std::vector<SentRows> right{{.first = 0, .removed = 3, .rows = {"    if x {", "        b", "    }"}}};
  EXPECT_EQ(reindented(text, text.all_lines(), quoted, right).value(), (std::vector<Rows>{right.front().rows}));
  const std::vector<SentRows> unclear{{.first = 1, .removed = 1, .rows = {"        b"}}};
  EXPECT_FALSE(reindented(text, text.all_lines(), quoted, unclear)) << "the rows beside it slipped, and it did not";
}

TEST(Reindent, WithoutAShiftNewRowsStayAsTheyAreSent) {
  EXPECT_EQ(written("  a \n", {"  a"}, {"b", "\tc"}), (Rows{"b", "\tc"}));
}

TEST(Reindent, BlankRowsStayAsTheyAreSent) {
  EXPECT_EQ(written("    a\n    b\n", {"a", "b"}, {"a", "", "  ", "b"}), (Rows{"    a", "", "  ", "    b"}));
  EXPECT_EQ(written("a\nb\n", {"  a", "  b"}, {"  a", "", "  b"}), (Rows{"a", "", "b"}));
}

TEST(Reindent, BlankLinesSayNothingAboutTheShift) {
  EXPECT_EQ(written("    a\n\n    b\n", {"a", "  ", "b"}, {"a", "  ", "c"}), (Rows{"    a", "", "    c"}));
}

TEST(Reindent, NoReplacementIsNoRows) { EXPECT_EQ(written("  a\n", {"a"}, {}), Rows{}); }

TEST(Reindent, AShiftThatIsNotUniformIsRefused) {
  EXPECT_EQ(refused("    a\n        b\n", {"a", "b"}, {"c"}),
            "line 2 is indented by 8 spaces where the quotation has none, but line 1 is indented by 4 spaces where the "
            "quotation has none");
  EXPECT_EQ(refused("    a\n", {"\ta"}, {"\tb"}), "line 1 is indented by 4 spaces where the quotation has 1 tab");
  EXPECT_EQ(refused("\ta\n\t\tb\n", {"    a", "        b"}, {"    c"}),
            "line 1 is indented by 1 tab where the quotation has 4 spaces");
  EXPECT_EQ(refused("a\n    b\n", {"  a", "  b"}, {"  c"}),
            "line 2 is indented by 4 spaces where the quotation has 2 spaces, but line 1 is not indented where the quotation "
            "has 2 spaces");
}

TEST(Reindent, ARowThatTheShiftCannotBeTakenFromIsRefused) {
  EXPECT_EQ(refused("a\n", {"    a"}, {"    b", "  c"}),
            "the new row `c` does not begin with the 4 spaces by which the quotation is indented too far");
  EXPECT_EQ(refused("a\n", {"\ta"}, {"    b"}), "the new row `b` is indented neither like the quotation nor like the file");
}

TEST(Reindent, ARowThatMayBeMeantAtTheMarginIsRefused) {
  EXPECT_EQ(refused("        a\n", {"    a"}, {"    b", "#endif"}),
            "the new row `#endif` is indented less than every quoted line, and the file's lines are indented by 4 spaces "
            "more than quoted");
  EXPECT_EQ(written("        a\n", {"    a"}, {"    b", ""}), (Rows{"        b", ""})) << "a blank one is none";
}

TEST(Reindent, EqualQuotedRowsMustNotHideWhichLineIsKept) {
  EXPECT_EQ(written("x\nx\n", {"x", "x"}, {"x"}), (Rows{"x"}));
  EXPECT_EQ(refused("begin\ncount += 1;\ncount += 2;\nend\n", {"begin", "count += 3;", "count += 3;", "end"},
                    {"begin", "count += 3;", "end"}),
            "one of the rows that stay is there twice, in the quotation or in the new text, and it is unclear which of the two "
            "it is");
}

}  // namespace
}  // namespace kedge
