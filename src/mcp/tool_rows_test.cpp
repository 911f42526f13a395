#include "mcp/tool_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/test_stage.hpp"

namespace kedge::mcp {
namespace {

Called nothing_called(const ServedTool&, const Json&, Exchange&) { return Reply{"nothing"}; }
std::vector<std::string> no_warnings(const std::string&) { return {}; }

std::vector<ToolRow> rows() { return tool_rows(test::fake_tools(), {}, nothing_called, no_warnings); }

TEST(ToolRows, ThereIsEveryToolInTheOrderOfTheDialect) {
  const std::vector<ToolRow> all = rows();
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[0].listed.dump(),
            R"({"name":"read","title":"Read","description":"Shows a file.",)"
            R"("inputSchema":{"type":"object","properties":{"path":{"type":"string"}}},)"
            R"("annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}})");
  EXPECT_EQ(all[3].listed.dump(),
            R"({"name":"edit","title":"Edit","description":"Changes a file.","inputSchema":{"type":"object"},)"
            R"("annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":false}})");
}

TEST(ToolRows, WhatChangesFilesIsRunInOrder) {
  for (const ToolRow& row : rows()) EXPECT_EQ(row.in_order, row.name != "read" && row.name != "search");
}

TEST(ToolRows, TheFormOfAResultFollowsTheClientOrWhatWasAskedFor) {
  const Reply reply{"text", Json::object({{"a", 1}})};
  EXPECT_EQ(call_result(reply, ResultForm::text, true).dump(), R"({"content":[{"type":"text","text":"text"}]})");
  EXPECT_EQ(call_result(reply, ResultForm::both, true).dump(),
            R"({"content":[{"type":"text","text":"text"}],"structuredContent":{"a":1}})");
  EXPECT_EQ(call_result(reply, ResultForm::structured, true).dump(),
            R"({"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1}})");
  EXPECT_EQ(call_result(Reply{"rows"}, ResultForm::structured, false).dump(), R"({"content":[{"type":"text","text":"rows"}]})")
      << "what has no data is text in any form";
}

TEST(ToolRows, OnlyWhoIsSentDataIsToldItsSchema) {
  for (const auto& [form, told] :
       {std::pair(ResultForm::text, false), {ResultForm::structured, true}, {ResultForm::both, true}}) {
    Rows rows;
    rows.manners.form = form;
    rows.tools = tool_rows(test::fake_tools(), rows.manners, nothing_called, no_warnings);
    const Json list = test::read(Offer(std::move(rows), "1", "").tool_list(Era::legacy, "x"));
    EXPECT_EQ((*list.find("tools")->as_array())[3].find("outputSchema") != nullptr, told);
  }
}

TEST(ToolRows, TheLengthOfAnswersIsDeclaredToWhoHeedsIt) {
  Rows rows;
  rows.tools = tool_rows(test::fake_tools(), rows.manners, nothing_called, no_warnings);
  const Offer offer(std::move(rows), "1", "");
  const Json to_claude = test::read(offer.tool_list(Era::legacy, "claude-code"));
  const Json* const meta = to_claude.find("tools")->as_array()->front().find("_meta");
  ASSERT_NE(meta, nullptr);
  EXPECT_EQ(*meta->find("anthropic/maxResultSizeChars"), Json(MannersWanted{}.of("claude-code").page));
  EXPECT_EQ(offer.tool_list(Era::legacy, "x").find("_meta"), std::string::npos);
}

TEST(ToolRows, ARefusalIsAResultThatIsAnErrorAndSaysSoInItsFirstLine) {
  const Reply reply{"no", Json::object({{"error", "not_found"}}), refuse(Code::not_found, {{"path", "a"}})};
  EXPECT_EQ(call_result(reply, ResultForm::both, false).dump(),
            R"({"content":[{"type":"text","text":"Refused (not_found):\nno"}],"structuredContent":{"error":"not_found"},)"
            R"("isError":true})");
  for (const ResultForm form : {ResultForm::text, ResultForm::structured}) {
    const Json result = call_result(reply, form, true);
    EXPECT_EQ(*result.find("content")->as_array()->front().find("text"), Json("Refused (not_found), nothing was written:\nno"));
  }
}

TEST(ToolRows, AFailureThatMayHaveWrittenDoesNotSayThatItHasNot) {
  const Reply reply{"what is there", std::nullopt, refuse(Code::indeterminate, "x")};
  EXPECT_EQ(*call_result(reply, ResultForm::text, true).find("content")->as_array()->front().find("text"),
            Json("Failed (indeterminate), this is what is on disk:\nwhat is there"));
}

TEST(ToolRows, WarningsOfTheCallJoinThoseOfTheTool) {
  const Reply reply{"text", Json::object({{"warnings", Json::array({"its own"})}})};
  const std::vector<std::string> warnings{"another"};
  EXPECT_EQ(call_result(reply, ResultForm::both, true, warnings).find("structuredContent")->dump(),
            R"({"warnings":["its own","another"]})");
}

// What every client shows its model of a tool. Every request pays for it. A token is a bit more than four bytes here, so this
// is about 1,300 tokens; `./bench tokens` counts those.
TEST(ToolRows, TheToolsOfADialectKeepToTheirBudget) {
  for (const Dialect* const dialect : dialects()) {
    std::size_t bytes = 0;
    for (const ToolRow& row : tool_rows(served_tools(std::span(&dialect, 1)), {}, nothing_called, no_warnings)) {
      for (const std::string_view part : {"name", "description", "inputSchema"}) bytes += row.listed.find(part)->dump().size();
    }
    EXPECT_LE(bytes, 5600U) << dialect->name;
  }
}

TEST(ToolRows, EveryDialectCanBeServedAloneAndWithAllOthers) {
  std::vector<std::vector<const Dialect*>> choices{{dialects().begin(), dialects().end()}};
  for (const Dialect* const dialect : dialects()) choices.push_back({dialect});
  for (const std::vector<const Dialect*>& choice : choices) {
    const std::vector<ServedTool> tools = served_tools(choice);
    Rows rows;
    rows.manners.form = ResultForm::both;
    rows.tools = tool_rows(tools, rows.manners, nothing_called, no_warnings);
    const Offer offer(std::move(rows), "1", instructions_for(tools));
    const std::vector<std::string_view> names = offer.tool_names();
    for (const std::string_view name : names) {
      EXPECT_LE(name.size(), 128U);
      EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"),
                std::string_view::npos)
          << name;
      EXPECT_NE(offer.instructions().find(concat('`', name, '`')), std::string::npos) << name;
      EXPECT_EQ(std::ranges::count(names, name), 1) << name;
    }
    const Json list = test::read(offer.tool_list(Era::legacy, ""));
    for (const Json& tool : *list.find("tools")->as_array()) {
      for (const std::string_view schema : {"inputSchema", "outputSchema"}) {
        const Json* const given = tool.find(schema);
        EXPECT_TRUE(given == nullptr || *given->find("type") == Json("object")) << tool.dump();
      }
    }
  }
}

}  // namespace
}  // namespace kedge::mcp
