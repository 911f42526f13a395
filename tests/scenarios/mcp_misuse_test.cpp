// What clients get wrong, on purpose or not: each test is a row of the catalogue of bad input. The server answers and goes on.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "scenarios/mcp_client.hpp"
#include "scenarios/tested_program.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

// A server that is spoken to, and a file.
class McpMisuse : public testing::Test {
 protected:
  McpMisuse() { write_file(place.root() / "a.txt", "one\ntwo\n"); }

  // Refused with this code, and the server still serves.
  void refused(McpClient& client, std::string_view line, std::int64_t code, std::string_view id = "null") {
    client.send(line);
    const Json answer = client.answer_to(id);
    EXPECT_EQ(error_code(answer), code) << line.substr(0, 200) << "\n" << answer.dump();
    EXPECT_LT(answer.dump().size(), 2000U) << "what is echoed is bounded";
    EXPECT_EQ(error_code(client.ask("ping")), 0);
  }

  static std::string call_text(std::string_view id, std::string_view arguments) {
    return concat(R"({"jsonrpc":"2.0","id":)", id, R"(,"method":"tools/call","params":{"name":"read","arguments":)", arguments,
                  "}}");
  }
  static Json editing(std::string_view from, std::string_view to) {
    return Json::object({{"file_path", "a.txt"}, {"old_string", from}, {"new_string", to}});
  }

  // As a client without sessions says who is asking.
  static Json modern(Json params, std::string_view revision = "2026-07-28") {
    params.set("_meta", Json::object({{"io.modelcontextprotocol/protocolVersion", revision},
                                      {"io.modelcontextprotocol/clientCapabilities", Json::object()}}));
    return params;
  }

  Workplace place;
};

TEST_F(McpMisuse, M1_WhatIsNoJsonIsAParseError) {
  McpClient client(place);
  client.open();
  for (const std::string_view line : {"hello", "{", "{'a':1}", "\xEF\xBB\xBF{}", "]"}) {
    refused(client, line, -32700);
  }
  refused(client, R"({"jsonrpc":"2.0","id":1,"method":"pi)", -32700, "1");
}

TEST_F(McpMisuse, M2_WhatIsNoMessageIsInvalid) {
  McpClient client(place);
  client.open();
  for (const std::string_view line : {"1", "null", "\"ping\"", "true", "[]", "{}"}) refused(client, line, -32600);
}

TEST_F(McpMisuse, M3_ABatchIsTakenOnlyByTheRevisionThatHasThem) {
  const std::string batch = concat('[', request(1, "ping"), ',', tool_request(2, "read", reading()), ']');
  for (const std::string_view revision : {"2024-11-05", "2025-06-18", "2025-11-25"}) {
    McpClient client(place);
    client.open(revision);
    refused(client, batch, -32600);
  }
  McpClient client(place);
  client.open("2025-03-26");
  client.send(batch);
  const Json answers = client.receive();
  ASSERT_NE(answers.as_array(), nullptr) << answers.dump();
  EXPECT_EQ(answers.as_array()->size(), 2U);
}

TEST_F(McpMisuse, M4_AnotherJsonRpcIsInvalid) {
  McpClient client(place);
  client.open();
  refused(client, R"({"id":1,"method":"ping"})", -32600, "1");
  refused(client, R"({"jsonrpc":"1.0","id":"x","method":"ping"})", -32600, "\"x\"");
}

TEST_F(McpMisuse, M5_AnIdIsAnIntegerOrAShortString) {
  McpClient client(place);
  client.open();
  for (const std::string_view id : {"null", "1.5", "{}", "[1]", "true"}) {
    refused(client, concat(R"({"jsonrpc":"2.0","method":"ping","id":)", id, "}"), -32600);
  }
  refused(client, concat(R"({"jsonrpc":"2.0","method":"ping","id":")", std::string(10'000'000, 'x'), "\"}"), -32600);
}

TEST_F(McpMisuse, M6_TwoRequestsWithOneIdAreNeverMixed) {
  McpClient client(place);
  client.open();
  client.call("read", reading());
  ASSERT_TRUE(client.process().write(
      concat(tool_request(7, "edit", editing("one\n", "1\n")), '\n', tool_request(7, "edit", editing("two\n", "2\n")), '\n')));
  const Json first = client.receive();
  const Json second = client.receive();
  // The second is refused for nobody, unless the first was answered by then.
  const bool both = first.find("id")->dump() == "7" && second.find("id")->dump() == "7";
  EXPECT_EQ(place.bytes("a.txt"), both ? "1\n2\n" : "1\ntwo\n");
  if (!both) {
    const Json& refusal = first.find("id")->is_null() ? first : second;
    EXPECT_TRUE(refusal.find("id")->is_null());
    EXPECT_EQ(error_code(refusal), -32600);
  }
}

