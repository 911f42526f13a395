#include "tools/refusal_page.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

Error refusal(std::string what, std::string next = "") {
  Error error(Code::schema_invalid, std::move(what), std::move(next));
  return error;
}

TEST(RefusalPage, WhatFitsStaysAsItIs) {
  const Error error = refusal("what", "next");
  EXPECT_EQ(to_text(within_page(error, to_text(error).size())), to_text(error));
}

TEST(RefusalPage, ACorrectedCallThatHasNoPlaceGoesFirst) {
  const Error error = within_page(refusal("what is wrong", std::string(20'000, 'x')), 10'000);
  EXPECT_LE(to_text(error).size(), 10'000U);
  EXPECT_TRUE(to_text(error).starts_with("what is wrong"));
  EXPECT_TRUE(to_text(error).contains("in smaller parts"));
}

TEST(RefusalPage, ThenWhatElseIsWrongButNeverRows) {
  Error error = refusal("the first");
  for (int i = 0; i < 256; ++i) error.others.push_back(refusal(concat("refusal ", i, std::string(100, '.'))));
  error.others[200].has_rows = true;
  const Error shown = within_page(std::move(error), 10'000);
  EXPECT_LE(to_text(shown).size(), 10'000U);
  EXPECT_TRUE(to_text(shown).contains("refusal 200"));
  EXPECT_TRUE(to_text(shown).contains("refusal 0."));
  EXPECT_FALSE(to_text(shown).contains("refusal 255"));
  EXPECT_TRUE(to_text(shown).contains(concat(256 - shown.others.size(), " other refusals of this call are not shown")));
}

TEST(RefusalPage, WordsThatAreTooLongAreCut) {
  const Error error = within_page(refusal(std::string(20'000, 'x')), 10'000);
  EXPECT_LE(to_text(error).size(), 10'000U);
}

}  // namespace
}  // namespace kedge
