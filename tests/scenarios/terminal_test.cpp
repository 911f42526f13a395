// A person at a terminal: what they are shown cannot steer it, whatever names and rows it is made of, and what they are asked
// names every file and is answered by what they type afterwards.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "scenarios/mcp_client.hpp"
#include "scenarios/pseudo_terminal.hpp"
#include "scenarios/tested_program.hpp"
#include "support/json.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

// A title, an erased screen, a return, a C1 control, a turned direction, a hidden letter and a stray byte.
constexpr std::string_view steering_bytes =
    "\x1b]0;title\x07\x1b[2J\r\x08\xC2\x9B"
    "31m\xE2\x80\xAE\xF3\xA0\x81\xA1\xFF";
// The same without what a file cannot have to be edited as text.
constexpr std::string_view steering_text =
    "\x1b]0;title\x07\x1b[2J\x08\xC2\x9B"
    "31m\xE2\x80\xAE\xF3\xA0\x81\xA1";

// The shell on a terminal of its own, in the root.
Command at_terminal(const Workplace& place, std::string_view command) {
  Command shell = place.program({});
  shell.arguments = {"-c", concat("K='", shell.program.string(), "'; ", command)};
  shell.program = "/bin/sh";
  return shell;
}

std::string shown_on_terminal(const Workplace& place, std::string_view command) {
  PseudoTerminal terminal(at_terminal(place, command));
  std::string all = terminal.read_all();
  // The terminal itself puts a return before every line break.
  for (std::size_t at = 0; (at = all.find("\r\n", at)) != std::string::npos;) all.erase(at, 1);
  return all;
}

Json quoted_edit(std::string_view path, std::string_view from, std::string_view to) {
  return Json::object({{"file_path", path}, {"old_string", from}, {"new_string", to}});
}

struct TerminalRow {
  std::string_view command;    // of the program
  std::string_view line;       // for the shell
  std::string_view part = {};  // of what is shown, escaped; empty: nothing hostile is in it
};

