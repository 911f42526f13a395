#include "support/json.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(Json, EveryKindOfValueHasItsText) {
  EXPECT_EQ(Json().dump(), "null");
  EXPECT_EQ(Json(true).dump(), "true");
  EXPECT_EQ(Json(false).dump(), "false");
  EXPECT_EQ(Json(-12).dump(), "-12");
  EXPECT_EQ(Json(std::uint32_t{4294967295U}).dump(), "4294967295");
  EXPECT_EQ(Json("text").dump(), "\"text\"");
  EXPECT_EQ(Json(std::string("text")).dump(), "\"text\"");
  EXPECT_EQ(Json(std::string_view("text")).dump(), "\"text\"");
  EXPECT_EQ(Json::array().dump(), "[]");
  EXPECT_EQ(Json::array({1, "a", Json(), Json::array({true})}).dump(), "[1,\"a\",null,[true]]");
  EXPECT_EQ(Json::object().dump(), "{}");
}

TEST(Json, MembersKeepTheOrderInWhichTheyWereAdded) {
  Json json = Json::object({{"z", 1}});
  json.set("a", 2).set("m", Json::object({{"inner", 3}}));
  EXPECT_EQ(json.dump(), R"({"z":1,"a":2,"m":{"inner":3}})");
}

TEST(Json, AMemberThatExistsIsReplacedInItsPlace) {
  Json json = Json::object({{"a", 1}, {"b", 2}});
  json.set("a", "new");
  EXPECT_EQ(json.dump(), R"({"a":"new","b":2})");
}

TEST(Json, ControlCharactersQuotesAndBackslashesAreEscaped) {
  EXPECT_EQ(Json("a\"b\\c\nd\re\tf\x01g\x1fh\x7f").dump(), R"("a\"b\\c\nd\re\tf\u0001g\u001fh\u007f")");
  EXPECT_EQ(Json(std::string("a\0b", 3)).dump(), R"("a\u0000b")");
  EXPECT_EQ(Json("/").dump(), R"("/")");
  EXPECT_EQ(Json::object({{"a\"b", 1}}).dump(), R"({"a\"b":1})");
}

TEST(Json, EveryByteIsWrittenInEveryPlaceAsItIsAlone) {
  for (unsigned byte = 0; byte < 0x80; ++byte) {
    const std::string alone = Json(std::string(1, static_cast<char>(byte))).dump();
    for (std::size_t before = 0; before < 18; ++before) {
      const std::string text = std::string(before, 'a') + static_cast<char>(byte) + std::string(9, 'z');
      const std::string written = std::string(before, 'a') + alone.substr(1, alone.size() - 2) + std::string(9, 'z');
      EXPECT_EQ(Json(text).dump(), '"' + written + '"') << byte << " after " << before;
    }
  }
}

TEST(Json, CharactersBeyondAsciiStandAsTheyAre) {
  EXPECT_EQ(Json("\xC3\xA4 \xF0\x9F\x98\x80").dump(), "\"\xC3\xA4 \xF0\x9F\x98\x80\"");
}

TEST(Json, BytesThatAreNoUtf8AreWrittenAsVisibleText) {
  EXPECT_EQ(Json("caf\xE9!").dump(), R"("caf\\xe9!")");
  EXPECT_EQ(Json("\xED\xA0\x80").dump(), R"("\\xed\\xa0\\x80")");
}

TEST(Json, AValueIsFoundUnderItsKindAndNoOther) {
  const Json json = Json::object({{"text", "x"}, {"number", 7}, {"flag", true}, {"list", Json::array({1})}});
  EXPECT_EQ(*json.find("text")->as_string(), "x");
  EXPECT_EQ(*json.find("number")->as_integer(), 7);
  EXPECT_EQ(*json.find("flag")->as_bool(), true);
  EXPECT_EQ(json.find("list")->as_array()->size(), 1U);
  EXPECT_EQ(json.as_object()->size(), 4U);
  EXPECT_EQ(json.find("text")->as_integer(), nullptr);
  EXPECT_EQ(json.find("flag")->as_integer(), nullptr);
  EXPECT_EQ(json.find("missing"), nullptr);
  EXPECT_EQ(Json("x").find("text"), nullptr);
}

TEST(Json, AMemberThatIsFoundCanBeTakenOut) {
  Json json = Json::object({{"text", std::string(100, 'x')}});
  const Json taken = std::move(*json.find("text"));
  EXPECT_EQ(taken, Json(std::string(100, 'x')));
  *json.find("text") = 7;
  EXPECT_EQ(json.dump(), R"({"text":7})");
  EXPECT_EQ(json.find("missing"), nullptr);
}

TEST(Json, WhatIsWrittenInBracesIsTakenAndNotCopied) {
  std::string text(100, 'x');
  const char* const bytes = text.data();
  const Json json = Json::object({{"a", Json::object({{"b", std::move(text)}})}});
  EXPECT_EQ(json.find("a")->find("b")->as_string()->data(), bytes);
}

TEST(Json, ANumberThatIsNotWholeHasTheShortestTextThatMeansIt) {
  EXPECT_EQ(Json(0.1).dump(), "0.1");
  EXPECT_EQ(Json(-2.5e-7).dump(), "-2.5e-07");
  EXPECT_EQ(Json(2.0).dump(), "2.0") << "what was no integer does not become one";
  EXPECT_EQ(Json(-0.0).dump(), "-0.0");
  EXPECT_EQ(Json(1e300).dump(), "1e+300");
  EXPECT_EQ(Json(0.5F).dump(), "0.5");
}

TEST(Json, EveryNumberIsFoundAsANumberAndOnlyAWholeOneAsAnInteger) {
  EXPECT_EQ(Json(2.5).as_number(), 2.5);
  EXPECT_EQ(Json(7).as_number(), 7.0);
  EXPECT_EQ(Json(2.0).as_integer(), nullptr);
  EXPECT_EQ(Json("7").as_number(), std::nullopt);
}

TEST(Json, EmptyIsNullAnEmptyListOrAnEmptyObject) {
  EXPECT_TRUE(Json().empty());
  EXPECT_TRUE(Json::array().empty());
  EXPECT_TRUE(Json::object().empty());
  EXPECT_FALSE(Json("").empty());
  EXPECT_FALSE(Json(0).empty());
  EXPECT_FALSE(Json::array({Json()}).empty());
}

}  // namespace
}  // namespace kedge
