#include "mcp/service.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "mcp/test_exchange.hpp"
#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"

namespace kedge::mcp {
namespace {

class ServiceTest : public testing::Test {
 protected:
  ServiceTest() {
    memory.put("a.txt", "one\ntwo\n");
    const Dialect* const dialect = find_dialect("replace");
    tools = served_tools(std::span(&dialect, 1));
  }
  Service& open(ServiceSettings settings = {}) {
    service.emplace(std::move(settings));
    service->open(memory->workspace, memory->store, nullptr);
    return *service;
  }
  Called call(std::string_view name, const Json& arguments) {
    return service->call(*std::ranges::find(tools, name, &ServedTool::name), arguments, talk.exchange);
  }
  Reply reply(std::string_view name, const Json& arguments) {
    const Called called = call(name, arguments);
    EXPECT_TRUE(std::holds_alternative<Reply>(called));
    return std::get<Reply>(called);
  }
  static Json reading() { return Json::object({{"path", "a.txt"}}); }
  static Json editing() { return Json::object({{"file_path", "a.txt"}, {"old_string", "two\n"}, {"new_string", "2\n"}}); }

  kedge::test::MemorySession memory;
  std::vector<ServedTool> tools;
  test::TestExchange talk;
  std::optional<Service> service;
};

class AskedAhead final : public Syntax {
 public:
  SyntaxAnswer ask(std::string_view /*path*/, const Text& /*text*/, const SyntaxQuestion& /*question*/) override { return {}; }
  void foresee(std::string_view path, const Text& text) override { foreseen.push_back(concat(path, ':', text.bytes())); }
  void start_for_good(std::function<void()> /*when_lost*/) override {}

  std::vector<std::string> foreseen;
};

TEST_F(ServiceTest, TheParserIsPreparedForFilesThatWereReadOnceNobodyWaits) {
  AskedAhead syntax;
  service.emplace(ServiceSettings{});
  service->open(memory->workspace, memory->store, &syntax);
  reply("read", reading());
  EXPECT_TRUE(syntax.foreseen.empty());
  EXPECT_TRUE(service->foresee());
  EXPECT_EQ(syntax.foreseen, std::vector<std::string>{"a.txt:one\ntwo\n"});
  EXPECT_TRUE(service->foresee());
  EXPECT_EQ(syntax.foreseen.size(), 1U) << "once";
  for (std::size_t i = 0; i < 3 * Service::most_foreseen; ++i) reply("read", reading());
  while (!service->foresee()) {
  }
  EXPECT_EQ(syntax.foreseen.size(), 1U + Service::most_foreseen);
}

TEST_F(ServiceTest, WhatWasShownInOneSessionIsNotShownInAnother) {
  open();
  EXPECT_FALSE(reply("read", reading()).refusal);
  const Json writing = Json::object({{"path", "a.txt"}, {"content", "x\n"}});
  talk.session = "another";
  EXPECT_TRUE(reply("write", writing).refusal);
  talk.session = "session";
  EXPECT_FALSE(reply("write", writing).refusal);
}

TEST_F(ServiceTest, ACallThatIsCalledOffBeforeItsCommitPointChangesNothing) {
  open();
  reply("read", reading());
  talk.cancelled = true;
  EXPECT_EQ(reply("edit", editing()).refusal->code, Code::cancelled);
  EXPECT_EQ(memory.bytes("a.txt"), "one\ntwo\n");
  talk.cancelled = false;
  EXPECT_FALSE(reply("edit", editing()).refusal);
  talk.cancelled = true;
  EXPECT_EQ(memory.bytes("a.txt"), "one\n2\n") << "after it, it is done";
}

TEST_F(ServiceTest, WhatHasToBeConfirmedIsDoneWithTheAnswer) {
  ServiceSettings settings;
  settings.confirm.when = ConfirmWhen::always;
  open(settings);
  talk.client.capabilities = Json::object({{"elicitation", Json::object()}});
  reply("read", reading());
  const Called asked = call("edit", editing());
  ASSERT_TRUE(std::holds_alternative<InputNeeded>(asked));
  EXPECT_EQ(memory.bytes("a.txt"), "one\ntwo\n");
  talk.state = std::get<InputNeeded>(asked).state;
  talk.inputs = Json::object({{"confirm", Json::object({{"action", "decline"}})}});
  EXPECT_EQ(reply("edit", editing()).refusal->code, Code::confirm_declined);
  talk.inputs = Json::object({{"confirm", Json::object({{"action", "accept"}})}});
  EXPECT_TRUE(std::holds_alternative<InputNeeded>(call("edit", editing()))) << "a no is an answer too";
  talk.used_up = false;  // it was asked anew
  memory.rewrite("a.txt", "zero\none\ntwo\n");
  EXPECT_TRUE(std::holds_alternative<InputNeeded>(call("edit", editing()))) << "by now it would be another result";
  memory.rewrite("a.txt", "one\ntwo\n");
  EXPECT_FALSE(reply("edit", editing()).refusal);
  EXPECT_EQ(memory.bytes("a.txt"), "one\n2\n");
}

TEST_F(ServiceTest, WithoutAWorkspaceEveryCallSaysWhy) {
  service.emplace(ServiceSettings{});
  service->close(refuse(Code::path_outside_root, {{"path", "/"}}));
  EXPECT_EQ(reply("read", reading()).refusal->code, Code::path_outside_root);
  EXPECT_TRUE(service->roots().empty());
}

TEST_F(ServiceTest, ManySessionsAreNotRememberedForEver) {
  open();
  for (std::size_t i = 0; i < 2 * Service::most_sessions_remembered; ++i) {
    talk.session = concat(i);
    EXPECT_FALSE(reply("read", reading()).refusal);
  }
}

TEST_F(ServiceTest, ALongReadTellsHowFarItIsAndCanBeCalledOff) {
  open();
  std::string large;
  large.resize(100UL * 1024 * 1024, 'x');
  for (std::size_t i = 99; i < large.size(); i += 100) large[i] = '\n';
  memory.put("large", std::move(large));
  const Json last_rows = Json::object({{"path", "large"}, {"start", 1'000'000}});
  EXPECT_FALSE(reply("read", last_rows).refusal);
  EXPECT_GE(talk.progress.size(), 2U);
  EXPECT_TRUE(std::ranges::is_sorted(talk.progress));
  talk.cancelled = true;
  EXPECT_EQ(reply("read", last_rows).refusal->code, Code::cancelled);
}

}  // namespace
}  // namespace kedge::mcp
