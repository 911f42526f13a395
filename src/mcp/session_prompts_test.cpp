#include "mcp/session_prompts.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "mcp/test_exchange.hpp"
#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"

namespace kedge::mcp {
namespace {

class SessionPrompts : public testing::Test {
 protected:
  SessionPrompts() {
    memory.put("a.txt", "one\ntwo\n");
    const Dialect* const dialect = find_dialect("replace");
    tools = served_tools(std::span(&dialect, 1));
    service.open(memory->workspace, memory->store, nullptr);
    rows = session_prompts(service, tools);
  }
  void call(std::string_view name, const Json& arguments) {
    const Called called = service.call(*std::ranges::find(tools, name, &ServedTool::name), arguments, talk.exchange);
    ASSERT_FALSE(std::get<Reply>(called).refusal) << std::get<Reply>(called).text;
  }
  void edit(std::string_view from, std::string_view to) {
    call("edit", Json::object({{"file_path", "a.txt"}, {"old_string", from}, {"new_string", to}}));
  }
  std::string text_of(std::string_view name) {
    const Json answer = std::get<Json>(std::ranges::find(rows, name, &PromptRow::name)->get(talk.exchange));
    return *answer.find("messages")->as_array()->front().find("content")->find("text")->as_string();
  }

  kedge::test::MemorySession memory;
  std::vector<ServedTool> tools;
  test::TestExchange talk;
  Service service{ServiceSettings{}};
  std::vector<PromptRow> rows;
};

TEST_F(SessionPrompts, ReviewIsTheDiffFromBeforeTheSession) {
  EXPECT_EQ(text_of("review"), "No file differs from how it was before this session.\n");
  edit("one", "1");
  edit("1", "first");
  call("write", Json::object({{"path", "new.txt"}, {"content", "x\n"}}));
  const std::string review = text_of("review");
  EXPECT_TRUE(review.contains("-one\n+first\n two\n")) << review;
  EXPECT_TRUE(review.contains("--- /dev/null\n+++ new.txt\n")) << review;
  EXPECT_FALSE(review.contains("+1\n")) << "not how it came about";
}

TEST_F(SessionPrompts, WhatWasTakenBackIsNotInTheReviewButInTheLog) {
  edit("one", "1");
  call("undo", Json::object());
  EXPECT_EQ(text_of("review"), "No file differs from how it was before this session.\n");
  EXPECT_TRUE(text_of("log").contains("edit  a.txt  (taken back)\n")) << text_of("log");
}

TEST_F(SessionPrompts, AnotherSessionIsNotToldOf) {
  edit("one", "1");
  talk.session = "another";
  EXPECT_EQ(text_of("log"), "Nothing has been changed in this session yet.\n");
  EXPECT_EQ(text_of("review"), "No file differs from how it was before this session.\n");
}

TEST_F(SessionPrompts, UndoNamesTheToolAsItIsServed) {
  const Dialect* const dialect = find_dialect("replace");
  tools = served_tools(std::span(&dialect, 1), {.prefix = "kedge_"});
  rows = session_prompts(service, tools);
  EXPECT_TRUE(text_of("undo").contains("call `kedge_undo` without arguments"));
}

}  // namespace
}  // namespace kedge::mcp
