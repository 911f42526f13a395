#include "search/needles.hpp"

#include <gtest/gtest.h>

#include "support/repeatable_random.hpp"
#include "test_form.hpp"

namespace kedge {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

std::size_t naive(const std::vector<std::string>& needles, std::string text, std::size_t from) {
  for (char& c : text) c = lower(c);
  std::size_t first = std::string::npos;
  for (const std::string& needle : needles) first = std::min(first, text.find(needle, from));
  return first;
}

TEST(NeedlesTest, TheFirstOfSeveralIsFoundInEitherCase) {
  const Needles needles({"foo", "x-y"});
  EXPECT_EQ(needles.find("a FoO b", 0), 2U);
  EXPECT_EQ(needles.find("a X-y foo", 0), 2U);
  EXPECT_EQ(needles.find("a X-y foo", 3), 6U);
  EXPECT_EQ(needles.find("fo", 0), std::string::npos);
  EXPECT_EQ(needles.find("", 0), std::string::npos);
}

TEST(NeedlesTest, AByteThatDiffersInTheBitOfACaseIsAnother) {
  EXPECT_EQ(Needles({"@"}).find("`", 0), std::string::npos);
  EXPECT_EQ(Needles({"["}).find("{", 0), std::string::npos);
  EXPECT_EQ(Needles({"\xC3\xA4"}).find("\xE3\xA4", 0), std::string::npos);
}

TEST(NeedlesTest, WhatIsFoundIsWhatItsTwinFinds) {
  RepeatableRandom random(5);
  for (int round = 0; round < (is_long_form() ? 20'000 : 5'000); ++round) {
    const auto random_text = [&random](std::size_t length) {
      std::string text;
      while (text.size() < length) text.push_back("abAB_ \n"[random.below(7)]);
      return text;
    };
    std::vector<std::string> wanted;
    for (std::size_t left = 1 + random.below(3); left > 0; --left) {
      wanted.push_back(random_text(1 + random.below(5)));
      for (char& c : wanted.back()) c = lower(c);
    }
    const std::string text = random_text(random.below(300));
    const std::size_t from = random.below(text.size() + 1);
    ASSERT_EQ(Needles(wanted).find(text, from), naive(wanted, text, from));
  }
}

}  // namespace
}  // namespace kedge
