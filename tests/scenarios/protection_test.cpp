// What is not written, or not read, although its name is an ordinary one: repositories by what they are, files by their other
// names and mounts; and configuration that runs by itself, by every way of changing a file.
#include <gtest/gtest.h>

#include <array>

#include "scenarios/mcp_client.hpp"
#include "scenarios/path_attempts.hpp"
#include "scenarios/scenario_run.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

// What every dialect says to make this file, and the command that takes it.
struct Making {
  std::string_view dialect;
  std::string_view input;  // printf's, with %s for the path
};

constexpr std::array makings{
    Making{"patch", "*** Begin Patch\\n¶%s\\ninsert head:\\n+x\\n*** End Patch\\n"},
    Making{"hashline", "{\"file\":\"%s\",\"create\":{\"content\":\"x\"}}"},
    Making{"replace", "{\"file_path\":\"%s\",\"old_string\":\"\",\"new_string\":\"x\"}"},
    Making{"apply_patch", "*** Begin Patch\\n*** Add File: %s\\n+x\\n*** End Patch\\n"},
    Making{"udiff", "--- /dev/null\\n+++ b/%s\\n@@ -0,0 +1 @@\\n+x\\n"},
    Making{"blocks", "%s\\n<<<<<<< SEARCH\\n=======\\nx\\n>>>>>>> REPLACE\\n"},
};

void expect_no_dialect_makes(const Workplace& place, std::string_view path) {
  const Facts before = place.facts();
  for (const auto& [dialect, input] : makings) {
    for (const std::string_view way : {"", " --dry-run"}) {
      const Finished finished = place.shell(concat("printf -- '", input, "' '", path, "' | $K edit --dialect ", dialect, way));
      EXPECT_TRUE(refused(finished, {"path_protected"})) << dialect << ' ' << path << way;
    }
  }
  EXPECT_EQ(place.facts(), before) << path;
}

void make_repository(const fs::path& folder) {
  write_file(folder / "HEAD", "ref: refs/heads/main\n");
  write_file(folder / "config", "[core]\n");
  fs::create_directories(folder / "objects");
  fs::create_directories(folder / "refs");
}

TEST_F(Paths, N14_WhatRunsByItselfIsNotWrittenMadeMovedOrDeleted) {
  write_file(place.root() / "opencode.json", "{}\n");
  write_file(place.root() / "web" / ".yarnrc.yml", "x: 1\n");
  for (const std::string_view path : {"opencode.json",
                                      "opencode.jsonc",
                                      "OpenCode.JSON",
                                      ".opencode/plugins/a.ts",
                                      ".devcontainer/devcontainer.json",
                                      ".devcontainer.json",
                                      "web/.yarnrc.yml",
                                      ".nvim.lua",
                                      ".exrc",
                                      ".aider.conf.yml",
                                      ".qwen/settings.json",
                                      "crush.json",
                                      ".continue/mcpServers/a.yaml",
                                      "lefthook.yml",
                                      "sub/lefthook-local.yml",
                                      ".helix/languages.toml",
                                      "mise.toml",
                                      ".pnpmfile.cjs",
                                      ".gitpod.yml",
                                      ".dir-locals.el",
                                      ".github/hooks/a.json",
                                      "lint-staged.config.mjs"}) {
    expect_refused(path, {"path_protected"});
  }
  for (const std::string_view path : {"opencode.json", "lefthook.yml", ".devcontainer/a.sh"})
    expect_no_dialect_makes(place, path);
}

TEST_F(Paths, N14_BuildsTestsAndContainersStayWritable) {
  for (const std::string_view path :
       {"package.json", "Makefile", "Dockerfile", "compose.yaml", "build.rs", "scripts/build", "conftest.py", "jest.config.js",
        "pnpm-workspace.yaml", "Cargo.toml", ".vscode/extensions.json", "AGENTS.md"}) {
    expect_literal(path);
    write_file(place.root() / path, "old\n");
    EXPECT_TRUE(succeeded(try_to(attempt::replace, path))) << path;
    EXPECT_TRUE(succeeded(try_to(attempt::remove, path))) << path;
  }
}

TEST_F(Paths, N14_WorkflowsAndPreCommitAreEditedWithAWarning) {
  for (const std::string_view path : {".github/workflows/ci.yml", ".gitlab-ci.yml", ".pre-commit-config.yaml", "prek.toml"}) {
    write_file(place.root() / path, "old\n");
    for (const Attempt* by : {&attempt::replace, &attempt::remove, &attempt::move_to}) {
      const Finished finished = try_to(*by, path);
      EXPECT_TRUE(succeeded(finished)) << path;
      EXPECT_TRUE(says(finished, "is run by other programs")) << path << ' ' << by->what;
    }
    write_file(place.root() / "seed", "seed\n");
  }
}

