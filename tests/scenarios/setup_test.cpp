// Setting up clients where files alone cannot say it: the program's own path, files of the home folder, a terminal, links,
// rights; and what doctor makes of it.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "scenarios/mcp_client.hpp"
#include "scenarios/pseudo_terminal.hpp"
#include "scenarios/tested_program.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 15> all_clients{"claude-code", "codex",    "opencode",    "gemini-cli", "zed",
                                                       "vscode",      "cursor",   "copilot-cli", "qwen-code",  "continue",
                                                       "cline",       "windsurf", "jetbrains",   "crush",      "amp"};
// Those whose file is the user's only.
constexpr std::array<std::string_view, 3> clients_of_users{"copilot-cli", "cline", "windsurf"};

Json doctor_of(const Workplace& place, std::string_view words = "") {
  const Finished finished = place.shell(concat("$K doctor --json ", words));
  auto json = read_json(finished.output);
  EXPECT_TRUE(json) << finished.output << finished.errors;
  return json ? *json : Json::object();
}

std::string first_problem(const Json& doctor) {
  for (const Json& client : *doctor.find("clients")->as_array()) {
    for (const Json& problem : *client.find("problems")->as_array()) return *problem.as_string();
  }
  return "";
}

TEST(Setup, EveryClientStartsTheProgramThatSetItUp) {
  for (const std::string_view scope : {"project", "user"}) {
    const Workplace place;
    std::size_t count = 0;
    for (const std::string_view client : all_clients) {
      const bool is_of_users = std::ranges::find(clients_of_users, client) != clients_of_users.end();
      const Finished finished = place.shell(concat("$K setup ", client, " --yes --scope ", scope));
      if (scope == "project" && is_of_users) {
        EXPECT_EQ(finished.status, 2) << client;
        EXPECT_TRUE(says(finished, "has no file of the project"));
        continue;
      }
      ++count;
      EXPECT_TRUE(succeeded(finished));
      EXPECT_TRUE(says(finished, tested_program().string()));
      EXPECT_TRUE(says(place.shell(concat("$K setup ", client, " --yes --scope ", scope)), "already set up")) << client;
    }
    const Finished doctor = place.shell("$K doctor");
    EXPECT_TRUE(succeeded(doctor));
    EXPECT_TRUE(says(doctor, "nothing to do"));
    EXPECT_EQ(doctor_of(place).find("clients")->as_array()->size(), count);
    for (const std::string_view client : all_clients) {
      const bool is_of_users = std::ranges::find(clients_of_users, client) != clients_of_users.end();
      if (scope == "project" && is_of_users) continue;
      EXPECT_TRUE(succeeded(place.shell(concat("$K setup ", client, " --yes --remove --scope ", scope)))) << client;
    }
    EXPECT_EQ(doctor_of(place).find("clients")->as_array()->size(), 0U);
    EXPECT_EQ(place.shell(concat("find ", scope == "user" ? "$HOME/.codex $HOME/config" : ".", " -type f ! -path '*/state/*'"))
                  .output,
              "")
        << "nothing is left";
  }
}

TEST(Setup, AnEntryStartsAServerThatServes) {
  const Workplace place;
  ASSERT_TRUE(succeeded(place.shell("$K setup claude-code --yes --seen-hook > /dev/null")));
  const Json entry = *read_json(place.bytes(".mcp.json"))->find("mcpServers")->find("kedge");
  EXPECT_EQ(*entry.find("command")->as_string(), tested_program().string());
  std::vector<std::string> words;
  for (const Json& word : *entry.find("args")->as_array()) words.push_back(*word.as_string());
  ASSERT_EQ(words.front(), "mcp");
  McpClient client(place, {words.begin() + 1, words.end()});
  EXPECT_NE(client.open().find("serverInfo"), nullptr);
}

