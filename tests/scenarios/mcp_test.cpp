// Sessions with the program over MCP: what a client sees of an ordinary one.
#include <gtest/gtest.h>

#include <set>

#include "scenarios/mcp_client.hpp"
#include "support/json_read.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

std::vector<std::string> tool_names(const Json& answer) {
  std::vector<std::string> names;
  for (const Json& tool : *answer.find("result")->find("tools")->as_array()) names.push_back(*tool.find("name")->as_string());
  return names;
}

TEST(Mcp, ASessionReadsEditsIsRefusedAndTakesBack) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\ntwo\n");
  McpClient client(place);
  const Json opened = client.open("2025-06-18");
  EXPECT_EQ(*opened.find("protocolVersion"), Json("2025-06-18"));
  EXPECT_NE(opened.find("instructions")->as_string()->find("`edit`"), std::string::npos);
  EXPECT_EQ(tool_names(client.ask("tools/list")), (std::vector<std::string>{"read", "search", "write", "edit", "undo"}));

  const Json shown = client.call("read", Json::object({{"path", "a.txt"}}));
  EXPECT_FALSE(is_refusal(shown));
  EXPECT_TRUE(text_of(shown).starts_with("one\ntwo\n")) << text_of(shown);
  EXPECT_EQ(shown.find("structuredContent"), nullptr) << "rows stand once";

  const Json edited = client.call("edit", edit_of("a.txt", "two\n", "2\n"));
  EXPECT_FALSE(is_refusal(edited)) << edited.dump();
  EXPECT_EQ(place.bytes("a.txt"), "one\n2\n");
  EXPECT_NE(edited.find("structuredContent")->find("undo_id"), nullptr);

  const Facts before = place.facts();
  const Json refused = client.call("edit", edit_of("a.txt", "three\n", "3\n"));
  EXPECT_TRUE(is_refusal(refused));
  EXPECT_EQ(refusal_code(refused), "no_match");
  EXPECT_FALSE(text_of(refused).empty());
  EXPECT_EQ(place.facts(), before);

  EXPECT_FALSE(is_refusal(client.call("undo", Json::object())));
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
  EXPECT_TRUE(succeeded(client.finish()));
}

TEST(Mcp, ArgumentsThatAToolDoesNotTakeAreItsOwnRefusal) {
  const Workplace place;
  McpClient client(place);
  client.open();
  for (const Json& arguments : {Json::object(), Json::object({{"path", 7}}), Json::object({{"path", "a"}, {"pth", "b"}})}) {
    EXPECT_EQ(refusal_code(client.call("read", arguments)), "schema_invalid") << arguments.dump();
  }
  EXPECT_EQ(refusal_code(client.call("read", Json::object({{"path", "../outside/x"}}))), "path_outside_root");
}

TEST(Mcp, AHundredCallsAtOnceAreAllAnswered) {
  const Workplace place;
  for (int i = 0; i < 10; ++i) write_file(place.root() / concat("f", i), concat("content of ", i, '\n'));
  McpClient client(place, {"--durability", "none"});
  client.open();
  std::string calls;
  for (int i = 0; i < 100; ++i) {
    const Json arguments = Json::object({{"path", concat("f", i % 10)}});
    const Json writing = Json::object({{"path", concat("new", i)}, {"content", concat("written by ", i, '\n')}});
    append(calls, concat(i % 4 == 0 ? tool_request(i, "write", writing) : tool_request(i, "read", arguments), '\n'));
  }
  ASSERT_TRUE(client.process().write(calls));
  for (int i = 0; i < 100; ++i) {
    const Json result = *client.answer_to(concat(i)).find("result");
    const std::string expected = i % 4 == 0 ? concat("new", i) : concat("content of ", i % 10, '\n');
    EXPECT_TRUE(text_of(result).starts_with(expected)) << i << ": " << text_of(result);
  }
  for (int i = 0; i < 100; i += 4) EXPECT_EQ(place.bytes(concat("new", i)), concat("written by ", i, '\n'));
  EXPECT_TRUE(succeeded(client.finish()));
}

TEST(Mcp, EditsOfOneFileThatAreSentAtOnceAreMadeInTheirOrder) {
  const Workplace place;
  write_file(place.root() / "a.txt", "step 0\n");
  McpClient client(place, {"--durability", "none"});
  client.open();
  client.call("read", Json::object({{"path", "a.txt"}}));
  std::string calls;
  for (int i = 0; i < 25; ++i) {
    append(calls,
           concat(tool_request(i, "edit", edit_of("a.txt", concat("step ", i, '\n'), concat("step ", i + 1, '\n'))), '\n'));
  }
  ASSERT_TRUE(client.process().write(calls));
  for (int i = 0; i < 25; ++i) {
    const Json answer = client.answer_to(concat(i));
    EXPECT_FALSE(is_refusal(*answer.find("result"))) << answer.dump();
  }
  EXPECT_EQ(place.bytes("a.txt"), "step 25\n");
}

