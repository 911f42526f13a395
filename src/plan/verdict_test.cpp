#include "plan/verdict.hpp"

#include <gtest/gtest.h>

#include "support/json_read.hpp"

namespace kedge {
namespace {

TEST(Verdict, IsReadAsItIsWritten) {
  Verdict verdict = Consent::given;
  verdict.note = "use the other helper";
  verdict.declined = {{"a", {1, 3}}, {"b", {}}};
  verdict.edited = {{"c", "text\n"}};
  verdict.minutes = 10;
  Json json = Json::object();
  add_verdict(json, verdict);
  EXPECT_EQ(verdict_in(json), verdict);
  EXPECT_EQ(json.dump(),
            R"({"consent":true,"note":"use the other helper","declined":[{"path":"a","hunks":[1,3]},{"path":"b","hunks":[]}],)"
            R"("edited":[{"path":"c","text":"text\n"}],"minutes":10})");
  Json plain = Json::object();
  add_verdict(plain, Consent::refused);
  EXPECT_EQ(plain.dump(), R"({"consent":false})");
}

TEST(Verdict, WhatIsUnclearIsNone) {
  for (const char* const text :
       {"true", "{}", R"({"consent":1})", R"({"consent":true,"declined":[{"path":"a","hunks":[0]}]})",
        R"({"consent":true,"declined":[{"path":"a","hunks":["1"]}]})", R"({"consent":true,"edited":[{"path":"a"}]})"}) {
    EXPECT_EQ(verdict_in(*read_json(text)), std::nullopt) << text;
  }
  EXPECT_EQ(verdict_in(*read_json(R"({"consent":true,"minutes":100000})"))->minutes, 1440U);
  EXPECT_EQ(verdict_in(*read_json(R"({"consent":true,"minutes":-1})"))->minutes, 0U);
}

}  // namespace
}  // namespace kedge
