#include "store/remembered_texts.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

VersionName name(std::string_view text) { return {"file", sha256(text)}; }

TEST(RememberedTexts, TheLeastRecentlyUsedHaveToGo) {
  RememberedTexts texts(10, 100);
  for (const char* text : {"aaaa", "bbbb", "cccc"}) texts.put(name(text), Text(text));
  EXPECT_FALSE(texts.fits());
  EXPECT_TRUE(texts.find(name("aaaa")));
  EXPECT_EQ(texts.beyond_bound(), (std::vector{name("bbbb"), name("cccc")}));
  for (const VersionName& gone : texts.beyond_bound()) texts.drop(gone);
  EXPECT_TRUE(texts.fits());
  EXPECT_FALSE(texts.find(name("bbbb")));
  EXPECT_EQ(texts.find(name("aaaa"))->bytes(), "aaaa");
}

TEST(RememberedTexts, NoMoreAreKeptThanTheirNumberAllowsHoweverShortTheyAre) {
  RememberedTexts texts(1'000'000, 2);
  for (const char* text : {"", "b", "c", "d"}) texts.put(name(text), Text(text));
  EXPECT_FALSE(texts.fits());
  EXPECT_EQ(texts.beyond_bound(), (std::vector{name(""), name("b")}));
  for (const VersionName& gone : texts.beyond_bound()) texts.drop(gone);
  EXPECT_TRUE(texts.fits());
}

TEST(RememberedTexts, WhatIsPutTwiceCountsOnce) {
  RememberedTexts texts(20, 1);
  for (int i = 0; i < 10; ++i) texts.put(name("aaaa"), Text("aaaa"));
  EXPECT_TRUE(texts.fits());
}

}  // namespace
}  // namespace kedge
