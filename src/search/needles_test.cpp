#include "search/needles.hpp"

#include <gtest/gtest.h>

#include "support/repeatable_random.hpp"
#include "test_form.hpp"

namespace kedge {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

std::size_t naive(const std::vector<std::string>& needles, std::string text, std::size_t from, Needles::Case letters) {
  if (letters == Needles::Case::ignored) {
    for (char& c : text) c = lower(c);
  }
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

TEST(NeedlesTest, WithExactLettersOneInTheOtherCaseIsAnother) {
  const Needles needles({"ToDo"}, Needles::Case::exact);
  EXPECT_EQ(needles.find("todo TODO ToDo", 0), 10U);
  EXPECT_EQ(needles.find(std::string(200, ' ') + "todo", 0), std::string::npos);
}

TEST(NeedlesTest, ALongOneIsFoundUpToTheEndOfATextAndNeverBeyondIt) {
  for (const std::size_t length : {1UL, 63UL, 64UL, 65UL, 300UL, 447UL, 448UL, 449UL, 600UL}) {
    const std::string needle = std::string(length - 1, 'e') + '\0';
    for (const std::size_t before : {0UL, 1UL, 63UL, 64UL, 200UL, 1000UL}) {
      const std::string text = std::string(before, 'x') + needle;
      EXPECT_EQ(Needles({needle}).find(text, 0), before) << length;
      EXPECT_EQ(Needles({needle}).find(text, before), before) << length;
      EXPECT_EQ(Needles({needle}).find(text.substr(0, text.size() - 1), 0), std::string::npos) << length << " after " << before;
    }
  }
}

TEST(NeedlesTest, WhatIsFoundIsWhatItsTwinFinds) {
  RepeatableRandom random(5);
  for (int round = 0; round < (is_long_form() ? 20'000 : 5'000); ++round) {
    const auto random_text = [&random](std::size_t length) {
      std::string text;
      while (text.size() < length) text.push_back("abAB_ \n"[random.below(7)]);
      return text;
    };
    const auto letters = random.below(2) == 0 ? Needles::Case::ignored : Needles::Case::exact;
    std::vector<std::string> wanted;
    for (std::size_t left = 1 + random.below(3); left > 0; --left) {
      wanted.push_back(random_text(1 + random.below(5)));
      if (letters == Needles::Case::exact) continue;
      for (char& c : wanted.back()) c = lower(c);
    }
    const std::string text = random_text(random.below(300));
    const std::size_t from = random.below(text.size() + 1);
    ASSERT_EQ(Needles(wanted, letters).find(text, from), naive(wanted, text, from, letters));
  }
}

}  // namespace
}  // namespace kedge
