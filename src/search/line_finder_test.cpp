#include "search/line_finder.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers found(const LinePattern& pattern, std::string_view bytes, std::size_t most = 1000) {
  Numbers numbers;
  for (const LineNo line : LineFinder::make(pattern).value().find(bytes, most)) numbers.push_back(line.value);
  return numbers;
}

TEST(LineFinderTest, LinesAreFoundByTheirNumbersEachOnce) {
  EXPECT_EQ(found({"a"}, "a a\nb\n\nxa\n"), (Numbers{1, 4}));
  EXPECT_EQ(found({"a|b"}, "a a\nb\n\nxa"), (Numbers{1, 2, 4}));
  EXPECT_EQ(found({"a+"}, "", 9), Numbers{});
  EXPECT_EQ(found({"a"}, "a\na\na\n", 2), (Numbers{1, 2}));
}

TEST(LineFinderTest, ALiteralIsTakenLetterForLetter) {
  EXPECT_EQ(found({.text = "a.b", .literal = true}, "axb\na.b\n"), (Numbers{2}));
  EXPECT_EQ(found({.text = "A.b", .literal = true, .ignore_case = true}, "axb\na.B\n"), (Numbers{2}));
  EXPECT_EQ(found({.text = "(?", .literal = true}, "x(?\n"), (Numbers{1}));
}

TEST(LineFinderTest, TheEndsOfALineAreThoseOfItsContent) {
  const std::string_view text = "foo\r\nfoo \nfoo\n\r\nfoo";
  EXPECT_EQ(found({"^foo$"}, text), (Numbers{1, 3, 5}));
  EXPECT_EQ(found({"foo.$"}, text), (Numbers{2}));
  EXPECT_EQ(found({"^$"}, text), (Numbers{4}));
  EXPECT_EQ(found({.text = "foo\r", .literal = true}, text), Numbers{});
  EXPECT_EQ(found({"\\Afoo\\z"}, text), (Numbers{1, 3, 5}));
  EXPECT_EQ(found({"(?-m)^foo$"}, text), (Numbers{1, 3, 5}));
}

TEST(LineFinderTest, BehindTheLastNewlineThereIsNoLine) {
  EXPECT_EQ(found({"^$"}, "a\n"), Numbers{});
  EXPECT_EQ(found({"^$"}, "a\n\n"), (Numbers{2}));
  EXPECT_EQ(found({"$"}, "a\nb"), (Numbers{1, 2}));
  EXPECT_EQ(found({""}, "a\n\nb"), (Numbers{1, 2, 3}));
}

TEST(LineFinderTest, NoMatchSpansLines) {
  EXPECT_EQ(found({"a\\s+b"}, "a\nb\na b\n"), (Numbers{3}));
  EXPECT_EQ(found({"a[^x]b"}, "a\nb\na-b\n"), (Numbers{3}));
  EXPECT_EQ(found({"(?s)a.b"}, "a\nb\na-b\n"), (Numbers{3}));
  EXPECT_EQ(found({"a\\Cb"}, "a\nb\na-b\n"), (Numbers{3}));
}

TEST(LineFinderTest, AByteOrderMarkIsNoPartOfTheFirstLine) {
  EXPECT_EQ(found({"^a"},
                  "\xEF\xBB\xBF"
                  "a\n"),
            (Numbers{1}));
  EXPECT_EQ(found({"^.$"},
                  "\xEF\xBB\xBF"
                  "a\n"),
            (Numbers{1}));
}

TEST(LineFinderTest, CharactersAreUtf8) {
  EXPECT_EQ(found({"^.$"}, "\xC3\xA4\n"), (Numbers{1}));
  EXPECT_EQ(found({"[\xC3\xA4\xC3\xB6]x"}, "\xC3\xB6x\n\xB6x\n"), (Numbers{1}));
  EXPECT_EQ(found({.text = "STRA\xC3\x9F"
                           "E",
                   .ignore_case = true},
                  "stra\xC3\x9F"
                  "e\n"),
            (Numbers{1}));
}

