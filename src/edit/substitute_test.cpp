#include "edit/substitute.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge {
namespace {

Substitution at(const Text& text, std::string_view old, std::string_view now) {
  const std::size_t begin = text.bytes().find(old);
  EXPECT_NE(begin, std::string_view::npos) << old;
  return {{{begin}, {begin + old.size()}}, std::string(now)};
}

std::string replaced(std::string_view bytes, std::string_view old, std::string_view now) {
  const Text text{std::string(bytes)};
  const Result<ChangeSet> changes = substitute(text, {at(text, old, now)});
  EXPECT_TRUE(changes.has_value());
  return std::string(changes->apply(text).bytes());
}

TEST(Substitute, ReplacesInsideALine) { EXPECT_EQ(replaced("a b c\n", "b", "x"), "a x c\n"); }

TEST(Substitute, GivesNewRowsTheTerminatorOfTheLineTheyReplace) {
  EXPECT_EQ(replaced("a\r\nb\r\n", "b", "x\ny"), "a\r\nx\r\ny\r\n");
  EXPECT_EQ(replaced("a\nb\n", "b", "x\r\ny"), "a\nx\ny\n");
}

TEST(Substitute, KeepsTheBytesOfRowsThatStay) { EXPECT_EQ(replaced("a\r\nb\nc\r\n", "a\r\nb\nc", "a\nB\nc"), "a\r\nB\nc\r\n"); }

TEST(Substitute, KeepsALoneCarriageReturnAsContent) { EXPECT_EQ(replaced("a\rb\n", "a", "x\ry"), "x\ry\rb\n"); }

TEST(Substitute, KeepsTheMissingLastNewline) {
  EXPECT_EQ(replaced("a\nb", "b", "b\nc"), "a\nb\nc");
  EXPECT_EQ(replaced("a\r\nb", "b", "x"), "a\r\nx");
}

TEST(Substitute, ChangesTheLastNewlineWhereThatIsAskedFor) {
  EXPECT_EQ(replaced("a\nb", "b", "b\n"), "a\nb\n");
  EXPECT_EQ(replaced("a\nb\n", "b\n", "b"), "a\nb");
  EXPECT_EQ(replaced("a\r\nb\r\n", "b\r\n", "b"), "a\r\nb");
  EXPECT_EQ(replaced("a\n", "a\n", "b\nc\r"), "b\nc\r") << "a lone CR at the end is content";
}

TEST(Substitute, DeletesWholeLines) {
  EXPECT_EQ(replaced("a\nb\nc\n", "b\n", ""), "a\nc\n");
  EXPECT_EQ(replaced("a\nb\nc\n", "a\nb\nc\n", ""), "");
  EXPECT_EQ(replaced("a\nb", "\nb", ""), "a");
}

TEST(Substitute, GluesLinesWhereThatIsAskedFor) {
  EXPECT_EQ(replaced("a\nb\nc\n", "a\n", "x"), "xb\nc\n");
  EXPECT_EQ(replaced("a\r\nb\r\nc\r\n", "\r\nb", "-b"), "a-b\r\nc\r\n");
}

TEST(Substitute, TakesSeveralPlacesOfOneLineTogether) {
  const Text text{std::string("one two three\nfour\n")};
  const Result<ChangeSet> changes = substitute(text, {at(text, "three\n", "3"), at(text, "one", "1\n"), at(text, "four", "4")});
  ASSERT_TRUE(changes.has_value());
  EXPECT_EQ(changes->apply(text).bytes(), "1\n two 34\n");
}

TEST(Substitute, RefusesPlacesThatShareAByte) {
  const Text text{std::string("abc\n")};
  Substitution one = at(text, "ab", "x");
  Substitution other = at(text, "bc", "y");
  other.op = 1;
  const Result<ChangeSet> changes = substitute(text, {one, other});
  ASSERT_FALSE(changes.has_value());
  EXPECT_EQ(changes.error().code, Code::overlapping_operations);
}

TEST(Substitute, LeavesTheByteOrderMarkAlone) {
  EXPECT_EQ(replaced("\xEF\xBB\xBF"
                     "a\n",
                     "a", "b"),
            "\xEF\xBB\xBF"
            "b\n");
}

TEST(Substitute, LeavesTerminatorsOutsideTheQuotationAsTheyAre) {
  EXPECT_EQ(replaced("a\r\nb\nc\r\nd\n", "b\nc", "x"), "a\r\nx\r\nd\n");
  EXPECT_EQ(replaced("a\nb\r\nc\n", "a\nb", "x\ny\nz"), "x\ny\r\nz\r\nc\n");
  EXPECT_EQ(replaced("a\r\nb\nc\n", "\nc", ""), "a\r\nb\n") << "the terminator of b is quoted, and the one after c stays";
}

constexpr auto above = GluedLine::To::the_new_text;
constexpr auto below = GluedLine::To::the_next_line;

TEST(GluedLines, AreThoseThatLoseTheirEndToOthers) {
  const Text text{std::string("a\nb\n\nc\n")};
  EXPECT_EQ(glued_lines(text, {at(text, "a\n", "x")}), (std::vector<GluedLine>{{LineNo{1}, below}}));
  EXPECT_TRUE(glued_lines(text, {at(text, "a\n", "")}).empty()) << "the line goes as a whole";
  EXPECT_TRUE(glued_lines(text, {at(text, "a\n", "x\n")}).empty());
  EXPECT_EQ(glued_lines(text, {at(text, "b\n", "x")}), (std::vector<GluedLine>{{LineNo{2}, below}})) << "an empty line is lost";
  EXPECT_TRUE(glued_lines(text, {at(text, "b\n", "b")}).empty()) << "that is all the edit does";
  EXPECT_TRUE(glued_lines(text, {at(text, "a\nb\n", "x")}).empty()) << "three rows, the last of them empty, become one";
  EXPECT_TRUE(glued_lines(text, {at(text, "c\n", "x")}).empty()) << "nothing follows";
}

TEST(GluedLines, AreThoseAboveAQuotationThatBeginsWithTheirEnd) {
  const Text text{std::string("one\r\ntwo\n\nthree\n")};
  EXPECT_EQ(glued_lines(text, {at(text, "\r\ntwo", "x")}), (std::vector<GluedLine>{{LineNo{1}, above}}));
  EXPECT_TRUE(glued_lines(text, {at(text, "\r\ntwo", "\nx")}).empty());
  EXPECT_TRUE(glued_lines(text, {at(text, "\r\ntwo", "")}).empty()) << "the second line goes as a whole";
  EXPECT_EQ(glued_lines(text, {at(text, "\r\ntw", "")}), (std::vector<GluedLine>{{LineNo{1}, above}})) << "only a part of it";
  EXPECT_EQ(glued_lines(text, {at(text, "\r\ntwo\n", "")}).size(), 1U) << "both of its breaks";
  EXPECT_EQ(glued_lines(text, {at(text, "ne\r\n", "")}), (std::vector<GluedLine>{{LineNo{1}, below}})) << "a part of its line";
  EXPECT_TRUE(glued_lines(text, {at(text, "\nthree", "3")}).empty()) << "an empty line is replaced as a whole";
  EXPECT_TRUE(glued_lines(text, {at(text, "\r\n", "")}).empty()) << "nothing but the break was quoted";
}

// The naive twin: where all lines end alike, substituting is what it is in a string. Every text of up to six characters (five
// in the short form), every stretch, a few replacements.
TEST(Substitute, IsPlainSubstitutionWhereAllLinesEndAlike) {
  for (std::uint32_t length = 1; length <= (is_long_form() ? 6 : 5); ++length) {
    for (std::uint32_t code = 0; code < (1U << length); ++code) {
      std::string bytes;
      for (std::uint32_t i = 0; i < length; ++i) bytes.push_back((code >> i & 1U) != 0 ? '\n' : static_cast<char>('a' + i));
      const Text text(bytes);
      for (std::size_t begin = 0; begin < length; ++begin) {
        for (std::size_t end = begin + 1; end <= length; ++end) {
          for (const std::string_view now : {"", "x", "x\n", "\nx", "\n", "x\ny", "b"}) {
            std::string expected = bytes;
            expected.replace(begin, end - begin, now);
            const Result<ChangeSet> changes = substitute(text, {{{{begin}, {end}}, std::string(now)}});
            ASSERT_TRUE(changes.has_value());
            ASSERT_EQ(changes->apply(text).bytes(), expected) << printable(bytes) << ' ' << begin << ' ' << end << ' ' << now;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace kedge
