#include "mcp/instructions.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"
#include "tests/support/fake_tools.hpp"

namespace kedge::mcp {
namespace {

TEST(Instructions, TheyNameTheToolsAndWhichBelongTogether) {
  const std::string text = instructions_for(test::fake_tools());
  EXPECT_NE(text.find("Show a file with `read` before you change it with `edit`"), std::string::npos) << text;
  for (const std::string_view name : {"`search`", "`write`", "`undo`"}) EXPECT_NE(text.find(name), std::string::npos) << name;
  EXPECT_EQ(text.find("family"), std::string::npos) << text;
}

// Every session pays for them. A token of English is about four bytes, so this is about 250 tokens; `./bench tokens` counts
// those.
TEST(Instructions, TheyKeepToTheirBudget) {
  for (const Dialect* const dialect : dialects()) {
    EXPECT_LE(instructions_for(served_tools(std::span(&dialect, 1))).size(), 1000U) << dialect->name;
  }
}

TEST(Instructions, TheySayThatOneReadingIsEnoughForSeveralEdits) {
  EXPECT_NE(instructions_for(test::fake_tools()).find("After one reading you can send several calls of `edit`"),
            std::string::npos);
}

TEST(Instructions, TheySayWhyNotToUseAShell) {
  EXPECT_NE(instructions_for(test::fake_tools()).find("Do not fall back to shell commands"), std::string::npos);
}

TEST(Instructions, SeveralDialectsAreKeptApart) {
  std::vector<ServedTool> tools;
  for (const Dialect* dialect : {&test::fake_dialect, &test::other_dialect}) {
    for (const ToolText& text : dialect->tools) tools.push_back({concat(dialect->name, '_', text.name), dialect, &text});
  }
  const std::string text = instructions_for(tools);
  EXPECT_NE(text.find("fake: Show a file with `fake_read` before you change it with `fake_edit`"), std::string::npos) << text;
  EXPECT_NE(text.find("other: Show a file with `other_read` before you change it with `other_edit`"), std::string::npos);
  EXPECT_NE(text.find("of the same family"), std::string::npos);
}

TEST(Instructions, ADialectWithoutSomeToolsIsToldWithoutThem) {
  std::vector<ServedTool> tools = test::fake_tools();
  std::erase_if(tools, [](const ServedTool& tool) { return tool.text->verb == "write"; });
  const std::string text = instructions_for(tools);
  EXPECT_EQ(text.find("``"), std::string::npos);
  EXPECT_EQ(text.find("new file"), std::string::npos);
}

}  // namespace
}  // namespace kedge::mcp
