#include "verify/pasted_prefix.hpp"

#include <gtest/gtest.h>

#include <array>

namespace kedge {
namespace {

// Row 12 was shown, and nothing else.
bool row_twelve(const PrefixedRow& row) { return row.line == LineNo{12} && (row.rest == "return x;" || row.hash == "a3"); }

TEST(PastedPrefix, IsFoundByNumberAndText) {
  for (const std::string_view body : {"12:return x;", "  12\treturn x;", "12#a3f1b2|return x;", "12#a3f1 [low]|return x;",
                                      "12:a3|return x;", "a\n12:return x;\nb", "12:return x;\r\n"}) {
    EXPECT_TRUE(pasted_prefix(body, row_twelve).has_value()) << body;
  }
}

TEST(PastedPrefix, IsNotGuessed) {
  for (const std::string_view body : {"8080:80", "12:return y;", "13:return x;", "12 return x;", "12:", "12", "return x;", "",
                                      "0:return x;", "99999999999:return x;", "12#zz|return x;"}) {
    EXPECT_FALSE(pasted_prefix(body, row_twelve).has_value()) << body;
  }
}

TEST(PastedPrefix, SaysHowTheTextReadsWithoutIt) {
  const std::optional<PastedPrefix> found = pasted_prefix("11:if (y)\n12:return x;\nplain\n", row_twelve);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->row, "12:return x;");
  EXPECT_EQ(found->cleaned, "if (y)\nreturn x;\nplain\n");
}

TEST(PastedPrefix, RowsThatCountFromTheirOwnPlaceAreCopies) {
  const std::optional<PastedPrefix> found = counted_rows("57:  a();\n58:\n59:b();\n", LineNo{57});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->cleaned, "  a();\n\nb();\n");
  EXPECT_FALSE(counted_rows("57:a\n58:b\n", LineNo{56})) << "another place";
  EXPECT_FALSE(counted_rows("57:a\nb\n", LineNo{57})) << "not all of them";
  EXPECT_FALSE(counted_rows("57\ta\n", LineNo{57})) << "another mark";
}

TEST(PastedPrefix, RowsThatCountWithHashesAreNoList) {
  const std::optional<PastedPrefix> colons = counted_rows("1:aa|first\n2:bb|\n", LineNo{1});
  ASSERT_TRUE(colons);
  EXPECT_TRUE(colons->has_hashes);
  EXPECT_EQ(colons->cleaned, "first\n\n");
  EXPECT_FALSE(counted_rows("1:first\n2:aa|\n", LineNo{1})->has_hashes) << "not all of them";
  EXPECT_TRUE(counted_rows("7#aaaaaa|first\n8#bbbbbb|second\n9#cccccc|third\n", LineNo{7}));
  EXPECT_FALSE(counted_rows("7#aaaaaa|first\n8#bbbbbb|second\n", LineNo{7})) << "two rows are content";
}

TEST(PastedPrefix, RowsThatAreKeptMayFollowThoseWithPrefixes) {
  constexpr std::array<std::string_view, 1> kept{"/**"};
  const std::optional<PastedPrefix> found = counted_rows("1:92|\n/**\n", LineNo{1}, kept);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->cleaned, "\n/**\n");
  EXPECT_FALSE(counted_rows("1:92|\nother\n", LineNo{1}, kept)) << "another row";
  EXPECT_FALSE(counted_rows("1:\n/**\n", LineNo{1}, kept)) << "without a hash";
  EXPECT_FALSE(counted_rows("/**\n", LineNo{1}, kept)) << "nothing but the kept row";
}

}  // namespace
}  // namespace kedge
