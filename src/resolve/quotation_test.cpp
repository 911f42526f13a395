#include "resolve/quotation.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "print_values.hpp"

namespace kedge {
namespace {

constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

std::vector<ByteSpan> spans(std::initializer_list<std::pair<std::size_t, std::size_t>> ends) {
  std::vector<ByteSpan> made;
  for (const auto& [begin, end] : ends) made.push_back({{begin}, {end}});
  return made;
}

TEST(Quotation, IsFoundWhereItsBytesStand) {
  EXPECT_EQ(places_of(Text("one two one\n"), "one", all), spans({{0, 3}, {8, 11}}));
  EXPECT_EQ(places_of(Text("one two one\n"), "three", all), spans({}));
  EXPECT_EQ(places_of(Text(""), "one", all), spans({}));
  EXPECT_EQ(places_of(Text("a\nb\nc\n"), "a\nb\n", all), spans({{0, 4}}));
}

TEST(Quotation, OverlappingPlacesAreAllReported) {
  EXPECT_EQ(places_of(Text("aaa"), "aa", all), spans({{0, 2}, {1, 3}}));
  EXPECT_EQ(places_of(Text("abababa x aba"), "aba", all), spans({{0, 3}, {2, 5}, {4, 7}, {10, 13}}));
  EXPECT_EQ(places_of(Text("aabaabaa aabaa"), "aabaa", all), spans({{0, 5}, {3, 8}, {9, 14}}));
}

TEST(Quotation, OnlyTheFirstPlacesAreReportedIfThatIsEnough) {
  EXPECT_EQ(places_of(Text("aaaa"), "a", 2), spans({{0, 1}, {1, 2}}));
  EXPECT_EQ(places_of(Text("aaaa"), "a", 0), spans({}));
}

TEST(Quotation, LineEndingsAreComparedAsEqual) {
  EXPECT_EQ(places_of(Text("a\r\nb\r\n"), "a\nb\n", all), spans({{0, 6}}));
  EXPECT_EQ(places_of(Text("a\nb\n"), "a\r\nb\r\n", all), spans({{0, 4}}));
  EXPECT_EQ(places_of(Text("a\r\nb\na\nb\r\n"), "a\r\nb\n", all), spans({{0, 5}, {5, 10}}));
}

TEST(Quotation, NoPlaceBeginsOrEndsInsideATerminator) {
  EXPECT_EQ(places_of(Text("a\r\nb\r\n"), "\nb", all), spans({{1, 4}})) << "begins at the CR";
  EXPECT_EQ(places_of(Text("a\r\nb\r\n"), "b", all), spans({{3, 4}})) << "ends before the CR";
  EXPECT_EQ(places_of(Text("a\r\n"), "a\r", all), spans({})) << "that CR is no content";
}

TEST(Quotation, ALoneCarriageReturnIsContent) {
  EXPECT_EQ(places_of(Text("a\rb\r\n"), "a\rb", all), spans({{0, 3}}));
  EXPECT_EQ(places_of(Text("a\nb"), "a\rb", all), spans({}));
  EXPECT_EQ(places_of(Text("a\r\r\n"), "a\r", all), spans({{0, 2}}));
}

TEST(Quotation, TheByteOrderMarkIsCountedButNotSearched) {
  const Text text("\xEF\xBB\xBFone\r\ntwo\r\n");
  EXPECT_EQ(places_of(text, "one\ntwo", all), spans({{3, 11}}));
  EXPECT_EQ(places_of(text, "\xEF\xBB\xBF", all), spans({}));
}

TEST(Quotation, ALongQuotationOfOneByteIsNoTrap) {
  const Text text(std::string(200'000, 'a'));
  EXPECT_EQ(places_of(text, std::string(100'000, 'a'), all).size(), 100'001U);
  EXPECT_EQ(places_of(text, std::string(100'000, 'a') + 'b', all).size(), 0U);
}

TEST(CutsAWord, OnlyBetweenTwoCharactersOfAWord) {
  const std::string_view text = "x = 10; yes";
  EXPECT_TRUE(cuts_a_word(text, {{0}, {5}}));   // `x = 1`
  EXPECT_FALSE(cuts_a_word(text, {{0}, {6}}));  // `x = 10`
  EXPECT_TRUE(cuts_a_word(text, {{9}, {10}}));  // `e`
  EXPECT_TRUE(cuts_a_word(text, {{9}, {11}}));
  EXPECT_FALSE(cuts_a_word(text, {{8}, {11}}));
  EXPECT_TRUE(cuts_a_word("a\xC3\xA4", {{1}, {3}}));
}

}  // namespace
}  // namespace kedge
