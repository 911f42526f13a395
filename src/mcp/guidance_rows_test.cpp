#include "mcp/guidance_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "dialects/dialect.hpp"
#include "error/error.hpp"
#include "mcp/test_exchange.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

std::string text_of(const Answer& answer, std::string_view list) {
  const Json::Array& items = *std::get<Json>(answer).find(list)->as_array();
  const Json* const content = items.at(0).find("content");
  return *(content != nullptr ? *content : items.at(0)).find("text")->as_string();
}

TEST(GuidanceRows, EveryServedDialectHasItsPromptAndNoOther) {
  EXPECT_EQ(prompt_rows(dialects().first(1)).size(), 1U);
  const std::vector<PromptRow> rows = prompt_rows(dialects());
  ASSERT_EQ(rows.size(), dialects().size());
  test::TestExchange talk;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].name, dialects()[i]->name);
    EXPECT_EQ(*rows[i].listed.find("name"), Json(rows[i].name));
    EXPECT_EQ(text_of(rows[i].get(talk.exchange), "messages"), dialects()[i]->prompt);
  }
}

TEST(GuidanceRows, EverythingThatIsListedCanBeRead) {
  const ResourceRows rows = guidance_resources();
  test::TestExchange talk;
  const ResourcePage page = rows.list("", 100);
  EXPECT_TRUE(page.next.empty());
  EXPECT_GE(page.listed.size(), 2U);
  for (const Json& each : page.listed) {
    const std::string uri = *each.find("uri")->as_string();
    const std::optional<Answer> answer = rows.read(uri, talk.exchange);
    ASSERT_TRUE(answer) << uri;
    EXPECT_EQ(text_of(*answer, "contents").size(), static_cast<std::size_t>(*each.find("size")->as_integer())) << uri;
  }
  EXPECT_FALSE(rows.read("kedge://grammar/no/lark", talk.exchange));
  EXPECT_FALSE(rows.read("file:///a", talk.exchange));
}

TEST(GuidanceRows, EveryErrorHasItsPageAndIsCompleted) {
  const ResourceRows rows = guidance_resources();
  test::TestExchange talk;
  const auto complete = [&](std::string_view begun) { return rows.complete("kedge://errors/{code}", "code", begun); };
  const std::vector<std::string> all = complete("");
  EXPECT_EQ(all.size(), catalogue().size());
  for (const std::string& code : all) EXPECT_TRUE(rows.read(concat("kedge://errors/", code), talk.exchange)) << code;
  EXPECT_FALSE(rows.read("kedge://errors/no_such", talk.exchange));
  EXPECT_EQ(complete("file_not_r"), std::vector<std::string>{"file_not_read"});
  EXPECT_TRUE(complete("FILE").empty());
  EXPECT_TRUE(rows.complete("kedge://errors/{code}", "other", "").empty());
}

}  // namespace
}  // namespace kedge::mcp
