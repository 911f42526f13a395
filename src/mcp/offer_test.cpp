#include "mcp/offer.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "mcp/fake_tools.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

Json listed(ResultForm form) { return *read_json(Offer(test::fake_tools(), form, "1").tool_list()); }

Json tool_at(const Json& list, std::size_t index) { return list.find("tools")->as_array()->at(index); }

TEST(Offer, TheListHasEveryToolInTheOrderOfTheDialect) {
  const Json list = listed(ResultForm::both);
  ASSERT_EQ(list.find("tools")->as_array()->size(), 5U);
  EXPECT_EQ(tool_at(list, 0).dump(),
            R"({"name":"read","title":"Read","description":"Shows a file.",)"
            R"("inputSchema":{"type":"object","properties":{"path":{"type":"string"}}},)"
            R"("annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}})");
  EXPECT_EQ(tool_at(list, 3).dump(),
            R"({"name":"edit","title":"Edit","description":"Changes a file.","inputSchema":{"type":"object"},)"
            R"("outputSchema":{"type":"object"},)"
            R"("annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":false}})");
}

TEST(Offer, ItsBytesAreOneLineAndTheSameEachTime) {
  const Offer offer(test::fake_tools(), ResultForm::both, "1");
  EXPECT_EQ(offer.tool_list().find('\n'), std::string::npos) << "a schema may be written over several";
  EXPECT_EQ(offer.tool_list(), Offer(test::fake_tools(), ResultForm::both, "1").tool_list());
}

TEST(Offer, WithResultsAsTextThereIsNoOutputSchemaAndNoData) {
  EXPECT_EQ(tool_at(listed(ResultForm::text), 3).find("outputSchema"), nullptr);
  const Reply reply{"text", Json::object({{"a", 1}})};
  EXPECT_EQ(call_result(reply, ResultForm::text).dump(), R"({"content":[{"type":"text","text":"text"}]})");
  EXPECT_EQ(call_result(reply, ResultForm::both).dump(),
            R"({"content":[{"type":"text","text":"text"}],"structuredContent":{"a":1}})");
}

TEST(Offer, ARefusalIsAResultThatIsAnError) {
  const Reply reply{"no", Json::object({{"error", "not_found"}}), refuse(Code::not_found, Json::object({{"path", "a"}}))};
  EXPECT_EQ(call_result(reply, ResultForm::both).dump(),
            R"({"content":[{"type":"text","text":"no"}],"structuredContent":{"error":"not_found"},"isError":true})");
}

TEST(Offer, TheInstructionsNameTheToolsAndWhichBelongTogether) {
  const std::string text = Offer(test::fake_tools(), ResultForm::both, "1").instructions();
  EXPECT_NE(text.find("Show a file with `read` before you change it with `edit`"), std::string::npos) << text;
  for (const std::string_view name : {"`search`", "`write`", "`undo`"}) EXPECT_NE(text.find(name), std::string::npos) << name;
  EXPECT_EQ(text.find("family"), std::string::npos) << text;
}

TEST(Offer, TheInstructionsForSeveralDialectsKeepThemApart) {
  std::vector<ServedTool> tools;
  for (const Dialect* dialect : {&test::fake_dialect, &test::other_dialect}) {
    for (const ToolText& text : dialect->tools) tools.push_back({concat(dialect->name, '_', text.name), dialect, &text});
  }
  const std::string text = Offer(tools, ResultForm::both, "1").instructions();
  EXPECT_NE(text.find("fake: Show a file with `fake_read` before you change it with `fake_edit`"), std::string::npos) << text;
  EXPECT_NE(text.find("other: Show a file with `other_read` before you change it with `other_edit`"), std::string::npos);
  EXPECT_NE(text.find("of the same family"), std::string::npos);
}

TEST(Offer, ADialectWithoutSomeToolsIsToldWithoutThem) {
  std::vector<ServedTool> tools = test::fake_tools();
  std::erase_if(tools, [](const ServedTool& tool) { return tool.text->verb == Verb::write; });
  const std::string text = Offer(tools, ResultForm::both, "1").instructions();
  EXPECT_EQ(text.find("``"), std::string::npos);
  EXPECT_EQ(text.find("new file"), std::string::npos);
}

TEST(Offer, EveryDialectCanBeServedAloneAndWithAllOthers) {
  std::vector<std::vector<const Dialect*>> choices{{dialects().begin(), dialects().end()}};
  for (const Dialect* const dialect : dialects()) choices.push_back({dialect});
  for (const std::vector<const Dialect*>& choice : choices) {
    const Offer offer(served_tools(choice), ResultForm::both, "1");
    for (const std::string_view name : offer.names()) {
      EXPECT_LE(name.size(), 128U);
      EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"),
                std::string_view::npos)
          << name;
      EXPECT_NE(offer.instructions().find(concat('`', name, '`')), std::string::npos) << name;
      EXPECT_EQ(std::ranges::count(offer.names(), name), 1) << name;
    }
    const std::expected<Json, JsonProblem> list = read_json(offer.tool_list());
    ASSERT_TRUE(list);
    for (const Json& tool : *list->find("tools")->as_array()) {
      for (const std::string_view schema : {"inputSchema", "outputSchema"}) {
        const Json* const given = tool.find(schema);
        EXPECT_TRUE(given == nullptr || *given->find("type") == Json("object")) << tool.dump();
      }
    }
  }
}

}  // namespace
}  // namespace kedge::mcp
