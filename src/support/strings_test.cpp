#include "support/strings.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace kedge {
namespace {

TEST(Strings, ConcatTakesTextsCharactersAndWholeNumbers) {
  EXPECT_EQ(concat("line ", 12U, ':', std::string("x"), std::string_view("y"), -3), "line 12:xy-3");
  EXPECT_EQ(concat(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(concat(), "");
}

TEST(Strings, JoinPutsTheSeparatorBetweenAllPieces) {
  EXPECT_EQ(join(std::array<std::string, 0>{}, ", "), "");
  EXPECT_EQ(join(std::array<std::string, 1>{"a"}, ", "), "a");
  EXPECT_EQ(join(std::array<std::string, 3>{"a", "b", "c"}, ", "), "a, b, c");
}

TEST(Strings, JoinCountsEmptyPiecesToo) {
  EXPECT_EQ(join(std::array<std::string, 3>{"", "b", ""}, ","), ",b,");
  EXPECT_EQ(join(std::array<std::string, 2>{"", ""}, ","), ",");
}

TEST(Strings, OneOfSomethingIsSingular) {
  EXPECT_EQ(counted(0, "line"), "0 lines");
  EXPECT_EQ(counted(1, "line"), "1 line");
  EXPECT_EQ(counted(2, "line"), "2 lines");
}

TEST(Strings, HexIsLowerCaseAndTwoDigitsForEachByte) {
  EXPECT_EQ(to_hex(std::array<std::uint8_t, 4>{0x00, 0x0f, 0xa0, 0xff}), "000fa0ff");
  EXPECT_EQ(to_hex({}), "");
}

TEST(Strings, WhatAPersonCanReadIsPrintedAsItIs) {
  constexpr std::string_view text = "a\tb \\ \xC3\xA4 \xE4\xB8\xAD \xF0\x9F\x98\x80";
  EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable("src/plain name.txt"), "src/plain name.txt");
  EXPECT_EQ(printable(""), "");
}

TEST(Strings, ControlCharactersAreEscaped) {
  EXPECT_EQ(printable("\x1b[31mred"), "\\x1b[31mred");
  EXPECT_EQ(printable("a\nb\rc"), "a\\x0ab\\x0dc");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\x7f"), "\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"), "\\xc2\\x9b") << "C1 controls steer a terminal, too";
  EXPECT_EQ(printable("\xC2\xA0"), "\xC2\xA0");
}

TEST(Strings, BidirectionalControlsAreEscaped) {
  for (const std::string_view control :
       {"\xD8\x9C", "\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xAA", "\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x81\xA9"}) {
    EXPECT_EQ(printable(control).find(control), std::string::npos);
  }
  EXPECT_EQ(printable("\xE2\x80\xAE"), "\\xe2\\x80\\xae");
}

TEST(Strings, HiddenCharactersAreEscaped) {
  for (const std::string_view hidden :
       {"\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x81\xAA", "\xF3\xA0\x81\xA1", "\xE2\x80\x8B", "\xEF\xB8\x80", "\xF3\xA0\x84\x80",
        "\xC2\xAD", "\xE3\x85\xA4", "\xEF\xBB\xBF", "\xE2\x80\x8D"}) {
    EXPECT_EQ(printable(hidden).find(hidden), std::string::npos) << printable(hidden);
  }
  for (const std::string_view whole : {"\xE2\x9D\xA4\xEF\xB8\x8F", "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB"}) {
    EXPECT_EQ(printable(whole), whole) << "one emoji";
  }
  EXPECT_EQ(printable("a\xEF\xB8\x8F"), "a\\xef\\xb8\\x8f") << "nothing is shaped by it";
  EXPECT_EQ(printable("\xE2\x9D\xA4\xEF\xB8\x8F\xEF\xB8\x8E"), "\xE2\x9D\xA4\xEF\xB8\x8F\\xef\\xb8\\x8e")
      << "a second one only carries a message";
}

TEST(Strings, JsonStaysTheSameValueWithoutControls) {
  EXPECT_EQ(printable_json("{\"a\":\"\xE2\x80\xAE\xC2\x9B\x7F\xC3\xA9\"}"), "{\"a\":\"\\u202e\\u009b\\u007f\xC3\xA9\"}");
  EXPECT_EQ(printable_json("\xF3\xA0\x81\xA1"), "\\udb40\\udc61");
  EXPECT_EQ(printable_json("\xFF"), "\\ufffd");
}

TEST(Strings, StrayBytesAreEscaped) {
  EXPECT_EQ(printable("caf\xE9"), "caf\\xe9");
  EXPECT_EQ(printable("\xC3"), "\\xc3");
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80") << "half of a surrogate pair is no character";
}

TEST(Strings, TheNearestNameIsTheOneWithTheFewestTypingMistakes) {
  constexpr std::array<std::string_view, 4> names{"diff", "rebase", "explain", "read"};
  EXPECT_EQ(nearest("dif", names), "diff");
  EXPECT_EQ(nearest("rebsae", names), "rebase");
  EXPECT_EQ(nearest("explian", names), "explain");
  EXPECT_EQ(nearest("read", names), "read");
  EXPECT_EQ(nearest("reed", names), "read");
}

TEST(Strings, ANameThatIsFarFromAllIsNotGuessed) {
  constexpr std::array<std::string_view, 3> names{"diff", "rebase", "explain"};
  EXPECT_EQ(nearest("commit", names), std::nullopt);
  EXPECT_EQ(nearest("", names), std::nullopt);
  EXPECT_EQ(nearest("diff", {}), std::nullopt);
}

TEST(Strings, ASplitTextHasOnePieceMoreThanSeparators) {
  using Pieces = std::vector<std::string_view>;
  EXPECT_EQ(split("a\tb", '\t'), (Pieces{"a", "b"}));
  EXPECT_EQ(split("", ','), (Pieces{""}));
  EXPECT_EQ(split(",a,", ','), (Pieces{"", "a", ""}));
}

}  // namespace
}  // namespace kedge