TEST(LineFinderTest, InAFileThatIsNoUtf8AByteIsACharacter) {
  EXPECT_EQ(found({"caf.$"}, "caf\xE9\nx\n"), (Numbers{1}));
  EXPECT_EQ(found({"x"}, "caf\xE9\nx\n"), (Numbers{2}));
  EXPECT_EQ(found({"\xC3\xA4"}, "caf\xE9\n\xC3\xA4\n"), (Numbers{2}));
  EXPECT_EQ(found({"[\xC3\xA4]"}, "caf\xE9\n\xC3\xA4\n\xC3\xB6\n"), (Numbers{2}));
}

TEST(LineFinderTest, LettersBeyondAsciiThatIgnoreCaseWithAsciiOnesAreFound) {
  EXPECT_EQ(found({.text = "kelvin", .ignore_case = true},
                  "\xE2\x84\xAA"
                  "elvin\nKELVIN\n"),
            (Numbers{1, 2}));
  EXPECT_EQ(found({"(?i)sofa"}, "\xC5\xBFofa\n"), (Numbers{1}));
  EXPECT_EQ(found({.text = "todo", .ignore_case = true}, "\xE2\x84\xAA\nTODO \xC5\xBF\r\n"), (Numbers{2}));
  EXPECT_EQ(found({"\\x{212A}"}, "\xE2\x84\xAA\nk\n"), (Numbers{1}));
}

TEST(LineFinderTest, ManyLinesThatHoldANeedleAndDoNotFitCostNoMatch) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "foo-x\n";
  text += "foo-1\n";
  EXPECT_EQ(found({"foo-[0-9]"}, text), (Numbers{1001}));
  EXPECT_EQ(found({"(1|2|3|4|5|6)$"}, text), (Numbers{1001}));
  EXPECT_EQ(found({"-1|-2|-3|-4|-5|-6"}, text), (Numbers{1001}));
  EXPECT_EQ(found({"1p|2q|3r|4s|5t|6u|7v|8w|9x|o-1"}, text), (Numbers{1001}));
}

TEST(LineFinderTest, WhatIsNoPatternIsRefusedWithThePlace) {
  const Error refused = LineFinder::make({"ab(c"}).error();
  EXPECT_EQ(refused.code, Code::schema_invalid);
  EXPECT_NE(refused.what.find("missing )"), std::string::npos) << refused.what;
  const Error look = LineFinder::make({"ab(?=c)"}).error();
  EXPECT_NE(look.what.find("position 3"), std::string::npos) << look.what;
  EXPECT_NE(look.next.find("Look-around"), std::string::npos) << look.next;
  const Error back = LineFinder::make({"(a)\\1"}).error();
  EXPECT_NE(back.what.find("position 4"), std::string::npos) << back.what;
}

TEST(LineFinderTest, APatternOverLinesIsRefused) {
  EXPECT_EQ(LineFinder::make({"a\nb"}).error().code, Code::schema_invalid);
  EXPECT_EQ(LineFinder::make({"a\\nb"}).error().code, Code::schema_invalid);
  EXPECT_TRUE(LineFinder::make({"a[^\\n]b"}));
  EXPECT_TRUE(LineFinder::make({"a[^[:alpha:]\\n]b"}));
  EXPECT_EQ(LineFinder::make({"[[:alpha:]]\\n"}).error().code, Code::schema_invalid);
  EXPECT_TRUE(LineFinder::make({"a\\\\nb"}));
  EXPECT_TRUE(LineFinder::make({"\\Qa\\nb\\E"}));
  EXPECT_TRUE(LineFinder::make({.text = "a\\nb", .literal = true}));
}

TEST(LineFinderTest, APatternIsBounded) {
  EXPECT_EQ(LineFinder::make({std::string(20'000, 'a')}).error().code, Code::limit_exceeded);
  EXPECT_TRUE(LineFinder::make({std::string(10'000, 'a')}));
  EXPECT_EQ(LineFinder::make({std::string(10'000, '.')}).error().code, Code::limit_exceeded);
  EXPECT_EQ(LineFinder::make({"((a{100}){100}){100}"}).error().code, Code::schema_invalid);
}

}  // namespace
}  // namespace kedge