TEST_F(Paths, N14_FilesOfTheHomeFolderAreProtectedFromARootAroundItAndInIt) {
  write_file(place.home() / ".bashrc", "x\n");
  write_file(place.home() / ".config" / "fish" / "config.fish", "x\n");
  const auto write = [&](std::string_view root, std::string_view path) {
    return place.shell(
        concat("printf new | $K write --root ", root, ' ', path, " --expected-version $(version ", root, '/', path, ')'));
  };
  EXPECT_TRUE(refused(write("$HOME/..", "home/.bashrc"), {"path_protected"}));
  EXPECT_TRUE(refused(write("$HOME/.config", "fish/config.fish"), {"path_protected"}));
  EXPECT_EQ(read_file_bytes(place.home() / ".bashrc"), "x\n");
}

TEST_F(Paths, N14_WithoutHomeTheUsersFolderIsKnownAllTheSame) {
  const std::string home = place.shell("getent passwd $(id -u) | cut -d: -f6 | tr -d '\\n'").output;
  if (home.size() < 2 || !fs::is_directory(home)) GTEST_SKIP() << "this user has no home folder";
  const Finished tried =
      place.shell(concat("printf x | env -u HOME $K write --root ", home, " .bash_aliases --create --dry-run"));
  EXPECT_TRUE(refused(tried, {"path_outside_root"})) << tried.output;
}

TEST_F(Paths, N13_ARepositoryOfAnyNameIsNotWritten) {
  make_repository(place.root() / "store");
  make_repository(place.root() / "deep" / "er" / "mirror.git");
  for (const std::string_view path : {"store/config", "store/HEAD", "store/hooks/post-checkout", "store/new",
                                      "deep/er/mirror.git/config", "deep/er/mirror.git/worktrees/x/gitdir"}) {
    expect_refused(path, {"path_protected"});
  }
  expect_no_dialect_makes(place, "store/hooks/post-checkout");
  EXPECT_TRUE(succeeded(place.shell("$K read store/config"))) << "it can be read, as .git can";
  EXPECT_TRUE(succeeded(place.shell("printf x | $K write store/new --allow 'store/**'")));
}

TEST_F(Paths, N13_ALinkDoesNotLeadIntoARepositoryEither) {
  make_repository(place.root() / "store");
  fs::create_symlink("store", place.root() / "docs");
  fs::create_symlink("store/config", place.root() / "notes");
  for (const std::string_view path : {"docs/config", "docs/hooks/a", "notes"}) expect_refused(path, {"path_protected"});
}

TEST_F(Paths, N13_WhatAGitFilePointsToIsNotWritten) {
  // Nothing but the file says that these are git's.
  write_file(place.root() / "meta" / "config", "x\n");
  write_file(place.root() / "common" / "config", "x\n");
  write_file(place.root() / "meta" / "commondir", "../common\n");
  for (const std::string& target : {std::string("meta"), std::string("./sub/../meta/"), (place.root() / "meta").string()}) {
    write_file(place.root() / ".git", concat("gitdir: ", target, "\n"));
    for (const std::string_view path : {"meta/config", "meta/hooks/pre-commit", "common/config", "common/hooks/pre-commit"}) {
      expect_refused(path, {"path_protected"});
    }
  }
  fs::remove(place.root() / ".git");
  EXPECT_TRUE(succeeded(try_to(attempt::create, "meta/notes")));
  fs::create_symlink("meta", place.root() / ".git");
  expect_refused("meta/config", {"path_protected"});
  fs::remove(place.root() / ".git");
  write_file(place.root() / ".git", "gitdir: later/git\n");
  expect_refused("later/git/hooks/pre-commit", {"path_protected"});
}

