#include "text/text.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"

#include "support/repeatable_random.hpp"

#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge {
namespace {

using namespace std::string_literals;

std::vector<std::string> contents(const Text& text) {
  std::vector<std::string> all;
  for (LineNo line{1}; text.has(line); line = line + 1) all.emplace_back(text.content(line));
  return all;
}

std::vector<std::string> terminators(const Text& text) {
  std::vector<std::string> all;
  for (LineNo line{1}; text.has(line); line = line + 1) all.emplace_back(text.terminator(line));
  return all;
}

using Strings = std::vector<std::string>;

TEST(Text, ALineIsWhatEndsInLineFeed) {
  const Text text("a\nb\n");
  EXPECT_EQ(contents(text), (Strings{"a", "b"}));
  EXPECT_EQ(terminators(text), (Strings{"\n", "\n"}));
  EXPECT_FALSE(text.ends_unterminated());
}

TEST(Text, TheLastUnterminatedStretchIsALine) {
  const Text text("a\nb");
  EXPECT_EQ(contents(text), (Strings{"a", "b"}));
  EXPECT_EQ(terminators(text), (Strings{"\n", ""}));
  EXPECT_TRUE(text.ends_unterminated());
}

TEST(Text, AFileThatEndsInLineFeedHasNoFurtherEmptyLine) {
  EXPECT_EQ(Text("a\n").line_count(), 1U);
  EXPECT_EQ(Text("\n").line_count(), 1U);
  EXPECT_EQ(Text("\n\n").line_count(), 2U);
}

TEST(Text, AnEmptyFileHasNoLines) {
  EXPECT_EQ(Text("").line_count(), 0U);
  EXPECT_EQ(Text(), Text(""));
  EXPECT_FALSE(Text("").ends_unterminated());
  EXPECT_FALSE(Text("").has(LineNo{1}));
  EXPECT_TRUE(Text("").all_lines().empty());
}

TEST(Text, ACarriageReturnJustBeforeTheLineFeedBelongsToTheTerminator) {
  const Text text("a\r\nb\n\r\n");
  EXPECT_EQ(contents(text), (Strings{"a", "b", ""}));
  EXPECT_EQ(terminators(text), (Strings{"\r\n", "\n", "\r\n"}));
}

TEST(Text, ALoneCarriageReturnIsContent) {
  EXPECT_EQ(contents(Text("a\rb\nc\r")), (Strings{"a\rb", "c\r"}));
  EXPECT_EQ(contents(Text("\r")), (Strings{"\r"}));
  EXPECT_EQ(Text("a\rb\rc").line_count(), 1U);
}

TEST(Text, OnlyOneCarriageReturnBelongsToTheTerminator) {
  const Text text("a\r\r\n");
  EXPECT_EQ(contents(text), (Strings{"a\r"}));
  EXPECT_EQ(terminators(text), (Strings{"\r\n"}));
}

TEST(Text, ALeadingByteOrderMarkIsNotPartOfLineOne) {
  const Text text(
      "\xEF\xBB\xBF"
      "a\nb\n");
  EXPECT_EQ(text.bom(), "\xEF\xBB\xBF");
  EXPECT_EQ(contents(text), (Strings{"a", "b"}));
  EXPECT_EQ(text.raw(LineNo{1}), "a\n");
  EXPECT_EQ(text.bytes().substr(0, 3), "\xEF\xBB\xBF");
  EXPECT_EQ(text.span(one_line(LineNo{1})), (ByteSpan{{3}, {5}}));
}

TEST(Text, AByteOrderMarkAloneIsNoLine) {
  const Text text("\xEF\xBB\xBF");
  EXPECT_EQ(text.line_count(), 0U);
  EXPECT_FALSE(text.ends_unterminated());
  EXPECT_EQ(text.span(between_lines(LineNo{1})), (ByteSpan{{3}, {3}}));
}

TEST(Text, AByteOrderMarkElsewhereIsContent) {
  EXPECT_EQ(contents(Text("a\n\xEF\xBB\xBF"
                          "b\n"))[1],
            "\xEF\xBB\xBF"
            "b");
  EXPECT_EQ(contents(Text("\xEF\xBB\xBF\xEF\xBB\xBFx"))[0], "\xEF\xBB\xBFx");
  EXPECT_EQ(Text("\xEF\xBB").bom(), "");
}

TEST(Text, OddBytesAndNulAreKept) {
  const Text text("caf\xE9\n\0x\n"s);
  EXPECT_EQ(contents(text), (Strings{"caf\xE9", "\0x"s}));
  EXPECT_EQ(text.size(), 8U);
}

TEST(Text, OtherUnicodeLineBreaksAreContent) {
  EXPECT_EQ(Text("a\xE2\x80\xA8"
                 "b\xC2\x85"
                 "c\x0b"
                 "d\x0c"
                 "e\n")
                .line_count(),
            1U);
}

TEST(Text, LinesOfEveryLengthAreFoundAcrossTheWidthOfTheScanner) {
  for (std::size_t length = 0; length < 200; ++length) {
    const std::string row(length, 'x');
    const Text text(row + "\n" + row + "\r\n" + row);
    EXPECT_EQ(text.line_count(), length == 0 ? 2U : 3U);
    EXPECT_EQ(text.content(LineNo{2}), row);
    EXPECT_EQ(text.terminator(LineNo{2}), "\r\n");
  }
}

TEST(Text, ASpanOfLinesCoversTheirBytes) {
  const Text text("ab\ncd\r\ne");
  EXPECT_EQ(text.span({LineNo{1}, LineNo{3}}), (ByteSpan{{0}, {7}}));
  EXPECT_EQ(text.span(one_line(LineNo{3})), (ByteSpan{{7}, {8}}));
  EXPECT_EQ(text.span(between_lines(LineNo{2})), (ByteSpan{{3}, {3}}));
  EXPECT_EQ(text.span(between_lines(LineNo{4})), (ByteSpan{{8}, {8}}));
  EXPECT_EQ(text.slice(text.span(text.all_lines())), text.bytes());
}

TEST(Text, TheLinesThatBytesTouchAreFound) {
  const Text text("ab\ncd\nef\n");
  EXPECT_EQ(text.lines_touched({{0}, {1}}), one_line(LineNo{1}));
  EXPECT_EQ(text.lines_touched({{2}, {3}}), one_line(LineNo{1})) << "the terminator belongs to its line";
  EXPECT_EQ(text.lines_touched({{2}, {4}}), (LineSpan{LineNo{1}, LineNo{3}}));
  EXPECT_EQ(text.lines_touched({{0}, {9}}), text.all_lines());
}

TEST(Text, AnEmptyStretchBetweenTwoLinesTouchesNeither) {
  const Text text("ab\ncd\n");
  EXPECT_EQ(text.lines_touched({{0}, {0}}), between_lines(LineNo{1}));
  EXPECT_EQ(text.lines_touched({{3}, {3}}), between_lines(LineNo{2}));
  EXPECT_EQ(text.lines_touched({{6}, {6}}), between_lines(LineNo{3}));
}

TEST(Text, APlaceInsideALineOrBehindAnUnterminatedOneTouchesIt) {
  EXPECT_EQ(Text("ab\ncd\n").lines_touched({{4}, {4}}), one_line(LineNo{2}));
  EXPECT_EQ(Text("ab\ncd\n").lines_touched({{2}, {2}}), one_line(LineNo{1})) << "before its line feed";
  EXPECT_EQ(Text("ab\ncd").lines_touched({{5}, {5}}), one_line(LineNo{2}));
  EXPECT_EQ(Text("").lines_touched({{0}, {0}}), between_lines(LineNo{1}));
}

TEST(Text, APlaceInsideTheByteOrderMarkIsBeforeLineOne) {
  EXPECT_EQ(Text("\xEF\xBB\xBF"
                 "a\n")
                .lines_touched({{0}, {0}}),
            between_lines(LineNo{1}));
  EXPECT_EQ(Text("\xEF\xBB\xBF"
                 "a\n")
                .lines_touched({{3}, {3}}),
            between_lines(LineNo{1}));
}

TEST(Text, ContextEndsWhereTheTextEnds) {
  const Text text("1\n2\n3\n4\n5");
  EXPECT_EQ(with_context(text, one_line(LineNo{3}), 1), (LineSpan{LineNo{2}, LineNo{5}}));
  EXPECT_EQ(with_context(text, one_line(LineNo{2}), 9), text.all_lines());
  EXPECT_EQ(with_context(text, between_lines(LineNo{1}), 1), one_line(LineNo{1}));
  EXPECT_EQ(with_context(text, one_line(LineNo{9}), 2), (LineSpan{LineNo{4}, LineNo{6}})) << "the last lines, if it is gone";
  EXPECT_EQ(with_context(Text(), between_lines(LineNo{1}), 3), between_lines(LineNo{1}));
}

TEST(Text, CopiesAreEqualAndSoAreEqualBytes) {
  const Text text("a\n");
  const Text copy = text;  // NOLINT(performance-unnecessary-copy-initialization): the copy is what is tested
  EXPECT_EQ(text, copy);
  EXPECT_EQ(text.bytes().data(), copy.bytes().data());
  EXPECT_EQ(text, Text("a\n"));
  EXPECT_FALSE(text == Text("a"));
}

TEST(Text, ADigestIsThatOfTheBytes) {
  EXPECT_EQ(Text("").digest(), sha256(""));
  EXPECT_EQ(Text("abc\n").digest(), sha256("abc\n"));
}

TEST(Text, AnEditAtAnyPlaceIsHashedRightly) {
  const Text before(std::string(14'000, 'a'));
  EXPECT_EQ(before.digest(), sha256(before.bytes()));
  for (std::size_t at = 0; at <= before.size(); at += at % 512 == 1 ? 510 : 1) {
    const Replacement edit{{{at}, {at}}, "b"};
    const Text after = before.with({&edit, 1});
    EXPECT_EQ(after.digest(), sha256(after.bytes())) << at;
  }
}

// A chain of edits of a text that is longer than what is hashed at a time, each hashed from its first change on or from the
// start.
TEST(Text, ADigestAfterEditsIsThatOfTheBytes) {
  RepeatableRandom random(3);
  std::string bytes;
  while (bytes.size() < 30'000) append(bytes, concat("row ", random.next(), '\n'));
  Text text(bytes);
  for (int round = 0; round < (is_long_form() ? 4000 : 200); ++round) {
    if (random.below(4) > 0) {
      EXPECT_EQ(text.digest(), sha256(text.bytes())) << round;
    }
    // Also exactly at and around where a piece ends, and at both ends of the text.
    constexpr std::size_t piece = 4096;
    const std::size_t near = piece * random.below(4) + random.below(3);
    const std::size_t at =
        std::min(random.below(2) == 0 ? near - std::min<std::size_t>(near, 1) : random.below(text.size()), text.size());
    const std::size_t size = std::min(random.below(random.below(5) == 0 ? 2 * piece : 9), text.size() - at);
    const std::string fresh(random.below(random.below(5) == 0 ? 2 * piece : 9), 'x');
    const Replacement replacement{{{at}, {at + size}}, fresh};
    text = text.with({&replacement, 1});
    EXPECT_EQ(text.digest(), sha256(text.bytes())) << round;
  }
}

}  // namespace
}  // namespace kedge
