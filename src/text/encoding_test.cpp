#include "text/encoding.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

using namespace std::string_view_literals;

TEST(Encoding, KnowsWideTextByItsByteOrderMark) {
  EXPECT_EQ(wide_encoding("\xFF\xFE"
                          "a\0"sv),
            "UTF-16LE");
  EXPECT_EQ(wide_encoding("\xFE\xFF\0a"sv), "UTF-16BE");
  EXPECT_EQ(wide_encoding("\xFF\xFE\0\0"sv), "UTF-32LE");
  EXPECT_EQ(wide_encoding("\0\0\xFE\xFF"sv), "UTF-32BE");
  EXPECT_EQ(wide_encoding("\xEF\xBB\xBF"
                          "a"),
            "");
  EXPECT_EQ(wide_encoding(""), "");
}

TEST(Encoding, WritesNewTextInTheEncodingThatWasNamed) {
  EXPECT_EQ(encoded("caf\u00E9", "ISO-8859-1"), "caf\xE9");
  EXPECT_EQ(encoded("\u20AC 5", "windows-1252"), "\x80 5");
  EXPECT_EQ(encoded("\u20AC 5", "iso-8859-15"), "\xA4 5");
  EXPECT_EQ(encoded("caf\u00E9", "utf-8"), "caf\u00E9");
  EXPECT_EQ(encoded("plain", "US-ASCII"), "plain");
}

TEST(Encoding, SaysWhatItCannotWrite) {
  EXPECT_FALSE(encoded("\u20AC", "ISO-8859-1").has_value());
  EXPECT_FALSE(encoded("\u00A4", "ISO-8859-15").has_value()) << "its byte is the euro's there";
  EXPECT_FALSE(encoded("\u0080", "windows-1252").has_value());
  EXPECT_FALSE(encoded("\u00E9", "US-ASCII").has_value());
  EXPECT_NE(encoded("a", "shift_jis").error().find("not known here"), std::string::npos);
}

}  // namespace
}  // namespace kedge
