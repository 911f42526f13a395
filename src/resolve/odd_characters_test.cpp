#include "resolve/odd_characters.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(OddCharacters, HaveThePlainFormThatOneWouldType) {
  EXPECT_EQ(plain_form(0x00A0), " ");
  EXPECT_EQ(plain_form(0x2019), "'");
  EXPECT_EQ(plain_form(0x201D), "\"");
  EXPECT_EQ(plain_form(0x2014), "-");
  EXPECT_EQ(plain_form(0x2026), "...");
  EXPECT_EQ(plain_form(0x200B), "");
  EXPECT_EQ(plain_form(0xFEFF), "");
  for (const char32_t ordinary : {U'a', U' ', U'\'', U'ä', U'中', U'\u2016', U'\u00A1', U'\U0001F600'}) {
    EXPECT_EQ(plain_form(ordinary), std::nullopt);
  }
}

TEST(OddCharacters, AreReplacedAndAllOthersStay) {
  EXPECT_EQ(with_plain_forms("it\u2019s \u201Cnew\u201D\u00A0\u2013 caf\u00E9\u200B\xFF"), "it's \"new\" - caf\u00E9\xFF");
  EXPECT_EQ(with_plain_forms("plain"), "plain");
}

TEST(OddCharacters, AreNamedByTheirCode) {
  EXPECT_EQ(code_name(0xA0), "U+00A0");
  EXPECT_EQ(code_name(0x201C), "U+201C");
  EXPECT_EQ(code_name(0x1F600), "U+1F600");
  EXPECT_EQ(code_name(0x10FFFF), "U+10FFFF");
}

TEST(VisibleRow, ShowsWhatCannotBeSeen) {
  EXPECT_EQ(visible("\ta b \t "), "→a b·→·");
  EXPECT_EQ(visible("a\rb\r"), "a<CR>b<CR>");
  EXPECT_EQ(visible("a\u00A0b\u200Bc\u2019"), "a<U+00A0>b<U+200B>c<U+2019>");
  EXPECT_EQ(visible("caf\u00E9 \x1B[2J \xE9"), "caf\u00E9 \\x1b[2J \\xe9");
  EXPECT_EQ(visible(""), "");
  EXPECT_EQ(visible("  "), "··");
}

TEST(VisibleRow, SaysWhereItWasCutAndCutsNoCharacter) {
  EXPECT_EQ(visible("abcdef", 2, 4), "…cd…");
  EXPECT_EQ(visible("abcdef", 0, 4), "abcd…");
  EXPECT_EQ(visible("abcdef", 4), "…ef");
  EXPECT_EQ(visible("\u00E4\u00F6\u00FC", 1, 5), "…\u00F6…");
  EXPECT_EQ(visible("a  b ", 0, 2), "a …") << "that blank is not trailing";
}

}  // namespace
}  // namespace kedge