// "$E" is a file with a hostile name and content, "$F" the same with another row, "edit.json" changes it.
constexpr TerminalRow terminal_rows[] = {
    {"read", "$K read \"$E\"", "\\x1b[2J"},
    {"read", "$K read \"$E\" --json", "\\u202e"},
    {"read", "$K read --dialect replace \"$E\"", "\\x1b[2J"},
    {"read", "$K read --dialect anchors \"$E\"", "\\x1b[2J"},
    {"read", "$K read --dialect hashline \"$E\"", "\\x1b[2J"},
    {"seen", "$K seen \"$E\"", "\\x1b[2J"},
    {"search", "$K search title", "\\x1b[2J"},
    {"search", "$K search title --plain", "\\x1b[2J"},
    {"search", "$K search title --json", "\\u202e"},
    {"search", "$K search --files", "\\x1b[2J"},
    {"edit", "$K edit --dialect replace --dry-run --input $OUTSIDE/edit.json", "\\x1b[2J"},
    {"edit", "$K edit --dialect replace --dry-run --json --input $OUTSIDE/edit.json", "\\u202e"},
    {"edit", "$K edit --dialect replace --input $OUTSIDE/none.json", "\\x1b[2J"},
    {"edit", "$K edit --dialect udiff --input $OUTSIDE/edit.diff", "\\x1b[2J"},
    {"edit", "$K edit --preview-stream < $OUTSIDE/new.patch", "\\x1b[2J"},
    {"convert", "$K convert --from replace --to udiff --input $OUTSIDE/edit.json", "\\x1b[2J"},
    {"convert", "$K convert --from replace --to blocks --input $OUTSIDE/edit.json", "\\x1b[2J"},
    {"diff", "$K diff \"$E\" \"$F\"", "\\x1b[2J"},
    {"diff", "$K diff \"$E\" \"$F\" --json", "\\u202e"},
    {"diff", "$K diff \"$E\" \"none$E\"", "\\x1b[2J"},
    {"rebase", "$K rebase \"$E\" \"$F\" \"$E\"", "\\x1b[2J"},
    {"rebase", "$K rebase \"$E\" \"$F\" \"$E\" --diff", "\\x1b[2J"},
    {"write", "$K write \"$E\" --input \"$F\" --dry-run", "\\x1b[2J"},
    {"write", "$K write \"$E\" --input \"$F\"", "\\x1b[2J"},
    {"write", "$K write \"$E\" --input \"$F\" --create", "\\x1b[2J"},
    {"log", "NO_COLOR=1 $K log", "\\x1b[2J"},
    {"log", "$K log --json", "\\u202e"},
    {"log", "NO_COLOR=1 $K log --stat \"$E\"", "\\x1b[2J"},
    {"show", "NO_COLOR=1 $K show $($K log --json 2>/dev/null | grep -o '\"id\":\"[^\"]*' | head -n 1 | cut -d '\"' -f 4)",
     "\\x1b[2J"},
    {"show", "$K show \"$E\"", "\\x1b[2J"},
    {"blame", "NO_COLOR=1 $K blame \"$E\"", "\\x1b[2J"},
    {"blame", "$K blame \"$E\" --json", "\\u202e"},
    {"stats", "$K stats --root \"none$E\"", "\\x1b[2J"},
    {"undo", "$K undo --last --dry-run", "\\x1b[2J"},
    {"undo", "$K undo --last", "\\x1b[2J"},
    {"undo", "$K undo \"$E\"", "\\x1b[2J"},
    {"redo", "$K redo $($K log --json 2>/dev/null | grep -o '\"of\":\"[^\"]*' | head -n 1 | cut -d '\"' -f 4)", "\\x1b[2J"},
    {"commit", "printf 'delete\\t%s\\t%064d\\n' \"$E\" 0 | $K commit", "\\x1b[2J"},
    {"commit", "printf 'create\\t%s\\t%s\\n' \"new$E\" \"$F\" | $K commit", "\\x1b[2J"},
    {"commit", "printf '%s\\n' \"$E\" | $K commit", "\\x1b[2J"},
    {"explain", "$K explain \"$E\"", "\\x1b[2J"},
    {"prompt", "$K prompt --dialect \"$E\"", "\\x1b[2J"},
    {"tools", "$K tools --dialect \"$E\"", "\\x1b[2J"},
    {"grammar", "$K grammar --format \"$E\"", "\\x1b[2J"},
    {"setup", "$K setup \"$E\"", "\\x1b[2J"},
    {"setup", "$K setup claude-code --command \"$E\" --dry-run", "\\u001b"},
    {"setup", "$K setup claude-code --command \"$E\" --yes", "\\u001b"},
    {"store", "$K store check --store postgres://none.invalid/x --store-schema x", ""},
    {"state", "mkdir -p \"$E.d\"; $K state --root \"$E.d\"", "\\x1b[2J"},
    {"doctor", "$K doctor --root \"$OUTSIDE/$E\"", "\\x1b[2J"},
    {"doctor", "mkdir -p \"$E.d\"; $K doctor --recover --root \"$E.d\"", "\\x1b[2J"},
    {"watch", "$K watch --root \"none$E\"", "\\x1b[2J"},
    {"rename", "$K rename \"$E:1\" a b", "\\x1b[2J"},
    {"web", "$K web --listen \"$E\"", "\\x1b[2J"},
    {"mcp", "$K mcp < $OUTSIDE/messages", "\\u202e"},
    {"mcp", "$K mcp --confirm \"$E\"", "\\x1b[2J"},
    {"config", "KEDGE_DIALECT=\"$E\" $K config", "\\x1b[2J"},
    {"config", "KEDGE_STATE=\"$E\" $K config --json", "\\u202e"},
    {"version", "$K version \"$E\"", "\\x1b[2J"},
    {"completion", "$K completion \"$E\"", "\\x1b[2J"},
    {"help", "$K help \"$E\"", "\\x1b[2J"},
    {"", "$K \"$E\"", "\\x1b[2J"},
};

TEST(Terminal, EveryCommandIsTried) {
  std::set<std::string_view> tried;
  for (const TerminalRow& row : terminal_rows) tried.insert(row.command);
#define COMMAND(name) EXPECT_TRUE(tried.contains(#name)) << #name;
#include "cli/commands.def"
#undef COMMAND
}