TEST(Mcp, MessagesMayComeByteByByte) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  McpClient client(place);
  client.open();
  for (const char byte : tool_request("slow", "read", Json::object({{"path", "a.txt"}})) + "\r\n\n \n") {
    ASSERT_TRUE(client.process().write({&byte, 1}));
  }
  EXPECT_TRUE(text_of(*client.answer_to("\"slow\"").find("result")).starts_with("one\n"));
  EXPECT_TRUE(succeeded(client.finish()));
}

TEST(Mcp, RequestsMayBeSentBeforeTheSessionIsConfirmed) {
  const Workplace place;
  McpClient client(place);
  ASSERT_TRUE(client.process().write(concat(request(1, "initialize", Json::object({{"protocolVersion", "2025-11-25"}})), '\n',
                                            request(2, "tools/list"), '\n', request(3, "ping"), '\n')));
  for (const std::string_view id : {"1", "2", "3"}) EXPECT_EQ(error_code(client.answer_to(id)), 0);
}

TEST(Mcp, ResultsAsTextHaveNoDataAndNoSchemaOfIt) {
  const Workplace place;
  McpClient client(place, {"--results", "text"});
  client.open();
  EXPECT_EQ(client.ask("tools/list").dump().find("outputSchema"), std::string::npos);
  const Json written = client.call("write", Json::object({{"path", "a"}, {"content", "x\n"}}));
  EXPECT_EQ(written.find("structuredContent"), nullptr);
  EXPECT_TRUE(is_refusal(client.call("read", Json::object({{"path", "missing"}}))));
}

TEST(Mcp, WordsThatItDoesNotKnowAreWrongUsage) {
  const Workplace place;
  const auto usage = [&](std::string_view words, std::string_view problem) {
    const Finished finished = place.shell(concat("$K mcp ", words, " < /dev/null"));
    EXPECT_EQ(finished.status, 2) << words;
    EXPECT_TRUE(says(finished, problem));
    EXPECT_EQ(finished.output, "");
  };
  usage("--dialect replacce", "did you mean replace?");
  usage("--dialect replace,", "unknown dialect");
  usage("--dialect replace,replace", "given twice");
  usage("--results json", "is none of text, structured, both");
}

TEST(Mcp, ARootThatIsTooWideStartsAndRefusesEachCall) {
  Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  place.set(concat("HOME=", place.root().string()));
  McpClient client(place, {"--root", place.root().string()});
  client.open();
  EXPECT_EQ(refusal_code(client.call("read", Json::object({{"path", "a.txt"}}))), "path_outside_root");
}

TEST(Mcp, WhatWasFoundAtTheStartIsToldOnceWithTheFirstResult) {
  Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  write_file(place.outside() / "file", "");
  place.set(concat("XDG_STATE_HOME=", (place.outside() / "file").string()));
  place.set(concat("XDG_RUNTIME_DIR=", place.outside().string()));
  std::filesystem::permissions(place.outside(), std::filesystem::perms::owner_all);
  McpClient client(place);
  client.open();
  const Json first = client.call("read", Json::object({{"path", "a.txt"}}));
  EXPECT_NE(first.dump().find("warning: "), std::string::npos) << first.dump();
  EXPECT_TRUE(text_of(first).starts_with("one\n")) << "the tool's own text is as it always is";
  EXPECT_EQ(client.call("read", Json::object({{"path", "a.txt"}})).dump().find("warning: "), std::string::npos);
  const Finished finished = client.finish();
  EXPECT_EQ(finished.status, 0);
  EXPECT_FALSE(finished.timed_out);
  EXPECT_TRUE(finished.errors.starts_with("kedge: warning: ")) << finished.errors;
}

TEST(Mcp, OneSessionDoesNotTakeForShownWhatAnotherWasShown) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  const Json replaced = Json::object({{"path", "a.txt"}, {"content", "two\n"}});
  {
    McpClient reader(place);
    reader.open();
    reader.call("read", Json::object({{"path", "a.txt"}}));
    EXPECT_TRUE(succeeded(reader.finish()));
  }
  McpClient writer(place);
  writer.open();
  EXPECT_TRUE(is_refusal(writer.call("write", replaced)));
  EXPECT_EQ(place.bytes("a.txt"), "one\n");
  writer.call("read", Json::object({{"path", "a.txt"}}));
  EXPECT_FALSE(is_refusal(writer.call("write", replaced)));
  EXPECT_EQ(place.bytes("a.txt"), "two\n");
}

