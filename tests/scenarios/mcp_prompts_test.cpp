// The names of tools, and the prompts that a person is offered.
#include <gtest/gtest.h>

#include "scenarios/mcp_client.hpp"
#include "scenarios/workplace.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

std::vector<std::string> listed_names(const Json& list) {
  std::vector<std::string> found;
  for (const Json& each : list.as_array() != nullptr ? *list.as_array() : Json::Array()) {
    found.push_back(*at(each, "name").as_string());
  }
  return found;
}

using Names = std::vector<std::string>;

TEST(McpNames, ToolsPrintsWhatTheServerLists) {
  const Workplace place;
  for (const std::string dialect : {"patch", "replace", "anchors,hashline"}) {
    McpClient client(place, {"--dialect", dialect, "--results", "both", "--prefix", "k_"});
    client.open();
    const Finished printed = place.shell(concat("$K tools --json --prefix k_ --dialect ", dialect));
    EXPECT_EQ(read_json(printed.output).value_or(Json()), at(client.ask("tools/list"), "result")) << dialect;
  }
  EXPECT_TRUE(place.shell("$K tools").output.starts_with("read\n"));
  EXPECT_EQ(place.shell("$K tools --dialect pach").status, 2);
}

TEST(McpNames, APrefixBeginsTheNameOfEveryTool) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  McpClient client(place, {"--prefix", "kedge_"});
  const Json opened = client.open();
  EXPECT_EQ(listed_names(at(client.ask("tools/list"), "result", "tools")),
            (Names{"kedge_read", "kedge_search", "kedge_write", "kedge_edit", "kedge_undo"}));
  EXPECT_TRUE(at(opened, "instructions").as_string()->contains("`kedge_edit`"));
  EXPECT_FALSE(is_refusal(client.call("kedge_edit", edit_of("a.txt", "one", "two"))));
  EXPECT_EQ(place.bytes("a.txt"), "two\n");
}

TEST(McpNames, APrefixThatNoClientTakesIsWrongUsage) {
  const Workplace place;
  for (const std::string_view prefix : {"'a b'", "a/b", "é", "abcdefghijklmnopqrstuvwxyz0123456789"}) {
    EXPECT_EQ(place.shell(concat("$K mcp --prefix ", prefix, " < /dev/null")).status, 2) << prefix;
  }
}

TEST(McpPrompts, AreThoseOfTheServedDialectsAndOfTheSession) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  McpClient client(place, {"--dialect", "replace"});
  client.open();
  EXPECT_EQ(listed_names(at(client.ask("prompts/list"), "result", "prompts")), (Names{"replace", "undo", "log", "review"}));
  const auto prompt = [&](std::string_view name) { return client.ask("prompts/get", Json::object({{"name", name}})).dump(); };
  EXPECT_TRUE(prompt("review").contains("No file differs"));
  EXPECT_FALSE(is_refusal(client.call("edit", edit_of("a.txt", "one", "two"))));
  EXPECT_TRUE(prompt("review").contains(R"(-one\n+two\n)")) << prompt("review");
  EXPECT_TRUE(prompt("log").contains("edit  a.txt"));
  EXPECT_NE(error_code(client.ask("prompts/get", Json::object({{"name", "patch"}}))), 0) << "it is not served";
}

}  // namespace
}  // namespace kedge::test
