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

TEST(Reindent, NewRowsAreMovedByTheBlanksThatTheFileHasMore) {
  EXPECT_EQ(written("        if (x) {\n            y();\n        }\n", {"if (x) {", "    y();", "}"},
                    {"if (x) {", "    z();", "    y();", "}"}),
            (Rows{"        if (x) {", "            z();", "            y();", "        }"}));
  EXPECT_EQ(written("\t\ta\n\t\t\tb\n", {"\ta", "\t\tb"}, {"\ta", "\t\t\tc"}), (Rows{"\t\ta", "\t\t\t\tc"}));
  EXPECT_EQ(written("\t  a\n", {"  a"}, {"  b", "    c"}), (Rows{"\t  b", "\t    c"})) << "a tab before spaces";
}

TEST(Reindent, NewRowsAreMovedByTheBlanksThatTheQuotationHasMore) {
  EXPECT_EQ(written("a\n  b\n", {"    a", "      b"}, {"    a", "    c", "      d"}), (Rows{"a", "c", "  d"}));
  EXPECT_EQ(written("\ta\n", {"\t\ta"}, {"\t\tb", "\t\t\tc"}), (Rows{"\tb", "\t\tc"}));
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
            "line 2 of the replacement does not begin with the 4 spaces by which the quotation is indented too far");
  EXPECT_EQ(refused("a\n", {"\ta"}, {"    b"}),
            "line 1 of the replacement does not begin with the 1 tab by which the quotation is indented too far");
}

TEST(Reindent, ARowThatMayBeMeantAtTheMarginIsRefused) {
  EXPECT_EQ(refused("        a\n", {"    a"}, {"    b", "#endif"}),
            "line 2 of the replacement is indented less than every quoted line, and the file's lines are indented by 4 spaces "
            "more than quoted");
  EXPECT_EQ(written("        a\n", {"    a"}, {"    b", ""}), (Rows{"        b", ""})) << "a blank one is none";
}

TEST(Reindent, EqualQuotedRowsMustNotHideWhichLineIsKept) {
  EXPECT_EQ(written("x\nx\n", {"x", "x"}, {"x"}), (Rows{"x"}));
  EXPECT_EQ(refused("begin\ncount += 1;\ncount += 2;\nend\n", {"begin", "count += 3;", "count += 3;", "end"},
                    {"begin", "count += 3;", "end"}),
            "the quotation has equal lines where the file's differ, and it is unclear which of them are kept");
}

}  // namespace
}  // namespace kedge