TEST_F(McpMisuse, M7_ANameThatOccursTwiceIsRefused) {
  McpClient client(place);
  client.open();
  refused(client, R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})", -32700);
  refused(client, call_text("1", R"({"path":"a.txt","path":"b.txt"})"), -32700, "1");
}

TEST_F(McpMisuse, M8_WhatThereIsNotIsSaid) {
  McpClient client(place);
  client.open();
  EXPECT_EQ(error_code(client.ask("tools/lst")), -32601);
  EXPECT_EQ(error_code(client.ask("tools/call", Json::object({{"name", "raed"}}))), -32602);
  EXPECT_EQ(error_code(client.ask("tools/call", Json::object({{"name", "read"}, {"arguments", "a.txt"}}))), -32602);
}

TEST_F(McpMisuse, M9_ANotificationThatNobodyKnowsIsPassedOver) {
  McpClient client(place);
  client.open();
  client.send(R"({"jsonrpc":"2.0","method":"notifications/no_such"})");
  client.send(R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"write","arguments":{"path":"n","content":""}}})");
  EXPECT_EQ(*client.ask("ping").find("result"), Json::object());
  EXPECT_FALSE(std::filesystem::exists(place.root() / "n"));
  EXPECT_EQ(client.finish().output, "");
}

TEST_F(McpMisuse, M10_WithoutInitializeOnlyWhoeverSaysWhoItIsIsServed) {
  McpClient client(place);
  EXPECT_EQ(error_code(client.ask("tools/call", Json::object({{"name", "read"}, {"arguments", reading()}}))), -32600);
  EXPECT_EQ(error_code(client.ask("tools/list")), -32600);
  EXPECT_EQ(error_code(client.ask("server/discover")), -32602);
  EXPECT_EQ(error_code(client.ask("ping")), 0);
  const Json discovered = client.ask("server/discover", modern(Json::object()));
  EXPECT_EQ(*discovered.find("result")->find("resultType"), Json("complete"));
  const Json call = Json::object({{"name", "read"}, {"arguments", reading()}});
  EXPECT_TRUE(text_of(*client.ask("tools/call", modern(call)).find("result")).starts_with("one\n"));
  EXPECT_EQ(error_code(client.ask("ping", modern(Json::object()))), -32601) << "there is none any more";
  client.open();
  EXPECT_FALSE(is_refusal(client.call("read", reading())));
  EXPECT_TRUE(text_of(*client.ask("tools/call", modern(call)).find("result")).starts_with("one\n")) << "both at once";
}

TEST_F(McpMisuse, M11_ASecondInitializeIsRefusedAndTheSessionIsKept) {
  McpClient client(place);
  client.open();
  client.call("read", reading());
  EXPECT_EQ(error_code(client.ask("initialize", Json::object({{"protocolVersion", "2025-11-25"}}))), -32600);
  EXPECT_FALSE(is_refusal(client.call("edit", editing("two\n", "2\n")))) << "what was shown is still known";
}

TEST_F(McpMisuse, M12_ARevisionThatNobodyKnowsIsNegotiatedOrRefusedWithThoseThatThereAre) {
  McpClient client(place);
  const Json refused = client.ask("tools/list", modern(Json::object(), "1999-01-01"));
  EXPECT_EQ(error_code(refused), -32022);
  EXPECT_EQ(refused.find("error")->find("data")->find("supported")->as_array()->front(), Json("2026-07-28"));
  EXPECT_EQ(*client.open("1999-01-01").find("protocolVersion"), Json("2025-11-25"));
}

