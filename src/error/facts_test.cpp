#include "error/facts.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(Facts, AreWrittenInTheOrderInWhichTheyWereGiven) {
  Facts facts{{"path", "a.txt"}, {"line", 3}};
  facts.set("deletes", true).set("line", 4);
  EXPECT_EQ(facts.json().dump(), R"({"path":"a.txt","line":4,"deletes":true})");
  EXPECT_EQ(Facts().json().dump(), "{}");
}

TEST(Facts, AreReadByWhatTheyAre) {
  const Facts facts{
      {"path", "a.txt"}, {"line", 3}, {"count", std::int64_t{5'000'000'000}}, {"deletes", true}, {"one_line", false}};
  EXPECT_EQ(facts.text("path"), "a.txt");
  EXPECT_EQ(facts.text("line"), "3");
  EXPECT_EQ(facts.text("count"), "5000000000");
  EXPECT_EQ(facts.number("line"), 3);
  EXPECT_TRUE(facts.is_set("deletes"));
  EXPECT_EQ(*facts.find("path"), Json("a.txt"));
}

TEST(Facts, OfAnotherKindOrMissingAreNothing) {
  const Facts facts{{"path", "a.txt"}, {"deletes", true}, {"one_line", false}};
  EXPECT_EQ(facts.text("deletes"), "");
  EXPECT_EQ(facts.number("path"), std::nullopt);
  EXPECT_FALSE(facts.is_set("path"));
  EXPECT_FALSE(facts.is_set("one_line"));
  EXPECT_EQ(facts.text("line"), "");
  EXPECT_EQ(facts.number("line"), std::nullopt);
  EXPECT_FALSE(facts.is_set("line"));
  EXPECT_EQ(facts.find("line"), nullptr);
}

}  // namespace
}  // namespace kedge
