#include "mcp/tool_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "mcp/test_stage.hpp"

namespace kedge::mcp {
namespace {

Called nothing_called(const ServedTool&, const Json&, Exchange&) { return Reply{"nothing"}; }
std::vector<std::string> no_warnings() { return {}; }

std::vector<ToolRow> rows(ResultForm form) { return tool_rows(test::fake_tools(), form, nothing_called, no_warnings); }

TEST(ToolRows, ThereIsEveryToolInTheOrderOfTheDialect) {
  const std::vector<ToolRow> all = rows(ResultForm::both);
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[0].listed.dump(),
            R"({"name":"read","title":"Read","description":"Shows a file.",)"
            R"("inputSchema":{"type":"object","properties":{"path":{"type":"string"}}},)"
            R"("annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}})");
  EXPECT_EQ(all[3].listed.dump(),
            R"({"name":"edit","title":"Edit","description":"Changes a file.","inputSchema":{"type":"object"},)"
            R"("outputSchema":{"type":"object"},)"
            R"("annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":false}})");
}

TEST(ToolRows, WhatChangesFilesIsRunInOrder) {
  for (const ToolRow& row : rows(ResultForm::both)) EXPECT_EQ(row.in_order, row.name != "read" && row.name != "search");
}

TEST(ToolRows, WithResultsAsTextThereIsNoOutputSchemaAndNoData) {
  EXPECT_EQ(rows(ResultForm::text)[3].listed.find("outputSchema"), nullptr);
  const Reply reply{"text", Json::object({{"a", 1}})};
  EXPECT_EQ(call_result(reply, ResultForm::text).dump(), R"({"content":[{"type":"text","text":"text"}]})");
  EXPECT_EQ(call_result(reply, ResultForm::both).dump(),
            R"({"content":[{"type":"text","text":"text"}],"structuredContent":{"a":1}})");
}

TEST(ToolRows, ARefusalIsAResultThatIsAnError) {
  const Reply reply{"no", Json::object({{"error", "not_found"}}), refuse(Code::not_found, Json::object({{"path", "a"}}))};
  EXPECT_EQ(call_result(reply, ResultForm::both).dump(),
            R"({"content":[{"type":"text","text":"no"}],"structuredContent":{"error":"not_found"},"isError":true})");
}

TEST(ToolRows, WarningsOfTheCallJoinThoseOfTheTool) {
  const Reply reply{"text", Json::object({{"warnings", Json::array({"its own"})}})};
  const std::vector<std::string> warnings{"another"};
  EXPECT_EQ(call_result(reply, ResultForm::both, warnings).find("structuredContent")->dump(),
            R"({"warnings":["its own","another"]})");
}

TEST(ToolRows, EveryDialectCanBeServedAloneAndWithAllOthers) {
  std::vector<std::vector<const Dialect*>> choices{{dialects().begin(), dialects().end()}};
  for (const Dialect* const dialect : dialects()) choices.push_back({dialect});
  for (const std::vector<const Dialect*>& choice : choices) {
    const std::vector<ServedTool> tools = served_tools(choice);
    Rows rows;
    rows.tools = tool_rows(tools, ResultForm::both, nothing_called, no_warnings);
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
    const Json list = test::read(offer.tool_list(Era::legacy));
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