TEST_F(Paths, N13_GitsOwnLayoutsAreProtected) {
  if (place.shell("command -v git").status != 0) GTEST_SKIP() << "git is not installed";
  const Finished made = place.shell(
      "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a "
      "GIT_COMMITTER_NAME=a "
      "GIT_COMMITTER_EMAIL=a\n"
      "git init -q --separate-git-dir=$PWD/store tree && cd tree && git commit -q --allow-empty -m one && "
      "git worktree add -q ../other && cd .. && git clone -q --bare store bare && cd bare && git worktree add -q inner && cd "
      ".. && "
      "git init -q super && cd super && git -c protocol.file.allow=always submodule --quiet add ../store module && cd .. && "
      "mv super/.git kept && printf 'gitdir: ../kept\\n' > super/.git");
  ASSERT_EQ(made.status, 0) << made.errors;
  for (const std::string_view path :
       {"store/config", "store/hooks/pre-commit", "store/worktrees/other/gitdir", "bare/config", "bare/hooks/post-update",
        "bare/worktrees/inner/HEAD", "kept/config", "kept/modules/module/config", "kept/modules/module/hooks/post-checkout"}) {
    expect_refused(path, {"path_protected"});
  }
  for (const std::string_view path : {"tree/a", "other/a", "bare/inner/a", "super/a", "super/module/a"}) {
    EXPECT_TRUE(succeeded(try_to(attempt::create, path))) << path << " is in a work tree";
  }
  // The same from a root inside.
  EXPECT_TRUE(refused(place.shell("cd bare; printf x | $K write hooks/post-update"), {"path_protected"}));
  EXPECT_TRUE(refused(place.shell("mkdir -p bare/hooks; cd bare/hooks; printf x | $K write post-update"), {"path_protected"}));
  EXPECT_TRUE(succeeded(place.shell("cd bare/inner; printf x | $K write b")));
}

// Its repository is outside the root, where a server can look only before its sandbox is closed.
TEST_F(Paths, N13_AServerInALinkedWorkTreeProtectsItsHooks) {
  if (place.shell("command -v git").status != 0) GTEST_SKIP() << "git is not installed";
  const Finished made = place.shell(
      "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a "
      "GIT_COMMITTER_NAME=a "
      "GIT_COMMITTER_EMAIL=a\n"
      "git init -q main && cd main && git commit -q --allow-empty -m one && git worktree add -q ../linked && "
      "git config core.hooksPath tools/hooks");
  ASSERT_EQ(made.status, 0) << made.errors;
  McpClient client(place, {"--root", (place.root() / "linked").string()});
  client.open();
  const auto write = [&](std::string_view path) {
    return client.call("write", Json::object({{"path", path}, {"content", "x\n"}}));
  };
  const Json refused = write("tools/hooks/pre-commit");
  EXPECT_TRUE(is_refusal(refused) && text_of(refused).contains("path_protected")) << refused.dump();
  EXPECT_FALSE(is_refusal(write("tools/other"))) << "what git does not run is free";
}

TEST_F(Paths, N13_NothingIsMadeIntoARepository) {
  fs::create_directories(place.root() / "one" / "objects");
  fs::create_directories(place.root() / "one" / "refs");
  write_file(place.root() / "two" / "HEAD", "ref: refs/heads/main\n");
  fs::create_directories(place.root() / "two" / "refs");
  write_file(place.root() / "three" / "HEAD", "ref: refs/heads/main\n");
  for (const std::string_view path : {"one/HEAD", "two/objects/info/packs", "three/commondir"}) {
    const Facts before = place.facts();
    for (const std::string_view setting : file_systems()) {
      for (const Attempt* by : {&attempt::write, &attempt::create, &attempt::move_to}) {
        EXPECT_TRUE(refused(try_to(*by, path, setting), {"path_protected"})) << by->what << ' ' << path << setting;
      }
    }
    EXPECT_EQ(place.facts(), before);
    expect_no_dialect_makes(place, path);
  }
  for (const std::string_view path : {"four/HEAD", "five/objects/a", "one/config", "two/hooks/a"}) {
    EXPECT_TRUE(succeeded(try_to(attempt::create, path))) << path;
  }
}

TEST_F(Paths, N13_NorByFilesThatAreFreeOneByOne) {
  const Facts before = place.facts();
  for (const std::string_view way : {"", " --dry-run"}) {
    EXPECT_TRUE(refused(
        place.shell(concat("printf '*** Begin Patch\\n*** Add File: x/HEAD\\n+ref: refs/heads/main\\n*** Add File: "
                           "x/objects/a\\n+x\\n*** Add File: x/refs/a\\n+x\\n*** Add File: x/config\\n+[core]\\n*** End "
                           "Patch\\n' | $K edit --dialect apply_patch",
                           way)),
        {"path_protected"}));
    EXPECT_TRUE(refused(place.shell(concat("printf -- '--- /dev/null\\n+++ b/y/HEAD\\n@@ -0,0 +1 @@\\n+x\\n--- /dev/null\\n+++ "
                                           "b/y/commondir\\n@@ -0,0 +1 @@\\n+..\\n' | $K edit --dialect udiff",
                                           way)),
                        {"path_protected"}));
  }
  EXPECT_TRUE(
      refused(place.shell("printf 'create\\tz/HEAD\\tseed\\ncreate\\tz/objects/a\\tseed\\ncreate\\tz/refs/a\\tseed\\n' | $K "
                          "commit"),
              {"path_protected"}));
  EXPECT_EQ(place.facts(), before);
}