TEST(Terminal, NothingThatACommandPrintsSteersIt) {
  Workplace place;
  const std::string name = concat("evil", steering_bytes, ".txt");
  const std::string other = concat("file", steering_bytes, ".txt");
  write_file(place.root() / name, concat("one\ntitle ", steering_text, "\n"));
  write_file(place.root() / other, concat("1\ntitle ", steering_text, " too\n"));
  write_file(place.root() / "plain.txt", "plain\n");
  const std::string link = concat("link", steering_text);  // whose name JSON can say
  fs::create_symlink(place.root() / "text.txt", place.root() / link);
  write_file(place.root() / "text.txt", concat("one\n", steering_text, "\n"));
  const Json call = quoted_edit(link, "one\n", concat(steering_text, "\n"));
  write_file(place.outside() / "edit.json", call.dump());
  write_file(place.outside() / "none.json", quoted_edit(link, concat("none", steering_text), "x").dump());
  write_file(place.outside() / "edit.diff",
             concat("--- a/", link, "\n+++ b/", link, "\n@@ -1 +1 @@\n-two", steering_text, "\n+x\n"));
  write_file(place.outside() / "new.patch", concat("¶new.txt\ninsert head:\n+", steering_text, "\n"));
  write_file(place.outside() / "messages", concat(request(1, "initialize", Json::object({{"protocolVersion", "2025-11-25"}})),
                                                  '\n', tool_request(2, "read", Json::object({{"path", link}})), '\n'));
  place.set(concat("E=", name));
  place.set(concat("F=", other));
  place.set(concat("OUTSIDE=", place.outside().string()));
  ASSERT_TRUE(place.shell("$K read text.txt > /dev/null && $K read \"$E\" > /dev/null").status == 0);
  for (const TerminalRow& row : terminal_rows) {
    const std::string text = shown_on_terminal(place, row.line);
    EXPECT_EQ(printable_rows(text), text) << row.line;
    EXPECT_NE(text.find(row.part), std::string::npos) << row.line << '\n' << printable_rows(text);
  }
}

TEST(Terminal, WhatGoesIntoAPipeIsTheBytesThatThereAre) {
  const Workplace place;
  write_file(place.root() / "a", concat("one ", steering_text, "\n"));
  write_file(place.root() / "b", "two\n");
  const Finished finished = place.shell("$K diff a b | cat");
  EXPECT_NE(finished.output.find(concat("-one ", steering_text, "\n+two\n")), std::string::npos) << finished.output;
}

// Waits until the shell has come to its next command: what is typed then is there before any question.
constexpr std::string_view confirmed_edit =
    "read begin; $K edit --confirm --dialect replace --input $OUTSIDE/edit.json; echo status $?";

// What is longer than the terminal goes through the pager of the user, in colours around text that is escaped.
TEST(Terminal, WhatDoesNotFitIsPaged) {
  Workplace place;
  std::string rows;
  for (int i = 0; i < 60; ++i) append(rows, concat("row ", i, "\x1b[2J\n"));
  write_file(place.outside() / "rows", rows);
  ASSERT_TRUE(succeeded(place.shell("$K write long.txt --input $OUTSIDE/rows")));
  const std::string paged = shown_on_terminal(place, "KEDGE_PAGER='sed s/^/paged:/' $K blame long.txt");
  EXPECT_TRUE(paged.contains("paged:\x1b[33m")) << paged;
  EXPECT_TRUE(paged.contains("row 59\\x1b[2J")) << paged;
  EXPECT_FALSE(paged.contains("\x1b[2J")) << paged;
  for (const std::string_view without :
       {"KEDGE_PAGER='sed s/^/paged:/' $K blame long.txt --no-pager", "KEDGE_PAGER='sed s/^/paged:/' $K blame long.txt:1-3",
        "KEDGE_PAGER= $K blame long.txt", "KEDGE_PAGER=/no/such/pager $K blame long.txt"}) {
    const std::string whole = shown_on_terminal(place, without);
    EXPECT_FALSE(whole.contains("paged:")) << without;
    EXPECT_TRUE(whole.contains("1:row 0")) << without << ": " << whole;
  }
  EXPECT_FALSE(shown_on_terminal(place, "NO_COLOR=1 $K blame long.txt --no-pager").contains('\x1b'));
}

class TerminalQuestion : public testing::Test {
 protected:
  TerminalQuestion() {
    place.set(concat("OUTSIDE=", place.outside().string()));
    write_file(place.root() / "a.txt", "one\ntwo\n");
    write_file(place.outside() / "edit.json", quoted_edit("a.txt", "two\n", "2\n").dump());
  }

  Workplace place;
};

TEST_F(TerminalQuestion, WhatWasTypedBeforeIsNoAnswer) {
  PseudoTerminal terminal(at_terminal(place, confirmed_edit));
  terminal.type("begin\ny\nyes\n");
  terminal.read_until("Write this? [y/N] ");
  terminal.type("n\n");
  EXPECT_NE(terminal.read_until("status 1").find("confirm_declined"), std::string::npos);
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
}

TEST_F(TerminalQuestion, WhatIsTypedAfterwardsIs) {
  PseudoTerminal terminal(at_terminal(place, confirmed_edit));
  terminal.type("begin\nn\n");
  const std::string question = terminal.read_until("Write this? [y/N] ");
  EXPECT_LT(question.find("update +1 −1 a.txt"), question.find("--- a/a.txt")) << question;
  EXPECT_NE(question.find("-two\r\n+2\r\n"), std::string::npos) << question;
  terminal.type("y\n");
  terminal.read_until("status 0");
  EXPECT_EQ(place.bytes("a.txt"), "one\n2\n");
}