TEST(Setup, FilesOfTheUserAreMadeWithTheirFoldersAndBelongToThemAlone) {
  Workplace place;
  place.set(concat("XDG_CONFIG_HOME=", (place.home() / "a" / "b").string()));
  place.set(concat("CODEX_HOME=", (place.home() / "elsewhere").string()));
  EXPECT_TRUE(succeeded(place.shell("$K setup zed --scope user --yes")));
  EXPECT_TRUE(fs::exists(place.home() / "a" / "b" / "zed" / "settings.json"));
  EXPECT_TRUE(says(place.shell("cat $HOME/a/b/zed/settings.json"), concat('"', place.root().string(), '"')));
  EXPECT_TRUE(succeeded(place.shell("$K setup codex --yes")));
  EXPECT_TRUE(fs::exists(place.home() / "elsewhere" / "config.toml"));

  ASSERT_EQ(
      place.shell("umask 022; printf '{\"token\": \"secret\"}' > $HOME/.claude.json; chmod 600 $HOME/.claude.json").status, 0);
  EXPECT_TRUE(succeeded(place.shell("umask 022; $K setup claude-code --scope user --yes")));
  EXPECT_EQ(place.shell("stat -c %a $HOME/.claude.json $STATE/*/setup-.claude.json").output, "600\n600\n");
  EXPECT_EQ(place.shell("unset HOME XDG_CONFIG_HOME CODEX_HOME; $K setup codex --yes").status, 2) << "there is no such folder";
}

TEST(Setup, AProjectCannotLeadItToAnotherFile) {
  const Workplace place;
  ASSERT_EQ(place.shell("mkdir .git; printf '{}' > .git/config; ln -s .git/config .mcp.json").status, 0);
  EXPECT_TRUE(refused(place.shell("$K setup claude-code --yes"), {"path_protected"}));
  ASSERT_EQ(place.shell("rm .mcp.json; printf '{}' > $OUTSIDE/x; ln -s $OUTSIDE/x .mcp.json").status, 0);
  EXPECT_TRUE(refused(place.shell("$K setup claude-code --yes"), {"path_outside_root"}));
  EXPECT_EQ(read_file_bytes(place.outside() / "x"), "{}");
  EXPECT_TRUE(refused(place.shell("cd; $K setup claude-code --yes"), {"path_outside_root"})) << "the home folder is no project";
}

TEST(Setup, APersonIsShownTheChangeAndAsked) {
  const Workplace place;
  for (const bool consent : {false, true}) {
    PseudoTerminal terminal(place.program({"setup", "cursor", "--command", "kedge"}));
    const std::string question = terminal.read_until("Write this? [y/N] ");
    EXPECT_NE(question.find("+++ b/.cursor/mcp.json"), std::string::npos) << question;
    terminal.type(consent ? "y\n" : "n\n");
    const std::string answer = terminal.read_all();
    EXPECT_NE(answer.find(consent ? "kedge is set up for Cursor" : "confirm_declined"), std::string::npos) << answer;
    EXPECT_EQ(fs::exists(place.root() / ".cursor/mcp.json"), consent);
  }
}

