// How calls are counted, per client and dialect.
#include <gtest/gtest.h>

#include "scenarios/mcp_client.hpp"
#include "scenarios/workplace.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

Json clients_in(const Workplace& place) {
  const Finished finished = place.shell("$K stats --json");
  const auto json = read_json(finished.output);
  EXPECT_TRUE(json) << finished.output << finished.errors;
  return json ? *json->find("clients") : Json::array();
}

std::string counts_of(const Json& clients, std::string_view client) {
  for (const Json& row : *clients.as_array()) {
    if (*row.find("client") != Json(client)) continue;
    std::string out(*row.find("dialect")->as_string());
    for (const std::string_view name : {"calls", "changes", "refusals", "repairs", "retries", "codes"}) {
      append(out, concat(' ', row.find(name)->dump()));
    }
    return out;
  }
  return "none";
}

void open_as(McpClient& client, std::string_view name) {
  client.ask("initialize", Json::object({{"protocolVersion", "2025-11-25"},
                                         {"capabilities", Json::object()},
                                         {"clientInfo", Json::object({{"name", name}, {"version", "1"}})}}));
}

TEST(Stats, CallsAreCountedByClientAndDialect) {
  const Workplace place;
  EXPECT_EQ(place.shell("$K stats").output, "no calls have been counted here yet\n");
  write_file(place.root() / "a.txt", "one\ntwo\n");
  {
    McpClient client(place, {"--dialect", "replace"});
    open_as(client, "agent");
    EXPECT_FALSE(is_refusal(client.call("read", reading())));
    EXPECT_EQ(refusal_code(client.call("edit", edit_of("a.txt", "three", "3"))), "no_match");
    EXPECT_EQ(refusal_code(client.call("edit", edit_of("a.txt", "three", "3"))), "no_match");
    EXPECT_FALSE(is_refusal(client.call("edit", edit_of("./a.txt", "two", "2")))) << "a repair, of the two together";
    EXPECT_FALSE(is_refusal(client.call("edit", edit_of("a.txt", "one", "1")))) << "nothing is left to repair";
    EXPECT_EQ(refusal_code(client.call("edit", edit_of("b.txt", "one", "1"))), "not_found");
    EXPECT_FALSE(is_refusal(client.call("write", Json::object({{"path", "c.txt"}, {"content", "x"}}))));
    EXPECT_EQ(refusal_code(client.call("read", reading("none"))), "not_found");
    client.finish();
  }
  {
    McpClient client(place, {"--dialect", "patch"});
    open_as(client, "other");
    EXPECT_TRUE(is_refusal(client.call("edit", Json::object({{"input", "what is this"}}))));
    EXPECT_FALSE(is_refusal(client.call("write", Json::object({{"path", "d.txt"}, {"content", "x"}}))));
    client.finish();
  }
  ASSERT_TRUE(succeeded(place.shell("$K read a.txt > /dev/null")));
  EXPECT_EQ(place.shell("$K edit --dialect replace --input /dev/null").status, 2);
  const Json clients = clients_in(place);
  EXPECT_EQ(counts_of(clients, "agent"), "replace 8 6 4 2 1 {\"no_match\":2,\"not_found\":2}");
  EXPECT_EQ(counts_of(clients, "other"), "patch 2 2 1 1 0 {\"patch_syntax\":1}");
  EXPECT_EQ(counts_of(clients, "cli"), "patch 1 0 0 0 0 {}");
  const Finished table = place.shell("$K stats");
  EXPECT_TRUE(says(table, "client  dialect  calls  changes  refused  repaired  repeated  codes\n"));
  EXPECT_TRUE(says(table, "agent   replace      8        6        4         2         1  no_match 2, not_found 2\n"));
  EXPECT_TRUE(says(table, "\nsince 2"));
  ASSERT_TRUE(succeeded(place.shell("$K state purge --yes")));
  EXPECT_TRUE(clients_in(place).as_array()->empty());
}

// A question to a person ends a call, and the answer begins it again.
TEST(Stats, ACallThatAsksIsOneCall) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  {
    McpClient client(place, {"--dialect", "replace", "--confirm", "always", "--confirm-default", "allow"});
    open_as(client, "agent");
    EXPECT_FALSE(is_refusal(client.call("edit", edit_of("a.txt", "one", "1"))));
    client.finish();
  }
  EXPECT_EQ(counts_of(clients_in(place), "agent"), "replace 1 1 0 0 0 {}");
}

}  // namespace
}  // namespace kedge::test
