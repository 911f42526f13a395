// What a consent covers: every file that the question named, for one commit, and nothing after an undo. In both eras.
#include <gtest/gtest.h>

#include <filesystem>

#include "scenarios/mcp_client.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

const Json able_to_ask = Json::object({{"elicitation", Json::object()}});
const Json accept_action = Json::object({{"action", "accept"}});

Json stateless_call(std::string_view tool, const Json& arguments) {
  return Json::object({{"name", tool},
                       {"arguments", arguments},
                       {"_meta", Json::object({{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                                               {"io.modelcontextprotocol/clientCapabilities", able_to_ask}})}});
}

class McpConsent : public testing::Test {
 protected:
  McpConsent() { write_file(place.root() / "a.txt", "one\ntwo\n"); }

  static void open(McpClient& client) {
    client.ask("initialize", Json::object({{"protocolVersion", "2025-11-25"}, {"capabilities", able_to_ask}}));
    client.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  }
  static void accept(McpClient& client, const Json& question) {
    client.send(Json::object({{"jsonrpc", "2.0"}, {"id", at(question, "id")}, {"result", accept_action}}).dump());
  }
  // The answer of a client without a session, to what it was asked by this result.
  static Json accepted(McpClient& client, std::string_view tool, const Json& arguments, const Json& asked) {
    Json params = stateless_call(tool, arguments);
    params.set("inputResponses", Json::object({{at(asked, "inputRequests").as_object()->front().first, accept_action}}));
    params.set("requestState", at(asked, "requestState"));
    return client.ask("tools/call", params);
  }
  static Json modern(McpClient& client, std::string_view tool, const Json& arguments) {
    return at(client.ask("tools/call", stateless_call(tool, arguments)), "result");
  }
  bool undone() const { return place.shell("$K undo --last").status == 0; }

  Workplace place;
  const Json edit = edit_of("a.txt", "two\n", "2\n");
};

const std::vector<std::string> asked_always{"--dialect", "replace", "--confirm", "always"};

TEST_F(McpConsent, ARequestStateIsGoodForOneCommit) {
  McpClient client(place, asked_always);
  modern(client, "read", reading());
  const Json asked = modern(client, "edit", edit);
  ASSERT_EQ(at(asked, "resultType"), Json("input_required"));
  EXPECT_FALSE(is_refusal(at(accepted(client, "edit", edit, asked), "result")));
  ASSERT_EQ(place.bytes("a.txt"), "one\n2\n");
  ASSERT_TRUE(undone());
  EXPECT_EQ(error_code(accepted(client, "edit", edit, asked)), -32602) << "the same again";
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
}

TEST_F(McpConsent, ANoIsAnAnswerTooAndCannotBecomeAYes) {
  McpClient client(place, asked_always);
  modern(client, "read", reading());
  const Json asked = modern(client, "edit", edit);
  Json declined = stateless_call("edit", edit);
  declined.set("inputResponses",
               Json::object({{at(asked, "inputRequests").as_object()->front().first, Json::object({{"action", "decline"}})}}));
  declined.set("requestState", at(asked, "requestState"));
  EXPECT_TRUE(is_refusal(at(client.ask("tools/call", declined), "result")));
  EXPECT_EQ(error_code(accepted(client, "edit", edit, asked)), -32602);
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
}

TEST_F(McpConsent, AStateThatWasNotUsedIsDeadAfterAnUndoToo) {
  McpClient client(place, asked_always);
  modern(client, "read", reading());
  const Json first = modern(client, "edit", edit);
  const Json second = modern(client, "edit", edit);
  EXPECT_NE(at(first, "requestState"), at(second, "requestState"));
  EXPECT_FALSE(is_refusal(at(accepted(client, "edit", edit, second), "result")));
  ASSERT_TRUE(undone());
  ASSERT_EQ(place.bytes("a.txt"), "one\ntwo\n");
  const Json again = at(accepted(client, "edit", edit, first), "result");
  EXPECT_EQ(at(again, "resultType"), Json("input_required")) << again.dump();
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n") << "it is asked again";
}

TEST_F(McpConsent, AnOpenQuestionIsDeadAfterAnUndo) {
  McpClient client(place, asked_always);
  open(client);
  client.call("read", reading());
  client.send(tool_request(7, "edit", edit));
  const Json first = client.receive();
  client.send(tool_request(8, "edit", edit));
  const Json second = client.receive();
  accept(client, second);
  ASSERT_FALSE(is_refusal(at(client.answer_to("8"), "result")));
  ASSERT_TRUE(undone());
  accept(client, first);
  const Json again = client.receive();
  EXPECT_EQ(at(again, "method"), Json("elicitation/create")) << again.dump();
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
  accept(client, first);
  EXPECT_EQ(error_code(client.ask("ping")), 0);
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n") << "an answer that was given already is none to the next question";
  accept(client, again);
  EXPECT_FALSE(is_refusal(at(client.answer_to("7"), "result")));
  EXPECT_EQ(place.bytes("a.txt"), "one\n2\n");
}

TEST_F(McpConsent, EveryFileIsNamedBeforeAnyDiff) {
  std::string patch = "*** Begin Patch\n*** Add File: large.txt\n";
  for (int i = 0; i < 5000; ++i) append(patch, concat("+row ", i, '\n'));
  for (int i = 0; i < 200; ++i) append(patch, concat("*** Add File: some/folder/of/files/small", i, ".txt\n+small ", i, '\n'));
  append(patch, "*** Update File: a.txt\n@@\n-two\n+evil\n*** End Patch\n");
  McpClient client(place, {"--dialect", "apply_patch", "--confirm", "always"});
  open(client);
  client.send(tool_request(7, "apply_patch", Json::object({{"input", patch}})));
  const Json question = client.receive();
  ASSERT_EQ(at(question, "method"), Json("elicitation/create")) << question.dump().substr(0, 500);
  const std::string& text = *at(question, "params", "message").as_string();
  const std::size_t diff = text.find("--- ");
  EXPECT_LT(text.find("create +5000 −0 large.txt\n"), diff);
  for (int i = 0; i < 200; ++i) EXPECT_LT(text.find(concat("create +1 −0 some/folder/of/files/small", i, ".txt\n")), diff) << i;
  EXPECT_LT(text.find("update +1 −1 a.txt\n"), diff) << "the last of them as well";
  EXPECT_EQ(printable_rows(text), text);
}

TEST_F(McpConsent, FilesThatCannotAllBeNamedAreNotAskedAbout) {
  std::string patch = "*** Begin Patch\n";
  for (int i = 0; i < 250; ++i) {
    append(patch, concat("*** Add File: ", std::string(200, 'x'), '/', std::string(200, 'y'), i, "\n+new\n"));
  }
  append(patch, "*** End Patch\n");
  McpClient client(place, {"--dialect", "apply_patch", "--confirm", "always", "--confirm-default", "allow"});
  open(client);
  const Json result = client.call("apply_patch", Json::object({{"input", patch}}));
  ASSERT_TRUE(is_refusal(result)) << result.dump().substr(0, 500);
  EXPECT_NE(text_of(result).find("limit_exceeded"), std::string::npos) << text_of(result);
  EXPECT_NE(text_of(result).find("250 files do not fit into one question"), std::string::npos) << text_of(result);
  EXPECT_FALSE(fs::exists(place.root() / std::string(200, 'x')));
}

TEST_F(McpConsent, AConsentToAnUndoIsBoundAsWell) {
  McpClient client(place, asked_always);
  modern(client, "read", reading());
  const Json asked = modern(client, "edit", edit);
  ASSERT_FALSE(is_refusal(at(accepted(client, "edit", edit, asked), "result")));
  const Json undo = Json::object();
  const Json about_undo = modern(client, "undo", undo);
  ASSERT_EQ(at(about_undo, "resultType"), Json("input_required")) << about_undo.dump();
  ASSERT_TRUE(undone());
  ASSERT_TRUE(place.shell("$K redo $($K log --json | grep -o '\"of\":\"[^\"]*' | head -n 1 | cut -d '\"' -f 4)").status == 0);
  ASSERT_EQ(place.bytes("a.txt"), "one\n2\n") << "as it was when the question was asked";
  const Json again = accepted(client, "undo", undo, about_undo);
  EXPECT_EQ(at(again, "result", "resultType"), Json("input_required")) << again.dump();
  EXPECT_EQ(place.bytes("a.txt"), "one\n2\n");
}

}  // namespace
}  // namespace kedge::test