TEST_F(Paths, N13_InPlaceIsNotAWayToOtherNamesOfAFile) {
  write_file(place.root() / ".git" / "config", "x\n");
  write_file(place.root() / "both", "x\n");
  fs::create_hard_link(place.root() / ".git" / "config", place.root() / "notes");
  fs::create_hard_link(place.outside() / "secret", place.root() / "borrowed");
  fs::create_hard_link(place.root() / "both", place.root() / "twin");
  const auto in_place = [&](std::string_view path) {
    return place.shell(concat("printf new | $K write --in-place ", path, " --expected-version $(version ", path, ')'));
  };
  for (const std::string_view setting : file_systems()) {
    place.set(setting.empty() ? "KEDGE_FS=" : "KEDGE_FS=portable");
    EXPECT_TRUE(refused(in_place("notes"), {"path_protected"})) << setting;
    const Finished borrowed = in_place("borrowed");
    EXPECT_TRUE(refused(borrowed, {"cannot_replace"})) << setting;
    EXPECT_TRUE(says(borrowed, "without --in-place")) << "the refusal says what would work";
  }
  EXPECT_EQ(place.bytes(".git/config"), "x\n");
  EXPECT_EQ(read_file_bytes(place.outside() / "secret"), "secret\n");
  EXPECT_TRUE(succeeded(in_place("both")));
  EXPECT_EQ(place.bytes("twin"), "new") << "both names are inside, and free";
  EXPECT_TRUE(succeeded(place.shell("printf new | $K write notes --expected-version $(version notes)"))) << "which splits them";
  EXPECT_EQ(place.bytes(".git/config"), "x\n");
}

TEST_F(Paths, N14_AnotherNameOfASecretIsNotReadOrSearched) {
  write_file(place.root() / "conf" / ".env", "TOKEN=needle\n");
  fs::create_hard_link(place.root() / "conf" / ".env", place.root() / "notes.txt");
  write_file(place.root() / "twin.txt", "needle too\n");
  fs::create_hard_link(place.root() / "twin.txt", place.root() / "twin2.txt");
  for (const std::string_view command :
       {"$K read notes.txt", "$K seen notes.txt", "printf x | $K write notes.txt --expected-version $(version notes.txt)",
        "printf '{\"file_path\":\"notes.txt\",\"old_string\":\"TOKEN\",\"new_string\":\"x\"}' | $K edit --dialect replace"}) {
    const Finished finished = place.shell(command);
    EXPECT_TRUE(refused(finished, {"path_protected"})) << command;
    EXPECT_TRUE(says(finished, "another name of conf/.env")) << command;
    EXPECT_FALSE(says(finished, "needle")) << command;
  }
  const Finished found = place.shell("$K search needle --json");
  EXPECT_TRUE(succeeded(found));
  EXPECT_FALSE(says(found, "TOKEN"));
  EXPECT_TRUE(says(found, "twin.txt")) << "other files with two names are read";
  EXPECT_TRUE(says(found, R"("protected":2)"));
  EXPECT_TRUE(succeeded(place.shell("$K read notes.txt --allow notes.txt")));
}

TEST_F(Paths, N18_AFileThatIsAMountIsReadOnlyWhereMountsAreCrossed) {
  if (const std::string reason = why_no_own_mounts(); !reason.empty()) GTEST_SKIP() << reason;
  if (is_portable()) GTEST_SKIP() << "what every POSIX system has cannot tell";
  const std::string prepared = "printf old > bound && mount --bind $OUTSIDE/secret bound && ";
  for (const std::string_view command :
       {"$K read bound", "$K seen bound", "$K read bound:1-1",
        "printf '{\"file_path\":\"bound\",\"old_string\":\"secret\",\"new_string\":\"x\"}' | $K edit --dialect replace"}) {
    const Finished finished = place.shell_with_own_mounts(concat(prepared, command));
    EXPECT_TRUE(refused(finished, {"path_outside_root"})) << command;
    EXPECT_TRUE(says(finished, "--cross-mounts")) << command;
    EXPECT_FALSE(says(finished, digest_of_secret)) << command;
  }
  const Finished searched = place.shell_with_own_mounts(concat(prepared, "$K search sec --json"));
  EXPECT_FALSE(says(searched, "\"bound\"")) << searched.output;
  EXPECT_TRUE(says(place.shell_with_own_mounts(concat(prepared, "$K read --cross-mounts bound")), "1:secret"));
  EXPECT_TRUE(says(place.shell_with_own_mounts(concat(prepared, "$K search --cross-mounts sec")), "secret"));
}

}  // namespace
}  // namespace kedge::test
