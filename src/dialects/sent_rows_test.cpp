#include "dialects/sent_rows.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

using Rows = std::vector<std::string_view>;

TEST(SentRows, RowsHaveNoLineBreaks) {
  EXPECT_EQ(sent_rows(""), Rows{});
  EXPECT_EQ(sent_rows("a\nb"), (Rows{"a", "b"}));
  EXPECT_EQ(sent_rows("a\r\n\r\nb\n"), (Rows{"a", "", "b"}));
  EXPECT_EQ(sent_rows("a\r\r\n\n"), (Rows{"a\r", ""}));
}

TEST(SentRows, ALongRowIsQuotedInPart) {
  EXPECT_LT(quoted_row(std::string(100'000, 'x')).size(), 200U);
  EXPECT_EQ(quoted_row("a\tb\x1b"), printable("a\tb\x1b"));
}

TEST(SentRows, OddCharactersAreNamed) {
  EXPECT_EQ(odd_character_in("a\u00A0b"), "U+00A0");
  EXPECT_EQ(odd_character_in("plain ä"), std::nullopt);
  EXPECT_EQ(odd_first_character("\uFEFFa"), "U+FEFF");
  EXPECT_EQ(odd_first_character("a\uFEFF"), std::nullopt);
  EXPECT_EQ(odd_first_character(""), std::nullopt);
}

TEST(SentRows, FaultsAreToldInTheOrderOfTheirRows) {
  SentFaults faults;
  faults.refuse_row(7, "seventh");
  faults.refuse_row(3, "third", "+x");
  const Error error = faults.take();
  EXPECT_EQ(error.what, "line 3: third. Send instead: `+x`.");
  EXPECT_EQ(*error.facts.find("corrected")->as_string(), "+x");
  ASSERT_EQ(error.others.size(), 1U);
  EXPECT_EQ(error.others.front().what, "line 7: seventh");
}

TEST(SentRows, OfManyFaultsTheFirstAreKept) {
  SentFaults faults;
  for (std::uint32_t row = 1; row <= 1000; ++row) faults.refuse_row(row, "x");
  EXPECT_TRUE(faults.full());
  EXPECT_EQ(faults.take().others.size() + 1, SentFaults::most);
}

}  // namespace
}  // namespace kedge
