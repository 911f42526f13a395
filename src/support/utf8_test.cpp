#include "support/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kedge {
namespace {

struct Utf8Case {
  std::string_view bytes;
  char32_t code;
};

TEST(Utf8, TheFirstAndLastCodePointOfEachLengthAreRead) {
  for (const Utf8Case& one :
       {Utf8Case{"\x01", 0x01}, Utf8Case{"\x7F", 0x7F}, Utf8Case{"\xC2\x80", 0x80}, Utf8Case{"\xDF\xBF", 0x7FF},
        Utf8Case{"\xE0\xA0\x80", 0x800}, Utf8Case{"\xED\x9F\xBF", 0xD7FF}, Utf8Case{"\xEE\x80\x80", 0xE000},
        Utf8Case{"\xEF\xBF\xBF", 0xFFFF}, Utf8Case{"\xF0\x90\x80\x80", 0x10000}, Utf8Case{"\xF4\x8F\xBF\xBF", 0x10FFFF}}) {
    const Utf8Step step = next_code_point(one.bytes);
    EXPECT_TRUE(step.valid) << std::hex << static_cast<unsigned>(one.code);
    EXPECT_EQ(step.code, one.code);
    EXPECT_EQ(step.length, one.bytes.size());
    EXPECT_TRUE(is_utf8(one.bytes));
  }
}

TEST(Utf8, NulIsACodePoint) {
  const Utf8Step step = next_code_point(std::string_view("\0", 1));
  EXPECT_TRUE(step.valid);
  EXPECT_EQ(step.length, 1U);
}

TEST(Utf8, InvalidSequencesAdvanceByOneByte) {
  for (const std::string_view bytes : {
           "\x80",
           "\xBF",  // continuations without a lead
           "\xC0\x80",
           "\xC1\xBF",
           "\xE0\x80\x80",
           "\xE0\x9F\xBF",  // overlong
           "\xF0\x80\x80\x80",
           "\xF0\x8F\xBF\xBF",  // overlong
           "\xED\xA0\x80",
           "\xED\xBF\xBF",  // surrogates
           "\xF4\x90\x80\x80",
           "\xF5\x80\x80\x80",
           "\xF8\x88\x80\x80",
           "\xFF",  // beyond U+10FFFF
           "\xC3",
           "\xE2\x82",
           "\xF0\x9F\x98",  // cut off
           "\xC3(",
           "\xE2(\xA1",
           "\xE2\x82(",
           "\xF0\x9F\x98("  // no continuation where one is due
       }) {
    const Utf8Step step = next_code_point(bytes);
    EXPECT_FALSE(step.valid) << testing::PrintToString(bytes);
    EXPECT_EQ(step.length, 1U);
    EXPECT_FALSE(is_utf8(bytes));
    EXPECT_FALSE(is_utf8(std::string("ok ") + std::string(bytes)));
  }
}

TEST(Utf8, EmptyTextIsValid) { EXPECT_TRUE(is_utf8("")); }

TEST(Utf8, AsciiIsToldWhereverTheOtherByteStands) {
  for (const std::size_t size : {1UL, 8UL, 255UL, 256UL, 257UL, 600UL}) {
    std::string text(size, 'a');
    EXPECT_TRUE(is_ascii(text));
    EXPECT_TRUE(is_utf8(text));
    for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
      std::string odd = text;
      odd[at] = '\x80';
      EXPECT_FALSE(is_ascii(odd)) << at;
      EXPECT_FALSE(is_utf8(odd)) << at;
    }
  }
}

TEST(Utf8, ABeginningEndsWithAWholeCharacter) {
  EXPECT_EQ(beginning_of("a\u00e4b", 5), "a\u00e4b");
  EXPECT_EQ(beginning_of("a\u00e4b", 3), "a\u00e4");
  EXPECT_EQ(beginning_of("a\u00e4b", 2), "a");
  EXPECT_EQ(beginning_of("\u20ac", 2), "");
  EXPECT_EQ(beginning_of("", 2), "");
}

}  // namespace
}  // namespace kedge
