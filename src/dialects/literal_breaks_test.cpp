#include "dialects/literal_breaks.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(LiteralBreaks, AreReadWhereTheWholeTextIsOneRow) {
  EXPECT_EQ(with_real_breaks(R"(*** Begin Patch\n+\tsay(\"hi\\n\");\n)"), "*** Begin Patch\n+\tsay(\"hi\\n\");\n");
  EXPECT_EQ(with_real_breaks("\"a\\nb\"\n"), "a\nb") << "with the quotes around it";
}

TEST(LiteralBreaks, AreLeftWhereTheTextHasRealOnes) {
  EXPECT_EQ(with_real_breaks("+puts \"a\\n\"\n+b\n"), std::nullopt);
  EXPECT_EQ(with_real_breaks("a row without any"), std::nullopt);
  EXPECT_EQ(with_real_breaks(R"(say("hi")\nsay("no"))"), std::nullopt) << "quotes that no JSON string has";
}

}  // namespace
}  // namespace kedge