TEST(Doctor, TellsWhatIsWrongWithAnEntryAndTheCommandThatMendsIt) {
  struct Case {
    std::string_view setup;
    std::string_view problem;
    std::string_view remedy;
  };
  for (const Case& each : {
           Case{"$K setup claude-code --yes --command /none/kedge", "/none/kedge is no program",
                "kedge setup claude-code --scope project"},
           Case{"$K setup claude-code --yes --command /bin/ls", "it starts /bin/ls", "kedge setup claude-code --scope project"},
           Case{"$K setup codex --yes; sed -i s/apply_patch/anchors/ $HOME/.codex/config.toml",
                "it has --dialect anchors instead of apply_patch", "kedge setup codex --scope user"},
           Case{"$K setup vscode --yes; sed -i 's/, .--results., .text.//' .vscode/mcp.json", "it has no --results text",
                "kedge setup vscode --scope project"},
           Case{R"($K setup zed --yes; sed -i 's|"/[^"]*root"|"/old"|' .zed/settings.json)", "it has --root /old",
                "kedge setup zed --scope project"},
           Case{"$K setup claude-code --yes --seen-hook; sed -i 's/, .--seen.//' .mcp.json", "it has no --seen",
                "kedge setup claude-code --scope project --seen-hook"},
       }) {
    const Workplace place;
    ASSERT_EQ(place.shell(each.setup).status, 0) << each.setup;
    const Finished text = place.shell("$K doctor");
    EXPECT_EQ(text.status, 1) << each.setup;
    EXPECT_TRUE(says(text, each.problem));
    EXPECT_TRUE(says(text, concat("to do:\n  ", each.remedy, '\n')));
    EXPECT_TRUE(first_problem(doctor_of(place)).starts_with(each.problem)) << first_problem(doctor_of(place));
    EXPECT_TRUE(succeeded(place.shell(concat("$K", each.remedy.substr(5), " --yes")))) << each.remedy;
    EXPECT_TRUE(says(place.shell("$K doctor"), "nothing to do")) << "what it says helps: " << each.remedy;
  }
}

// ---- what a client has to be told before it works

// A client of this name says this when it is asked for its servers, and `kedge` is the program that is tested.
void install_client(Workplace& place, std::string_view name, std::string_view says) {
  const fs::path bin = place.home() / "bin";
  write_file(bin / name, concat("#!/bin/sh\ncat <<'END'\n", says, "\nEND\n"));
  fs::permissions(bin / name, fs::perms::owner_all);
  fs::create_symlink(tested_program(), bin / "kedge");
  place.set(concat("PATH=", bin.string(), ":/usr/bin:/bin"));
}

TEST(Doctor, ExplainsAPendingApproval) {
  Workplace place;
  install_client(place, "claude", "kedge: kedge mcp - Pending approval");
  ASSERT_TRUE(succeeded(place.shell("kedge setup claude-code --yes")));
  const Finished asked = place.shell("kedge doctor");
  EXPECT_EQ(asked.status, 1);
  EXPECT_TRUE(says(asked, "pending approval: start Claude Code in this folder and approve the server kedge"));
  ASSERT_EQ(
      place.shell("rm $HOME/bin/claude; kedge setup claude-code --yes --remove; kedge setup claude-code --yes --ask-each-time")
          .status,
      0);
  EXPECT_TRUE(says(place.shell("kedge doctor"), "pending approval: a server of the project is not started"))
      << "also by its files";
}

TEST(Doctor, ExplainsAnUntrustedFolder) {
  Workplace place;
  install_client(place, "gemini", "This folder is not trusted. MCP servers are not loaded.");
  ASSERT_TRUE(succeeded(place.shell("kedge setup gemini-cli --yes")));
  EXPECT_TRUE(says(place.shell("kedge doctor"), "untrusted folder: Gemini CLI starts no server here"));
  fs::remove(place.home() / "bin" / "gemini");
  write_file(place.home() / ".gemini/trustedFolders.json", concat("{\"", place.root().string(), "\": \"DO_NOT_TRUST\"}"));
  const Finished told = place.shell("kedge doctor");
  EXPECT_TRUE(says(told, "untrusted folder: ~/.gemini/trustedFolders.json says"));
  EXPECT_TRUE(says(told, "  kedge setup gemini-cli --scope project --command kedge --trust-folder\n"));
  EXPECT_TRUE(succeeded(place.shell("kedge setup gemini-cli --scope project --command kedge --trust-folder --yes")));
  EXPECT_TRUE(says(place.shell("kedge doctor"), "nothing to do")) << "what it says helps";
}

TEST(Doctor, ExplainsADisabledServer) {
  Workplace place;
  install_client(place, "codex", "kedge  kedge  mcp  disabled  Unsupported");
  ASSERT_TRUE(succeeded(place.shell("kedge setup codex --yes")));
  EXPECT_TRUE(says(place.shell("kedge doctor"), "disabled server: Codex has switched it off"));
  ASSERT_TRUE(
      succeeded(place.shell("kedge setup codex --yes --remove; kedge setup opencode --yes; sed -i 's/\"enabled\": "
                            "true/\"enabled\": false/' opencode.json")));
  EXPECT_TRUE(says(place.shell("kedge doctor"), "the server is disabled in opencode.json"));
}

TEST(Doctor, ExplainsAMissingPermission) {
  const Workplace place;
  for (const std::string_view client : {"claude-code", "codex", "gemini-cli", "crush"}) {
    ASSERT_TRUE(succeeded(place.shell(concat("$K setup ", client, " --yes --ask-each-time")))) << client;
    EXPECT_TRUE(says(place.shell("$K doctor"), "missing permission: ")) << client;
    ASSERT_TRUE(succeeded(place.shell(concat("$K setup ", client, " --yes")))) << client;
    EXPECT_TRUE(says(place.shell("$K doctor"), "nothing to do")) << client;
    ASSERT_TRUE(succeeded(place.shell(concat("$K setup ", client, " --yes --remove")))) << client;
  }
}

TEST(Doctor, ExplainsOwnEditToolsThatAreStillOn) {
  const Workplace place;
  for (const std::string_view client : {"claude-code", "opencode", "crush", "amp"}) {
    ASSERT_TRUE(succeeded(place.shell(concat("$K setup ", client, " --yes --keep-own-tools")))) << client;
    EXPECT_TRUE(says(place.shell("$K doctor"), "its own edit tools are still on")) << client;
    ASSERT_TRUE(succeeded(place.shell(concat("$K setup ", client, " --yes")))) << client;
    EXPECT_TRUE(says(place.shell("$K doctor"), "nothing to do")) << client;
    ASSERT_TRUE(succeeded(place.shell(concat("$K setup ", client, " --yes --remove")))) << client;
  }
}

TEST(Doctor, ExplainsAServerOfAnotherVersion) {
  Workplace place;
  const fs::path bin = place.home() / "bin";
  write_file(bin / "kedge", "#!/bin/sh\necho kedge 0.0.9\n");
  fs::permissions(bin / "kedge", fs::perms::owner_all);
  place.set(concat("PATH=", bin.string(), ":/usr/bin:/bin"));
  ASSERT_TRUE(succeeded(place.shell("$K setup claude-code --command kedge --yes")));
  EXPECT_TRUE(says(place.shell("$K doctor"), "a server of version 0.0.9, and this is "));
  // A program that the project names by its path is not run.
  write_file(place.root() / "kedge", "#!/bin/sh\ntouch run\n");
  fs::permissions(place.root() / "kedge", fs::perms::owner_all);
  ASSERT_TRUE(succeeded(place.shell("$K setup claude-code --command $PWD/kedge --yes")));
  EXPECT_TRUE(says(place.shell("$K doctor"), "and not this program"));
  EXPECT_FALSE(fs::exists(place.root() / "run"));
}

TEST(Setup, TheEntryNamesKedgeIfThatIsThisProgram) {
  Workplace place;
  install_client(place, "none", "");
  ASSERT_TRUE(succeeded(place.shell("kedge setup cursor --yes")));
  EXPECT_TRUE(place.bytes(".cursor/mcp.json").contains(R"("command": "kedge")")) << place.bytes(".cursor/mcp.json");
}

TEST(Setup, RemoveRestoresEveryFileByteForByte) {
  const Workplace place;
  const std::string settings = "{\n  // of the team\n  \"permissions\": {\"allow\": [\"Bash(ls)\"]},\n  \"model\": \"x\"\n}\n";
  write_file(place.root() / ".claude/settings.json", settings);
  write_file(place.root() / ".mcp.json", "{\"mcpServers\": {\"issues\": {\"command\": \"issues\"}}}\n");
  write_file(place.root() / "crush.json", "{ \"options\": {\"debug\": true} }");
  write_file(place.root() / ".codex/config.toml", "model = \"x\"\n\n[a]\nb = 1\n");
  write_file(place.home() / ".claude.json", "{\n  \"projects\": {\n    \"/elsewhere\": {}\n  }\n}");
  const Tree before = read_tree(place.root());
  for (const std::string_view client :
       {"claude-code --seen-hook", "gemini-cli", "crush", "codex --scope project", "opencode", "amp"}) {
    ASSERT_TRUE(succeeded(place.shell(concat("$K setup ", client, " --yes --confirm always")))) << client;
    EXPECT_NE(read_tree(place.root()), before) << client;
    ASSERT_TRUE(succeeded(place.shell(concat("$K setup ", client, " --yes --remove")))) << client;
    EXPECT_EQ(read_tree(place.root()), before) << client;
    EXPECT_FALSE(fs::exists(place.home() / ".gemini/trustedFolders.json"));
    EXPECT_EQ(read_file_bytes(place.home() / ".claude.json"), "{\n  \"projects\": {\n    \"/elsewhere\": {}\n  }\n}") << client;
  }
}

// Values that setup replaced, in files that the user or the client has changed since.
TEST(Setup, RemovePutsBackWhatWasReplaced) {
  const Workplace place;
  const std::string mine =
      "{\n  \"permission\": {\"edit\": \"ask\"}, // mine\n  \"mcp\": {\"kedge\": {\"command\": [\"old\"]}}\n}\n";
  const std::string table =
      "[mcp_servers.kedge]\ncommand = \"old\"\ndefault_tools_approval_mode = \"prompt\"\nstartup_timeout_sec = 20\n";
  const std::string trust = concat("{\"projects\": {\"", place.root().string(), "\": {\"hasTrustDialogAccepted\": false}}}");
  const std::string deny = "{\"permissions\": {\"deny\": [\"Write\"]}}";
  write_file(place.root() / "opencode.json", mine);
  write_file(place.home() / ".codex/config.toml", table);
  write_file(place.home() / ".claude.json", trust);
  write_file(place.root() / ".claude/settings.json", deny);
  for (const bool is_changed_since : {false, true}) {
    for (const std::string_view client : {"opencode", "codex", "claude-code"}) {
      ASSERT_TRUE(succeeded(place.shell(concat("$K setup ", client, " --yes")))) << client;
      ASSERT_TRUE(succeeded(place.shell(concat("$K setup ", client, " --yes --confirm always")))) << client;
    }
    EXPECT_TRUE(place.bytes("opencode.json").contains(R"("edit": "deny")"));
    EXPECT_TRUE(read_file_bytes(place.home() / ".claude.json").contains("true"));
    if (is_changed_since) {
      ASSERT_EQ(
          place
              .shell("for F in opencode.json $HOME/.codex/config.toml $HOME/.claude.json .claude/settings.json; do echo >> "
                     "$F; done")
              .status,
          0);
    }
    for (const std::string_view client : {"opencode", "codex", "claude-code"}) {
      ASSERT_TRUE(succeeded(place.shell(concat("$K setup ", client, " --yes --remove")))) << client;
    }
    if (!is_changed_since) {
      EXPECT_EQ(place.bytes("opencode.json"), mine);
      EXPECT_EQ(read_file_bytes(place.home() / ".codex/config.toml"), table);
      EXPECT_EQ(read_file_bytes(place.home() / ".claude.json"), trust);
      EXPECT_EQ(place.bytes(".claude/settings.json"), deny);
    }
    EXPECT_TRUE(place.bytes("opencode.json").contains("\"permission\": {\"edit\": \"ask\"}, // mine"));
    EXPECT_TRUE(place.bytes("opencode.json").contains(R"("old")"));
    EXPECT_TRUE(read_file_bytes(place.home() / ".codex/config.toml").contains(table));
    EXPECT_TRUE(read_file_bytes(place.home() / ".claude.json").contains("false"));
    EXPECT_TRUE(place.bytes(".claude/settings.json").contains(R"("Write")")) << place.bytes(".claude/settings.json");
    EXPECT_FALSE(place.bytes(".claude/settings.json").contains(R"("Edit")"));
  }
}

TEST(Setup, WhatWasTakenOutByHandIsNotPutBack) {
  const Workplace place;
  write_file(place.root() / "opencode.json", "{\"permission\": {\"edit\": \"ask\"}}");
  ASSERT_TRUE(succeeded(place.shell("$K setup opencode --yes")));
  write_file(place.root() / "opencode.json", "{\"permission\": {\"edit\": \"allow\"}}");
  ASSERT_TRUE(succeeded(place.shell("$K setup opencode --yes")));
  ASSERT_TRUE(succeeded(place.shell("$K setup opencode --yes --remove")));
  EXPECT_EQ(place.bytes("opencode.json"), "{\"permission\": {\"edit\": \"allow\"}}");
}

TEST(Setup, TheFolderIsTrustedWhereTheClientWantsThat) {
  const Workplace place;
  const Finished without = place.shell("$K setup gemini-cli --yes --no-trust-folder");
  EXPECT_TRUE(says(without, "or run this without --no-trust-folder"));
  EXPECT_FALSE(fs::exists(place.home() / ".gemini/trustedFolders.json"));
  const Finished with = place.shell("$K setup gemini-cli --yes");
  EXPECT_TRUE(says(with, "Gemini CLI now trusts this folder"));
  EXPECT_EQ(read_file_bytes(place.home() / ".gemini/trustedFolders.json"),
            concat("{\n  \"", place.root().string(), "\": \"TRUST_FOLDER\"\n}\n"));
  EXPECT_EQ(place.shell("$K setup cursor --yes --no-trust-folder").status, 2);
  EXPECT_TRUE(succeeded(place.shell("$K setup claude-code --yes --scope user")));
  EXPECT_FALSE(read_file_bytes(place.home() / ".claude.json").contains("hasTrustDialogAccepted")) << "it needs none there";
}

TEST(Setup, AFolderThatSomebodyDistrustsStaysSoUnlessAskedFor) {
  const Workplace place;
  const std::string told = concat("{\"", place.root().string(), "\": \"DO_NOT_TRUST\"}");
  write_file(place.home() / ".gemini/trustedFolders.json", told);
  EXPECT_TRUE(says(place.shell("$K setup gemini-cli --yes"), "was told not to trust this folder"));
  EXPECT_EQ(read_file_bytes(place.home() / ".gemini/trustedFolders.json"), told);
  EXPECT_TRUE(succeeded(place.shell("$K setup gemini-cli --yes --trust-folder")));
  EXPECT_TRUE(read_file_bytes(place.home() / ".gemini/trustedFolders.json").contains(R"("TRUST_FOLDER")"));
  EXPECT_TRUE(succeeded(place.shell("$K setup gemini-cli --yes --remove")));
  EXPECT_EQ(read_file_bytes(place.home() / ".gemini/trustedFolders.json"), told);
  EXPECT_EQ(place.shell("$K setup gemini-cli --yes --trust-folder --no-trust-folder").status, 2);
}

TEST(Setup, WithoutATerminalTheChangeIsShownBeforeItIsDeclined) {
  const Workplace place;
  const Finished finished = place.shell("setsid $K setup cursor --command kedge < /dev/null");
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(says(finished, "+++ b/.cursor/mcp.json"));
}

TEST(Doctor, AFileThatCannotBeReadIsToBeMendedFirst) {
  const Workplace place;
  write_file(place.root() / ".mcp.json", R"({"mcpServers": {"kedge": {})");
  const Finished text = place.shell("$K doctor");
  EXPECT_EQ(text.status, 1);
  EXPECT_TRUE(says(text, "  mend .mcp.json, then kedge setup claude-code --scope project\n"));
}

TEST(Doctor, AsksAServerForItsTools) {
  const Workplace place;
  const Json doctor = doctor_of(place);
  ASSERT_NE(doctor.find("server")->as_object(), nullptr);
  EXPECT_EQ(*doctor.find("server")->find("tools"), Json(5));
  for (const std::string_view name : {"landlock_abi", "seccomp", "openat2"}) {
    EXPECT_NE(doctor.find("kernel")->find(name), nullptr) << name;
  }
  EXPECT_EQ(*doctor.find("hashes_agree"), Json(true));
  EXPECT_GT(*doctor.find("free_bytes")->as_integer(), 0);
  EXPECT_EQ(place.shell("ls -d $TMPDIR/kedge-* 2> /dev/null").output, "") << "its records are gone again";
  EXPECT_TRUE(doctor.find("to_do")->as_array()->empty());
}

TEST(Doctor, AProgramOfTheNameThatIsFoundIsTheSameProgram) {
  Workplace place;
  fs::create_directory(place.home() / "bin");
  fs::create_symlink(tested_program(), place.home() / "bin" / "kedge");
  place.set(concat("PATH=", (place.home() / "bin").string(), ":/usr/bin:/bin"));
  EXPECT_TRUE(succeeded(place.shell("$K setup claude-code --command kedge --yes")));
  EXPECT_TRUE(succeeded(place.shell("$K doctor")));
}

TEST(Doctor, ListsTheOtherWorkTrees) {
  const Workplace place;
  ASSERT_EQ(place
                .shell("export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t "
                       "GIT_CONFIG_GLOBAL=/dev/null; git init -q -b main . && git commit -q --allow-empty -m first && git "
                       "worktree add -q -b one $OUTSIDE/one")
                .status,
            0);
  const std::string linked = (place.outside() / "one").string();
  EXPECT_TRUE(says(place.shell("$K doctor"), concat("tree   ", linked, " (one): another work tree of this repository")));
  EXPECT_EQ(doctor_of(place).find("work_trees")->dump(), concat("[{\"path\":\"", linked, "\",\"branch\":\"one\"}]"));
  EXPECT_TRUE(says(place.shell("cd $OUTSIDE/one; $K doctor"), concat("tree   ", place.root().string(), " (main)")));
}

TEST(Doctor, ARootThatIsTooWideIsSomethingToDo) {
  const Workplace place;
  const Finished text = place.shell("$K doctor --root $HOME");
  EXPECT_EQ(text.status, 1);
  EXPECT_TRUE(says(text, "no     bounded"));
  EXPECT_TRUE(says(text, "  name the project with --root FOLDER"));
  EXPECT_TRUE(succeeded(place.shell("$K doctor --root $HOME --recover")));
}

}  // namespace
}  // namespace kedge::test