TEST_F(TerminalQuestion, SomeOfItIsWrittenAndTheAnswerSaysWhatIsNot) {
  write_file(place.root() / "a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  write_file(place.outside() / "two.diff",
             "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n@@ -8,2 +8,2 @@\n 8\n-9\n+nine\n");
  const std::string_view edit = "$K edit --confirm --dialect udiff --input $OUTSIDE/two.diff; echo status $?";
  {
    PseudoTerminal terminal(at_terminal(place, edit));
    const std::string question = terminal.read_until("Write this? [y/N, y 1,2 for some of it] ");
    EXPECT_TRUE(question.contains("change 1: a.txt, line 1 (+1 −1)\r\n  change 2: a.txt, line 9 (+1 −1)")) << question;
    terminal.type("n use the other file\n");
    EXPECT_TRUE(terminal.read_until("status 1").contains("They say: use the other file"));
  }
  PseudoTerminal terminal(at_terminal(place, edit));
  terminal.read_until("Write this? [y/N");
  terminal.type("y 2 leave the head\n");
  const std::string answer = terminal.read_until("status 0");
  EXPECT_TRUE(answer.contains("a.txt: declined: line 1")) << answer;
  EXPECT_TRUE(answer.contains("the person who was asked says: leave the head")) << answer;
  EXPECT_EQ(place.bytes("a.txt"), "1\n2\n3\n4\n5\n6\n7\n8\nnine\n");
}

TEST_F(TerminalQuestion, SetupDropsWhatWasTypedBefore) {
  PseudoTerminal terminal(at_terminal(place, "read begin; $K setup claude-code --scope project; echo status $?"));
  terminal.type("begin\ny\n");
  terminal.read_until("Write this? [y/N] ");
  terminal.type("n\n");
  terminal.read_until("status 1");
  EXPECT_FALSE(fs::exists(place.root() / ".mcp.json"));
}

TEST_F(TerminalQuestion, EveryFileIsNamedBeforeTheFirstDiffHoweverLongThatIs) {
  std::string patch;
  std::string content;
  for (int i = 0; i < 20'000; ++i) append(content, concat("+row ", i, '\n'));
  append(patch, concat("*** Begin Patch\n*** Add File: large.txt\n", content));
  for (int i = 0; i < 30; ++i) append(patch, concat("*** Add File: small", i, ".txt\n+small ", i, '\n'));
  append(patch, "*** Update File: a.txt\n@@\n-two\n+evil\n*** End Patch\n");
  write_file(place.outside() / "large.patch", patch);
  PseudoTerminal terminal(
      at_terminal(place, "$K edit --confirm --dialect apply_patch --input $OUTSIDE/large.patch; echo status $?"));
  const std::string question = terminal.read_until("Write this? [y/N");
  const std::size_t diff = question.find("--- ");
  EXPECT_LT(question.find("create +20000 −0 large.txt"), diff);
  for (int i = 0; i < 30; ++i) EXPECT_LT(question.find(concat("create +1 −0 small", i, ".txt")), diff) << i;
  EXPECT_LT(question.find("update +1 −1 a.txt"), diff);
  EXPECT_NE(question.find("+evil"), std::string::npos) << "a long diff does not hide a short one";
  EXPECT_NE(question.find("more bytes of this diff not shown"), std::string::npos);
  EXPECT_LT(question.size(), 100'000U);
  terminal.type("n\n");
  terminal.read_until("status 1");
  EXPECT_FALSE(fs::exists(place.root() / "large.txt"));
}

TEST_F(TerminalQuestion, AConsentIsDeadAfterAnUndoInBetween) {
  PseudoTerminal terminal(at_terminal(place, confirmed_edit));
  terminal.type("begin\n");
  terminal.read_until("Write this? [y/N] ");
  write_file(place.outside() / "other.json", quoted_edit("a.txt", "one\n", "1\n").dump());
  ASSERT_TRUE(succeeded(place.shell("$K edit --dialect replace --input $OUTSIDE/other.json && $K undo --last")));
  ASSERT_EQ(place.bytes("a.txt"), "one\ntwo\n");
  terminal.type("y\n");
  terminal.read_until("Write this? [y/N] ");
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n") << "it is asked again";
  terminal.type("n\n");
  terminal.read_until("status 1");
  EXPECT_EQ(place.bytes("a.txt"), "one\ntwo\n");
}

}  // namespace
}  // namespace kedge::test
