// What a client has shown by its own means: noted by kedge seen, by hand or as a hook, and heeded by a server that runs
// meanwhile.
#include <gtest/gtest.h>

#include "scenarios/mcp_client.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

std::string hook_input(const Workplace& place, std::string_view file, const Json& more = Json::object()) {
  Json input = Json::object({{"file_path", (place.root() / file).string()}});
  for (const auto& [name, value] : *more.as_object()) input.set(name, value);
  return Json::object({{"session_id", "abc"},
                       {"cwd", place.root().string()},
                       {"hook_event_name", "PostToolUse"},
                       {"tool_name", "Read"},
                       {"tool_input", std::move(input)}})
      .dump();
}

Finished run_hook(const Workplace& place, std::string input, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"seen", "--hook"};
  words.insert(words.end(), more.begin(), more.end());
  Command command = place.program(std::move(words));
  command.input = std::move(input);
  return run_to_end(command);
}

// Silent on standard output, and success.
testing::AssertionResult undisturbing(const Finished& finished) {
  if (finished.status == 0 && finished.output.empty() && !finished.timed_out) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "status " << finished.status << '\n' << finished.output << finished.errors;
}

Json replacement(std::string_view path) { return Json::object({{"path", path}, {"content", "new\nbytes\n"}}); }

TEST(Seen, ARunningServerHeedsWhatAnotherProcessHasNoted) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\ntwo\n");
  write_file(place.root() / "b.txt", "one\n");
  McpClient heeding(place, {"--seen"});
  McpClient other(place);
  heeding.open();
  other.open();
  EXPECT_EQ(refusal_code(heeding.call("write", replacement("b.txt"))), "lines_not_shown") << "it has its records open";
  ASSERT_TRUE(succeeded(place.shell("$K seen a.txt > out; rm out")));

  EXPECT_EQ(refusal_code(other.call("write", replacement("a.txt"))), "lines_not_shown");
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
  const Json written = heeding.call("write", replacement("a.txt"));
  EXPECT_FALSE(is_refusal(written)) << written.dump();
  EXPECT_EQ(place.bytes("a.txt"), "new\nbytes\n");
}

TEST(Seen, APatchOfAFileThatOnlyTheClientHasShown) {
  for (const bool heeds : {true, false}) {
    const Workplace place;
    write_file(place.root() / "a.txt", "one\ntwo\nthree\n");
    McpClient client(place, heeds ? std::vector<std::string>{"--dialect", "patch", "--seen"}
                                  : std::vector<std::string>{"--dialect", "patch"});
    client.open();
    ASSERT_TRUE(undisturbing(run_hook(place, hook_input(place, "a.txt", Json::object({{"offset", 1}, {"limit", 2}})))));
    const std::string tag = place.shell("$K read a.txt:1-1 | head -1 | cut -d'#' -f 2 | tr -d '\\n'").output;
    const auto patch = [&](int line) {
      return Json::object({{"input", concat("*** Begin Patch\n\xC2\xB6"
                                            "a.txt#",
                                            tag, "\nreplace ", line, "..", line, ":\n+TWO\n*** End Patch\n")}});
    };
    EXPECT_EQ(refusal_code(client.call("edit", patch(3))), "lines_not_shown") << "the limit counts";
    const Json edited = client.call("edit", patch(2));
    // Under a tag, rows that were noted for one session count for all.
    EXPECT_FALSE(is_refusal(edited)) << edited.dump();
    EXPECT_EQ(place.bytes("a.txt"), "one\nTWO\nthree\n");
  }
}

TEST(Seen, TheHookNotesWhatTheClientSaysItHasShown) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\ntwo\nthree\n");
  const Json told = Json::object(
      {{"hook_event_name", "PostToolUse"},
       {"tool_name", "Read"},
       {"tool_input", Json::object({{"file_path", (place.root() / "a.txt").string()}})},
       {"tool_response", Json::object({{"type", "text"}, {"file", Json::object({{"startLine", 1}, {"numLines", 2}})}})}});
  ASSERT_TRUE(undisturbing(run_hook(place, told.dump())));
  EXPECT_TRUE(says(place.shell("printf x | $K write a.txt"), "line 3 has not been shown"));
}

TEST(Seen, AHookIsNeverDisturbedByWhatItIsGiven) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  write_file(place.root() / "a.ipynb", "{}\n");
  write_file(place.root() / ".env", "SECRET=1\n");
  const std::string elsewhere = (place.outside() / "x").string();
  write_file(elsewhere, "x\n");
  for (const std::string& input :
       {std::string(), std::string("nonsense"), std::string("{}"), std::string("[1]"),
        std::string(R"({"hook_event_name":"PostToolUse","tool_name":"Read"})"),
        std::string(R"({"hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{"file_path":7}})"),
        hook_input(place, "missing"), hook_input(place, ".env"), hook_input(place, "a.ipynb"), hook_input(place, elsewhere),
        hook_input(place, ""), hook_input(place, "a.txt", Json::object({{"offset", -5}, {"limit", 0}})),
        hook_input(place, "a.txt", Json::object({{"offset", 99}})), std::string(1 << 20, '[')}) {
    EXPECT_TRUE(undisturbing(run_hook(place, input))) << input.substr(0, 200);
  }
  EXPECT_TRUE(undisturbing(run_hook(place, hook_input(place, "a.txt"), {"--root", "/nowhere"})));
  EXPECT_TRUE(says(place.shell("printf x | $K write a.txt"), "has not been shown")) << "nothing of it counts";
}

TEST(Seen, TheCommandThatSetupInstallsIsTheOneThatTheServerHeeds) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\n");
  ASSERT_TRUE(succeeded(place.shell("$K setup claude-code --seen-hook --yes > /dev/null")));
  const Finished hooked = place.shell(
      concat("C=$(sed -n 's/.*\"command\": \"\\(.* seen --hook .*\\)\".*/\\1/p' .claude/settings.json | sed 's/\\\\\"/\"/g')\n"
             "test -n \"$C\" || exit 9\nCLAUDE_PROJECT_DIR=$PWD; export CLAUDE_PROJECT_DIR\n"
             "cd /; printf '%s' '",
             hook_input(place, "a.txt"), "' | sh -c \"$C\""));
  EXPECT_TRUE(undisturbing(hooked));
  EXPECT_EQ(hooked.errors, "");
  McpClient client(place, {"--dialect", "replace", "--results", "text", "--seen", "--root", "."});
  client.open();
  EXPECT_FALSE(is_refusal(client.call("write", replacement("a.txt"))));
}

}  // namespace
}  // namespace kedge::test
