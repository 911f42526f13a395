#include "text/line_quality.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(LineQuality, EmptyLinesBracketsPunctuationAndQuotesAreLow) {
  for (const std::string_view content :
       {"", " ", "\t", "}", "  });", "{", "]", ")", "/**", "*/", "---", "\"\"\"", "'''", "```", "//", "#", ";", "|", "\\"}) {
    EXPECT_TRUE(is_low(content)) << content;
  }
}

TEST(LineQuality, AWordADigitOrALetterBeyondAsciiIsNotLow) {
  for (const std::string_view content : {"return;", "} else {", "0", "x", "  // note", "_", "\xC3\xA4", "\xE4\xB8\xAD"}) {
    EXPECT_FALSE(is_low(content)) << content;
  }
}

TEST(LineQuality, ContentThatStandsMoreThanThreeTimesIsMedium) {
  const std::vector<LineQuality> four = line_qualities(Text("x = 1\nx = 1\ny\nx = 1\nx = 1\n"));
  EXPECT_EQ(four, (std::vector{LineQuality::med, LineQuality::med, LineQuality::high, LineQuality::med, LineQuality::med}));
  const std::vector<LineQuality> three = line_qualities(Text("x = 1\nx = 1\ny\nx = 1\n"));
  EXPECT_EQ(three, std::vector(4, LineQuality::high));
}

TEST(LineQuality, LowWinsOverMedium) { EXPECT_EQ(line_qualities(Text("}\n}\n}\n}\n}\n")), std::vector(5, LineQuality::low)); }

TEST(LineQuality, CountsByContentWhateverTheLineEnding) {
  EXPECT_EQ(line_qualities(Text("x\r\nx\nx\r\nx")), std::vector(4, LineQuality::med));
}

TEST(LineQuality, HasTheNamesThatRowsShow) {
  EXPECT_EQ(name_of(LineQuality::low), "low");
  EXPECT_EQ(name_of(LineQuality::med), "med");
  EXPECT_EQ(name_of(LineQuality::high), "high");
}

}  // namespace
}  // namespace kedge