TEST_F(McpMisuse, M13_DepthOf100000IsRefusedFast) {
  McpClient client(place);
  client.open();
  refused(client, std::string(100'000, '['), -32700);
  refused(client, std::string(10'000'000, '['), -32700);
  refused(client, call_text("1", concat(R"({"path":)", std::string(100, '['), std::string(100, ']'), "}")), -32700, "1");
}

TEST_F(McpMisuse, M14_ALineWithoutEndIsNotKept) {
  McpClient client(place);
  client.open();
  const std::size_t before = client.process().peak_memory();
  const std::string piece(1024UL * 1024, 'x');
  const int pieces = under_sanitizers() ? 200 : 1024;
  for (int i = 0; i < pieces; ++i) ASSERT_TRUE(client.process().write(piece));
  refused(client, "", -32600);
  // At most what a line may have, while its text grows.
  EXPECT_LT(client.process().peak_memory() - before, 150'000U);
}

TEST_F(McpMisuse, N6_ANulInAPathIsNoEndOfIt) {
  McpClient client(place);
  client.open();
  const Facts before = place.facts();
  for (const std::string& path : {std::string("a.txt\0", 6), std::string("a.txt\0.png", 10), std::string("\0a.txt", 6)}) {
    EXPECT_EQ(refusal_code(client.call("read", Json::object({{"path", path}}))), "path_invalid");
    EXPECT_EQ(refusal_code(client.call("write", Json::object({{"path", path}, {"content", "x\n"}}))), "path_invalid");
  }
  EXPECT_EQ(place.facts(), before);
}

TEST_F(McpMisuse, M15_BytesThatAreNoUtf8AreAParseError) {
  McpClient client(place);
  client.open();
  refused(client, call_text("1", "{\"path\":\"a\xFF.txt\"}"), -32700, "1");
  refused(client, call_text("1", "{\"path\":\"\xED\xA0\x80\"}"), -32700, "1");
  refused(client, call_text("1", R"({"path":"\ud800"})"), -32700, "1");
}

TEST_F(McpMisuse, M16_NumbersThatAreNoneOfOursAreRefused) {
  McpClient client(place);
  client.open();
  refused(client, call_text("1", R"({"path":"a.txt","start":1e999})"), -32700, "1");
  refused(client, call_text("1", R"({"path":"a.txt","start":9223372036854775808})"), -32700, "1");
  for (const std::string_view number : {"-0", "9223372036854775807", "1.5", "-1"}) {
    client.send(call_text("5", concat(R"({"path":"a.txt","start":)", number, "}")));
    EXPECT_TRUE(is_refusal(*client.answer_to("5").find("result"))) << number;
  }
}

TEST_F(McpMisuse, M17_ACancellationOfNothingIsPassedOver) {
  McpClient client(place);
  client.open();
  client.call("read", reading());
  for (const std::string_view params :
       {R"({"requestId":1002})", R"({"requestId":"no"})", R"({"requestId":{}})", "{}", "[]", "7"}) {
    client.send(concat(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)", params, "}"));
  }
  client.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled"})");
  EXPECT_FALSE(is_refusal(client.call("read", reading())));
  EXPECT_EQ(client.finish().output, "");
}

TEST_F(McpMisuse, M18_ACallThatIsCancelledBeforeItsTurnIsNotMade) {
  McpClient client(place);
  client.open();
  // Each of these waits for the disk, one after the other.
  std::string calls;
  for (int i = 0; i < 20; ++i) {
    const Json writing = Json::object({{"path", concat("new", i)}, {"content", "x\n"}});
    append(calls, concat(tool_request(i, "write", writing), '\n'));
  }
  append(calls, R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":19}})"
                "\n");
  ASSERT_TRUE(client.process().write(calls));
  for (int i = 0; i < 19; ++i) EXPECT_FALSE(is_refusal(*client.answer_to(concat(i)).find("result")));
  const Finished finished = client.finish();
  EXPECT_TRUE(succeeded(finished));
  EXPECT_EQ(finished.output, "") << "nothing is said about it";
  EXPECT_TRUE(std::filesystem::exists(place.root() / "new18"));
  EXPECT_FALSE(std::filesystem::exists(place.root() / "new19"));
}

TEST_F(McpMisuse, M19_ACancellationThatComesTooLateChangesNothing) {
  McpClient client(place);
  client.open();
  client.send(tool_request(1, "write", Json::object({{"path", "new"}, {"content", "x\n"}})));
  EXPECT_FALSE(is_refusal(*client.answer_to("1").find("result")));
  client.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  EXPECT_EQ(place.bytes("new"), "x\n");
  EXPECT_FALSE(is_refusal(client.call("undo", Json::object()))) << "it was recorded";
}

TEST_F(McpMisuse, M19_WheneverACancellationComesTheFileIsWhatTheRecordSays) {
  McpClient client(place, {"--root", place.root().string(), "--dialect", "replace"});
  client.open();
  constexpr int rounds = 60;
  for (int i = 0; i < rounds; ++i) {
    const Json writing = Json::object({{"path", concat("new", i)}, {"content", "x\n"}});
    client.send(tool_request(i, "write", writing));
    // Sooner or later: while it waits, works, or has answered.
    for (int k = 0; k < i; ++k) client.send(R"({"jsonrpc":"2.0","method":"notifications/no_such"})");
    client.send(concat(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)", i, "}}"));
    EXPECT_NE(client.ask("ping").find("result"), nullptr);
  }
  EXPECT_TRUE(succeeded(client.finish()));
  int made = 0;
  for (int i = 0; i < rounds; ++i) made += std::filesystem::exists(place.root() / concat("new", i)) ? 1 : 0;
  const Finished log = place.shell("$K log --limit 1000 --json | grep -o '\"path\":\"new[0-9]*\"' | sort -u | wc -l");
  EXPECT_EQ(log.output, concat(made, '\n')) << "what was done is recorded, and nothing else is";
}

TEST_F(McpMisuse, M20_AnInputThatEndsLeavesNothingHalfDone) {
  McpClient client(place);
  client.open();
  std::string calls;
  for (int i = 0; i < 10; ++i) {
    const Json writing = Json::object({{"path", concat("new", i)}, {"content", "x\n"}});
    append(calls, concat(tool_request(i, "write", writing), '\n'));
  }
  append(calls, tool_request(99, "write", Json::object({{"path", "unfinished"}, {"content", "x\n"}})));
  ASSERT_TRUE(client.process().write(calls));
  const Finished finished = client.finish();
  EXPECT_TRUE(succeeded(finished));
  EXPECT_EQ(std::ranges::count(finished.output, '\n'), 10) << "all that was accepted is answered";
  for (int i = 0; i < 10; ++i) EXPECT_EQ(place.bytes(concat("new", i)), "x\n");
  EXPECT_FALSE(std::filesystem::exists(place.root() / "unfinished"));
}

TEST_F(McpMisuse, M21_AClientThatIsGoneLeavesFilesWholeAndTheProgramEnds) {
  McpClient client(place);
  client.open();
  client.process().close_output();
  for (int i = 0; i < 10; ++i) {
    const Json writing = Json::object({{"path", concat("new", i)}, {"content", "x\n"}});
    if (!client.process().write(tool_request(i, "write", writing) + "\n")) break;
  }
  // Its input stays open: it ends because nobody takes its answers.
  EXPECT_TRUE(client.process().ends()) << "it still runs";
  const Finished finished = client.finish();
  EXPECT_EQ(finished.status, 0) << finished.errors;
  EXPECT_EQ(place.bytes("new0"), "x\n") << "what had begun is finished";
  EXPECT_TRUE(succeeded(place.shell("$K doctor")));
  // Whoever does not know whether it was done asks for it once more.
  McpClient again(place);
  again.open();
  EXPECT_FALSE(is_refusal(again.call("write", Json::object({{"path", "new0"}, {"content", "x\n"}}))));
  EXPECT_EQ(place.bytes("new0"), "x\n");
}

TEST_F(McpMisuse, M22_AClientThatDoesNotReadIsNotReadEither) {
  std::string much;
  for (int i = 0; i < 5000; ++i) append(much, concat("a row of some length, number ", i, '\n'));
  write_file(place.root() / "much", much);
  McpClient client(place);
  client.open();
  const std::size_t before = client.process().peak_memory();
  // Until nothing more is taken for a while. Long requests, so that few of them wait in the pipe.
  const Json params = Json::object({{"name", "read"},
                                    {"arguments", Json::object({{"path", "much"}})},
                                    {"_meta", Json::object({{"filling", std::string(4000, 'x')}})}});
  constexpr int most = 2000;
  std::string left;
  int sent = 0;
  for (int quiet = 0; quiet < 20 && sent < most;) {
    if (left.empty()) left = concat(request(sent++, "tools/call", params), '\n');
    const std::size_t taken = client.process().write_at_once(left);
    left.erase(0, taken);
    quiet = taken > 0 ? 0 : quiet + 1;
    if (taken == 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_LT(sent, most) << "it reads whatever comes";
  if (!under_sanitizers()) {
    EXPECT_LT(client.process().peak_memory() - before, 100'000U);
  }
  // Then it does.
  std::thread rest([&] { EXPECT_TRUE(client.process().write(left)); });
  for (int i = 0; i < sent; ++i) EXPECT_FALSE(is_refusal(*client.answer_to(concat(i)).find("result")));
  rest.join();
}

TEST_F(McpMisuse, M23_WhatTheProcessPrintsDoesNotReachTheClient) {
  McpClient client(place);
  client.open();
  const std::string streams = concat("/proc/", client.process().pid(), "/fd/");
  EXPECT_EQ(std::filesystem::read_symlink(streams + "1"), std::filesystem::read_symlink(streams + "2"));
}

}  // namespace
}  // namespace kedge::test