TEST(Mcp, StrictTakesNothingThatIsMerelyTolerated) {
  for (const bool strict : {false, true}) {
    Workplace place;
    write_file(place.root() / "a.txt", "one\ntwo\n");
    std::vector<std::string> options{"--dialect", "patch"};
    if (strict) options.emplace_back("--strict");
    McpClient client(place, options);
    client.open("2025-06-18");
    const std::string shown = text_of(client.call("read", Json::object({{"path", "a.txt"}})));
    const std::string header = shown.substr(0, shown.find('\n'));
    const Json answer = client.call("edit", Json::object({{"input", concat(header, "\nreplace 1..1:\nnew\n")}}));
    EXPECT_EQ(is_refusal(answer), strict);
    EXPECT_EQ(place.bytes("a.txt"), strict ? "one\ntwo\n" : "new\ntwo\n");
  }
}

TEST(Mcp, AnchorsAreReadWithOrWithoutHashesAndFilesWrittenUnderTheirVersion) {
  Workplace place;
  write_file(place.root() / "a.txt", "one\ntwo\nthree\n");
  McpClient client(place, {"--dialect", "anchors"});
  client.open("2025-06-18");
  EXPECT_EQ(tool_names(client.ask("tools/list")),
            (std::vector<std::string>{"read_file", "search", "write_file", "edit", "undo"}));
  const std::string version = to_hex(sha256("one\ntwo\nthree\n"));
  EXPECT_EQ(text_of(client.call("read_file", Json::object({{"path", "a.txt"}}))),
            concat("one\ntwo\nthree\nfile_version=", version));
  EXPECT_EQ(text_of(client.call("read_file",
                                Json::object({{"path", "a.txt"}, {"hashes", true}, {"start_line", 2}, {"end_line", 2}}))),
            concat("2#3fc4cc|two\nfile_version=", version));

  const Json unnamed = client.call("write_file", Json::object({{"path", "a.txt"}, {"content", "1\n"}}));
  EXPECT_EQ(refusal_code(unnamed), "file_version_mismatch");
  const Json stale = client.call(
      "write_file", Json::object({{"path", "a.txt"}, {"content", "1\n"}, {"expected_file_version", to_hex(sha256("x"))}}));
  EXPECT_EQ(refusal_code(stale), "file_version_mismatch");
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\nthree\n");
  const Json written =
      client.call("write_file", Json::object({{"path", "a.txt"}, {"content", "one\n2\n"}, {"expected_file_version", version}}));
  EXPECT_FALSE(is_refusal(written)) << written.dump();
  EXPECT_FALSE(is_refusal(client.call("write_file", Json::object({{"path", "new.txt"}, {"content", "n\n"}}))));

  // Written by write_file, edited since: the baseline is mixed.
  const Json edited = client.call(
      "edit", Json::object({{"path", "a.txt"},
                            {"operations",
                             Json::array({Json::object({{"op", "insert_after"}, {"hash", "7692c3"}, {"content", "x"}})})}}));
  EXPECT_FALSE(is_refusal(edited)) << edited.dump();
  EXPECT_EQ(place.bytes("a.txt"), "one\nx\n2\n");
  EXPECT_EQ(*edited.find("structuredContent")->find("baseline_continuity"), Json("mixed"));
}

TEST(Mcp, TheGuidanceOfAnchorsIsInTheDescriptionOfItsEditTool) {
  const Workplace place;
  McpClient client(place, {"--dialect", "anchors"});
  client.open("2025-06-18");
  const Json answer = client.ask("tools/list");
  const std::string description = *answer.find("result")->find("tools")->as_array()->at(3).find("description")->as_string();
  for (const std::string_view words :
       {"the line number is advisory (snapshot position) only, and the hash is the authoritative identity for edit operations",
        "before you read anchors of another file", "Prefer lines with distinctive content", "replace_range",
        "occurrence and line", "mixing them fails validation", "file_path is deprecated and will be rejected",
        "atomic against the same snapshot"}) {
    EXPECT_NE(description.find(words), std::string::npos) << words;
  }
}

TEST(Mcp, ASecondSessionHasToOpenAFileForItself) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  McpClient first(place, {"--dialect", "hashline"});
  first.open("2025-06-18");
  EXPECT_EQ(tool_names(first.ask("tools/list")), (std::vector<std::string>{"open", "search", "edit", "undo"}));
  EXPECT_EQ(text_of(first.call("open", Json::object({{"file", "a.txt"}}))), "1:76|one\n");
  McpClient second(place, {"--dialect", "hashline"});
  second.open("2025-06-18");
  const Json edit =
      Json::object({{"file", "a.txt"},
                    {"insert", Json::object({{"after", Json::object({{"line", 1}, {"hash", "76"}})}, {"content", "two"}})}});
  EXPECT_EQ(refusal_code(second.call("edit", edit)), "file_not_read");
  EXPECT_FALSE(is_refusal(first.call("edit", edit)));
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
}

}  // namespace
}  // namespace kedge::test
