// Paths that are wrong, hostile or odd, as a caller may send them: rows N1 to N20 of the catalogue of bad input. Whatever the
// path, nothing outside the root is read or written, and a refusal leaves everything as it was.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "commit/commit.hpp"
#include "fs/real_file_system.hpp"
#include "scenarios/path_attempts.hpp"
#include "scenarios/scenario_run.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

TEST_F(Paths, TheDigestThatMustNotBeToldIsThatOfTheSecret) {
  EXPECT_EQ(place.shell("version $OUTSIDE/secret").output, concat(digest_of_secret, '\n'));
}

TEST_F(Paths, N1_NoPathClimbsOutOrStartsElsewhere) {
  fs::create_directory(place.root() / "a");
  for (const std::string_view path : {"../outside/secret", "a/../../outside/secret", "../x", "a/../../x", "/etc/passwd",
                                      "//etc/passwd", "..", "../", "a/../.."}) {
    expect_refused(path, {"path_outside_root"});
  }
  expect_refused((place.outside() / "secret").string(), {"path_outside_root"});
  expect_refused(concat(place.root().string(), "/../outside/secret"), {"path_outside_root"});
}

TEST_F(Paths, N1_ADetourInsideTheRootIsFollowedAndOneOutsideIsNot) {
  fs::create_directories(place.root() / "a" / "b");
  fs::create_symlink("a/b", place.root() / "link");
  write_file(place.root() / "a" / "seed", "another\n");
  EXPECT_TRUE(succeeded(try_to(attempt::replace, "a/../seed")));
  EXPECT_EQ(place.bytes("seed"), "new");
  EXPECT_TRUE(says(place.shell("$K read link/../seed"), "another"));
  expect_refused("../root/seed", {"path_outside_root"});
  expect_refused("link/../../../outside/secret", {"path_outside_root"});
}

TEST_F(Paths, N2_AFolderWhoseNameBeginsLikeTheRootsIsOutside) {
  const fs::path evil = place.root().string() + "-evil";
  write_file(evil / "x", "x\n");
  expect_refused((evil / "x").string(), {"path_outside_root"});
  expect_refused(evil.string(), {"path_outside_root"});
  EXPECT_EQ(read_file_bytes(evil / "x"), "x\n");
}

TEST_F(Paths, N2_AnAbsolutePathInsideIsTakenAsSpelledAndAsResolved) {
  const std::string inside = (place.root() / "seed").string();
  EXPECT_TRUE(succeeded(try_to(attempt::replace, inside)));
  EXPECT_EQ(place.bytes("seed"), "new");
  EXPECT_TRUE(succeeded(
      place.shell("ln -s ../root $OUTSIDE/alias\n"
                  "printf spelled | $K write --root $OUTSIDE/alias $OUTSIDE/alias/seed --expected-version $(version seed)")));
  EXPECT_EQ(place.bytes("seed"), "spelled");
  EXPECT_TRUE(
      succeeded(place.shell("printf resolved | $K write --root $OUTSIDE/alias $PWD/seed --expected-version $(version seed)")));
  EXPECT_EQ(place.bytes("seed"), "resolved");
}

TEST_F(Paths, N3_ALinkToAFileOutsideIsNotFollowed) {
  fs::create_symlink(place.outside() / "secret", place.root() / "absolute");
  fs::create_symlink("../outside/secret", place.root() / "relative");
  expect_refused("absolute", {"path_outside_root"});
  expect_refused("relative", {"path_outside_root"});
}

TEST_F(Paths, N3_ALinkToAFolderOutsideIsNotEntered) {
  fs::create_symlink(place.outside(), place.root() / "absolute");
  fs::create_symlink("../outside", place.root() / "relative");
  for (const std::string_view path :
       {"absolute/secret", "relative/secret", "absolute/new", "relative/folder/deep", "relative/new/newer", "relative"}) {
    expect_refused(path, {"path_outside_root"});
  }
}

TEST_F(Paths, N3_AChainOfLinksIsFollowedToItsEnd) {
  fs::create_symlink("b", place.root() / "a");
  fs::create_symlink("inner/c", place.root() / "b");
  fs::create_directory(place.root() / "inner");
  fs::create_symlink("../../outside/secret", place.root() / "inner" / "c");
  expect_refused("a", {"path_outside_root"});
  fs::create_symlink("inner/out", place.root() / "folder");
  fs::create_symlink("../../outside", place.root() / "inner" / "out");
  expect_refused("folder/secret", {"path_outside_root"});
  expect_refused("folder/folder/new", {"path_outside_root"});
}

TEST_F(Paths, N3_ADanglingLinkIsNotFilled) {
  fs::create_symlink("../outside/new", place.root() / "out");
  fs::create_symlink(place.outside() / "none" / "new", place.root() / "far");
  fs::create_symlink("nothing", place.root() / "in");
  fs::create_symlink("nowhere/nothing", place.root() / "deeper");
  expect_refused("out", {"path_outside_root"});
  expect_refused("far", {"path_outside_root"});
  expect_refused("in", {"path_invalid", "not_found"});
  expect_refused("deeper", {"path_invalid", "not_found"});
}

TEST_F(Paths, N3_AnAbsoluteLinkThatPassesThroughTheOutsideIsNotFollowed) {
  fs::create_symlink("../root", place.outside() / "back");
  fs::create_symlink("../outside/back/seed", place.root() / "roundabout");
  fs::create_symlink("/proc/self/cwd/seed", place.root() / "magic");
  expect_refused("roundabout", {"path_outside_root"});
  expect_refused("magic", {"path_outside_root"});
}

TEST_F(Paths, N4_LinksThatRunInACircleEndInARefusal) {
  fs::create_symlink("self", place.root() / "self");
  fs::create_symlink("b", place.root() / "a");
  fs::create_symlink("a", place.root() / "b");
  for (const std::string_view path : {"self", "a", "b", "a/x", "self/x/y"}) expect_refused(path, {"path_invalid"});
  for (int i = 0; i < 60; ++i) fs::create_symlink(concat("hop", i + 1), place.root() / concat("hop", i));
  fs::create_symlink("seed", place.root() / "hop60");
  expect_refused("hop0", {"path_invalid"});
}

TEST_F(Paths, N5_ALinkInsideLeadsToItsFileAndIsKept) {
  write_file(place.root() / "far" / "away" / "file", "old\n");
  fs::create_symlink("far/away/file", place.root() / "relative");
  fs::create_symlink(place.root() / "far" / "away" / "file", place.root() / "absolute");
  fs::create_symlink("../../seed", place.root() / "far" / "away" / "up");
  fs::create_symlink("far/away", place.root() / "folder");
  fs::create_symlink("folder/up", place.root() / "through");
  fs::create_symlink(place.root() / "far", place.root() / "absolute-folder");
  const std::pair<std::string_view, std::string_view> links[] = {
      {"relative", "far/away/file"},    {"absolute", "far/away/file"}, {"far/away/up", "seed"},
      {"folder/file", "far/away/file"}, {"through", "seed"},           {"absolute-folder/away/file", "far/away/file"}};
  for (const std::string_view setting : file_systems()) {
    for (const auto& [link, referent] : links) {
      write_file(place.root() / referent, "old\n");
      const bool is_link = fs::is_symlink(place.root() / link);
      const Finished finished = try_to(attempt::replace, link, setting);
      EXPECT_TRUE(succeeded(finished)) << link << setting;
      EXPECT_TRUE(finished.output.starts_with(concat(referent, ":1 replaced"))) << link << ": " << finished.output;
      EXPECT_EQ(place.bytes(std::string(referent)), "new") << link << setting;
      EXPECT_EQ(fs::is_symlink(place.root() / link), is_link) << link << setting;
      EXPECT_FALSE(fs::is_symlink(place.root() / referent)) << link << setting;
    }
    EXPECT_TRUE(succeeded(try_to(attempt::create, "folder/new", setting)));
    EXPECT_EQ(place.bytes("far/away/new"), "new");
    fs::remove(place.root() / "far/away/new");
  }
  EXPECT_EQ(fs::read_symlink(place.root() / "relative"), "far/away/file");
  EXPECT_EQ(fs::read_symlink(place.root() / "absolute"), place.root() / "far" / "away" / "file");
}

TEST_F(Paths, N5_DeletingOrMovingALinkIsNoOrderAboutItsFile) {
  fs::create_symlink("seed", place.root() / "link");
  const Facts before = place.facts();
  for (const std::string_view setting : file_systems()) {
    EXPECT_TRUE(refused(try_to(attempt::remove, "link", setting), {"path_invalid"})) << setting;
    EXPECT_TRUE(refused(try_to(attempt::move_away, "link", setting), {"path_invalid"})) << setting;
  }
  EXPECT_EQ(place.facts(), before);
}

TEST_F(Paths, N6_ANulByteIsNoEndOfAPath) {
  const Facts before = place.facts();
  for (const std::string_view row : {"create\\tfirst\\0second\\tseed\\n", "move\\tseed\\tfirst\\0second\\t$(version seed)\\n",
                                     "delete\\tseed\\0second\\t$(version seed)\\n"}) {
    EXPECT_TRUE(refused(place.shell(concat("printf \"", row, "\" | $K commit")), {"path_invalid"})) << row;
  }
  EXPECT_EQ(place.facts(), before);
}

TEST_F(Paths, N7_APathThatNamesNoFile) {
  write_file(place.root() / "folder" / "file", "x\n");
  for (const std::string_view path : {"", ".", "./", "seed/", "new/", "folder/", "folder/.", "folder"}) {
    expect_refused(path, {"path_invalid", "is_directory"});
  }
  expect_refused("/", {"path_invalid", "is_directory", "path_outside_root"});
  expect_refused(place.root().string(), {"path_invalid", "is_directory"});
}

TEST_F(Paths, N8_NothingIsDecoded) {
  for (const std::string_view path :
       {"%2e%2e/x", "..%2fx", "..\\x", "a\\..\\..\\x", "file:///etc/passwd", "%00", "C:\\x", "a%2fb"}) {
    const Finished first = try_to(attempt::write, path);
    if (refused(first, {"path_invalid"})) continue;
    EXPECT_TRUE(succeeded(first)) << path;
    EXPECT_EQ(place.bytes(std::string(path)), "new") << path;
  }
  EXPECT_EQ(read_file_bytes(place.outside() / "secret"), "secret\n");
  EXPECT_FALSE(fs::exists(place.root().parent_path() / "x"));
}

TEST_F(Paths, N9_NothingIsExpanded) {
  write_file(place.root() / "one.c", "x\n");
  for (const std::string_view path : {"~/x", "$HOME/x", "*.c", "`id`", "$(id)", "{a,b}", "-dash", "--help.txt", "a b", " "}) {
    if (path.starts_with('-')) {
      EXPECT_TRUE(succeeded(place.shell(concat("printf new | $K write -- ", path)))) << path;
      EXPECT_EQ(place.bytes(std::string(path)), "new");
    } else {
      expect_literal(path);
    }
  }
  EXPECT_EQ(place.bytes("one.c"), "x\n");
}

TEST_F(Paths, N10_ANameThatIsTooLongIsRefused) {
  const std::string longest(255, 'n');
  expect_literal(longest);
  expect_literal(concat(longest, '/', longest));
  expect_refused(longest + 'n', {"path_invalid"});
  expect_refused(concat(longest, "n/x"), {"path_invalid"});
  expect_refused(std::string(2500, 'a').insert(200, "/").insert(400, "/"), {"path_invalid"});
  std::string path = "x";
  while (path.size() < 5000)
    append(path, "/folder-with-a-name-of-some-length-so-that-there-are-fewer-than-64-of-them-in-the-path-in-all");
  expect_refused(path, {"path_invalid"});
  std::string deep = "d";
  for (int i = 0; i < 64; ++i) append(deep, "/d");
  expect_refused(deep, {"path_invalid"});
}

TEST_F(Paths, N11_ANameThatIsNotUtf8IsTakenByItsBytes) {
  for (const std::string_view path : {"caf\xe9", "\xff\xfe", "\xed\xa0\x80",
                                      "a\xc0\xaf..\xc0\xaf"
                                      "b"})
    expect_literal(path);
  const Finished finished = place.shell(
      "P=$(printf 'caf\\351'); printf old > \"$P\"\n"
      "printf new | $K write \"$P\" --expected-version $(version \"$P\") --json");
  EXPECT_TRUE(succeeded(finished));
  EXPECT_TRUE(says(finished, R"("path":"caf\\xe9")"));
  EXPECT_EQ(place.bytes("caf\xe9"), "new");
}

TEST_F(Paths, N11_ANameCannotSteerATerminal) {
  const Finished finished = try_to(attempt::write, "a\x1b[31mred\nkedge: done");
  EXPECT_TRUE(succeeded(finished));
  EXPECT_FALSE(says(finished, "\x1b"));
  EXPECT_FALSE(says(finished, "\nkedge: done"));
}

TEST_F(Paths, N12_WhatIsNoFileIsNeitherReadNorReplacedNorWaitedFor) {
  ASSERT_EQ(place.shell("mkfifo pipe; mkdir folder; ln -s pipe link; ln -s folder link-to-folder").status, 0);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = (place.root() / "socket").string();
  ASSERT_LT(name.size(), sizeof(address.sun_path));
  name.copy(address.sun_path, name.size());
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  for (const std::string_view path : {"pipe", "socket"}) expect_refused(path, {"not_regular_file"});
  expect_refused("folder", {"is_directory"});
  expect_refused("link", {"not_regular_file", "path_invalid"});
  expect_refused("link-to-folder", {"is_directory", "path_invalid"});
  ::close(socket);
}

TEST_F(Paths, N12_ADeviceIsNeitherReadNorReplaced) {
  if (place.shell("mknod null c 1 3 && mknod zero c 1 5 && mknod disk b 7 0").status != 0)
    GTEST_SKIP() << "no devices can be made here";
  for (const std::string_view path : {"null", "zero", "disk"}) expect_refused(path, {"not_regular_file"});
}

TEST_F(Paths, N12_FilesThatTheKernelMakesUpAreNotRegular) {
  for (const std::string_view file :
       {"/proc/self comm", "/proc/sys/kernel hostname", "/sys/kernel uevent_seqnum", "/dev null"}) {
    const std::string folder(file.substr(0, file.find(' ')));
    const std::string name(file.substr(file.find(' ') + 1));
    if (!fs::exists(fs::path(folder) / name)) continue;
    const Finished finished = place.shell(concat("cat ", folder, '/', name, " > before; printf new | $K write --root ", folder,
                                                 ' ', name, " --expected-version $(version before)"));
    EXPECT_TRUE(refused(finished, {"not_regular_file"})) << file;
  }
}

TEST_F(Paths, N13_VersionControlFoldersAreNotWrittenInAnySpelling) {
  write_file(place.root() / ".git" / "config", "x\n");
  write_file(place.root() / "sub" / ".git" / "config", "x\n");
  write_file(place.root() / "worktree" / ".git", "gitdir: elsewhere\n");
  for (const std::string_view path : {".git/hooks/pre-commit", ".git/config", ".GIT/config", ".Git/config", ".git\u200d/config",
                                      ".g\u200cit/config", "git~1/config", "GIT~1/config", ".git./config", ".git /config",
                                      "sub/.git/config", "worktree/.git", ".git", ".hg/hgrc", ".svn/x", ".jj/x"}) {
    expect_refused(path, {"path_protected"});
  }
  expect_refused((place.root() / ".git" / "config").string(), {"path_protected"});
}

TEST_F(Paths, N13_ALinkDoesNotLeadAroundTheProtection) {
  write_file(place.root() / ".git" / "config", "x\n");
  write_file(place.root() / ".git" / "hooks" / "sample", "x\n");
  write_file(place.root() / ".env", "TOKEN=1\n");
  fs::create_symlink(".git/config", place.root() / "notes");
  fs::create_symlink(place.root() / ".git" / "config", place.root() / "absolute");
  fs::create_symlink(".git", place.root() / "docs");
  fs::create_symlink("docs/hooks", place.root() / "twice");
  fs::create_symlink(".env", place.root() / "settings");
  for (const std::string_view path : {"notes", "absolute", "docs/config", "docs/hooks/pre-commit", "twice/pre-commit",
                                      "twice/sample", "settings", "docs/new/file"}) {
    expect_refused(path, {"path_protected"});
  }
}

TEST_F(Paths, N13_AFileUnderAnotherNameOfTheSameInodeIsAnotherFile) {
  write_file(place.root() / ".git" / "config", "x\n");
  fs::create_hard_link(place.root() / ".git" / "config", place.root() / "notes");
  EXPECT_TRUE(succeeded(try_to(attempt::replace, "notes")));
  EXPECT_EQ(place.bytes(".git/config"), "x\n");
}

TEST_F(Paths, N14_SettingsThatRunProgramsAreNotWritten) {
  for (const std::string_view path : {".vscode/settings.json",
                                      ".vscode/tasks.json",
                                      ".vscode/launch.json",
                                      ".mcp.json",
                                      "mcp.json",
                                      ".cursor/mcp.json",
                                      ".cursor/rules/x",
                                      ".idea/x",
                                      ".claude/settings.json",
                                      ".gemini/x",
                                      ".codex/x",
                                      ".husky/pre-commit",
                                      ".envrc",
                                      "sub/.vscode/settings.json",
                                      ".VSCode/Settings.json",
                                      ".env",
                                      ".env.local",
                                      ".env.test.local",
                                      ".netrc",
                                      ".ssh/config",
                                      ".gnupg/x",
                                      ".aws/credentials",
                                      "a.pem",
                                      "a.key",
                                      "deep/down/server.key"}) {
    expect_refused(path, {"path_protected"});
  }
  for (const std::string_view path :
       {".vscode/extensions.json", ".env.example", ".env.sample", ".env.template", "a.pem.txt", ".gitignore"}) {
    expect_literal(path);
  }
}

TEST_F(Paths, N14_TheFlagLiftsOneRuleAndWorkflowsOnlyWarn) {
  EXPECT_TRUE(succeeded(place.shell("printf x | $K write .vscode/settings.json --allow .vscode/settings.json")));
  EXPECT_TRUE(refused(place.shell("printf x | $K write .vscode/tasks.json --allow .vscode/settings.json"), {"path_protected"}));
  for (const std::string_view path : {".github/workflows/ci.yml", ".pre-commit-config.yaml"}) {
    const Finished finished = try_to(attempt::write, path);
    EXPECT_TRUE(succeeded(finished));
    EXPECT_TRUE(says(finished, "warning: ")) << path;
  }
}

TEST_F(Paths, N15_TheProgramsOwnFilesAreNotWritten) {
  for (const std::string_view path : {".kgabcdefghijklmnopqrstuv", ".config/kedge/config.toml", ".local/state/kedge/x"}) {
    expect_refused(path, {"path_protected"});
  }
  place.set(concat("KEDGE_STATE=", (place.root() / "records").string()));
  ASSERT_TRUE(succeeded(place.shell("printf x | $K write a")));
  for (const std::string_view path : {"records/x", "records", "records/deep/x", "RECORDS/../records/x"}) {
    const Finished finished = try_to(attempt::create, path);
    EXPECT_TRUE(refused(finished, {"path_protected", "path_invalid", "is_directory"})) << path;
  }
  const Finished lock = place.shell(
      "cd records/*/; P=records/$(basename $PWD)/lock; cd ../..; printf x | $K write $P --expected-version $(version $P)");
  EXPECT_TRUE(refused(lock, {"path_protected"}));
  EXPECT_TRUE(refused(place.shell("ln -s records docs; printf x | $K write docs/x"), {"path_protected"}));
}

TEST_F(Paths, N16_MissingFoldersAreMadeInsideTheRoot) {
  EXPECT_TRUE(succeeded(try_to(attempt::create, "a/b/c/file")));
  EXPECT_EQ(place.bytes("a/b/c/file"), "new");
  EXPECT_TRUE(succeeded(try_to(attempt::move_to, "d/e/file")));
  EXPECT_EQ(place.bytes("d/e/file"), "seed\n");
  EXPECT_TRUE(refused(try_to(attempt::replace, "f/g/file"), {"not_found"}));
  EXPECT_FALSE(fs::exists(place.root() / "f"));
}

TEST_F(Paths, N16_FoldersOfARefusedChangeAreNotLeftBehind) {
  const Facts before = place.facts();
  EXPECT_TRUE(refused(place.shell("printf 'create\\ta/b/c\\tseed\\ncreate\\tseed\\tseed\\n' | $K commit"), {"file_exists"}));
  EXPECT_EQ(place.facts(), before);
}

TEST_F(Paths, N17_AFileIsNoFolder) {
  fs::create_symlink("seed", place.root() / "link");
  for (const std::string_view path : {"seed/x", "seed/x/y", "link/x"}) expect_refused(path, {"path_invalid"});
}

TEST_F(Paths, N18_AnotherFileSystemInsideTheRootIsEnteredOnlyWhereItIsAllowed) {
  if (const std::string reason = why_no_own_mounts(); !reason.empty()) GTEST_SKIP() << reason;
  for (const std::string_view mount : {"mount -t tmpfs none inner", "mount --bind $OUTSIDE inner"}) {
    for (const std::string_view setting : file_systems()) {
      // What every POSIX system has cannot tell a file system that is bound into itself.
      if ((is_portable() || !setting.empty()) && mount.contains("--bind")) continue;
      const std::string prepared =
          concat(setting, "\nmkdir -p inner && ", mount, " && printf old > inner/file && mkdir -p inner/deep &&");
      const auto mounted = [&](std::string_view command) { return place.shell_with_own_mounts(concat(prepared, command)); };
      for (const std::string_view path : {"inner/file", "inner/new", "inner/deep/new"}) {
        const Finished finished = mounted(concat("P=", path, "; V=$(version inner/file)\n",
                                                 (path == "inner/file" ? attempt::replace : attempt::write).command));
        EXPECT_TRUE(refused(finished, {"path_outside_root"})) << path << mount << setting;
        EXPECT_TRUE(says(finished, "--cross-mounts")) << "the refusal names the line to add";
      }
      const Finished crossed = mounted(
          "printf new | $K write --cross-mounts inner/file --expected-version $(version inner/file) && cat inner/file && ls -A "
          "inner");
      EXPECT_TRUE(succeeded(crossed)) << mount << setting;
      EXPECT_TRUE(says(crossed, "newdeep\nfile\n")) << "the new bytes, and nothing left behind";
    }
  }
}

TEST_F(Paths, N18_AFileThatIsAMountOfItsOwnIsNotReplaced) {
  if (const std::string reason = why_no_own_mounts(); !reason.empty()) GTEST_SKIP() << reason;
  const std::string prepared = "printf old > bound && mount --bind $OUTSIDE/secret bound && ";
  EXPECT_TRUE(
      refused(place.shell_with_own_mounts(concat(prepared, "printf new | $K write bound --expected-version $(version bound)")),
              {"path_outside_root", "cannot_replace"}));
  EXPECT_TRUE(refused(place.shell_with_own_mounts(
                          concat(prepared, "printf new | $K write --cross-mounts bound --expected-version $(version bound)")),
                      {"cannot_replace"}));
  EXPECT_EQ(read_file_bytes(place.outside() / "secret"), "secret\n");
  EXPECT_TRUE(succeeded(place.shell_with_own_mounts(
      concat(prepared, "printf new | $K write --cross-mounts --in-place bound --expected-version $(version bound)"))));
  EXPECT_EQ(read_file_bytes(place.outside() / "secret"), "new");
}

TEST_F(Paths, N19_OnAFileSystemThatIgnoresCaseBothSpellingsAreOneFile) {
  if (const std::string reason = why_no_own_mounts(); !reason.empty()) GTEST_SKIP() << reason;
  const std::string prepared =
      "PATH=$PATH:/usr/sbin:/sbin; truncate -s 16M $OUTSIDE/image && mkfs.ext4 -q -O casefold $OUTSIDE/image && mkdir folded "
      "&& "
      "mount -o loop $OUTSIDE/image folded && mkdir folded/f && chattr +F folded/f && cd folded/f && printf old > Name && ";
  if (const Finished made = place.shell_with_own_mounts(concat(prepared, "test -f nAME")); made.status != 0) {
    GTEST_SKIP() << "no case-insensitive file system can be made here: " << made.errors;
  }
  fs::remove(place.root() / "folded");
  EXPECT_TRUE(refused(place.shell_with_own_mounts(concat(prepared, "printf new | $K write --create nAME")), {"file_exists"}));
  EXPECT_TRUE(succeeded(place.shell_with_own_mounts(
      concat(prepared, "printf new | $K write nAME --expected-version $(version Name) && ls | grep -qx Name"))));
}

// A process that has a root open, as a server has.
class OpenRoot {
 public:
  explicit OpenRoot(const Workplace& place) : files_(real_file_system()) {
    WorkspaceSettings settings;
    settings.root.path = settings.root.resolved = place.root().string();
    settings.state.folder = place.state().string();
    Result<Workspace> opened = Workspace::open(*files_, settings);
    if (!opened) throw std::runtime_error(opened.error().what);
    workspace_ = std::make_unique<Workspace>(*std::move(opened));
  }

  std::string change(const FileChange& change) {
    const FileChange all[] = {change};
    const Result<CommitReceipt> receipt = commit(*workspace_, all);
    return receipt ? "done" : std::string(row_of(receipt.error().code).name);
  }

 private:
  std::unique_ptr<FileSystem> files_;
  std::unique_ptr<Workspace> workspace_;
};

TEST_F(Paths, N20_ARootThatIsGoneOrReplacedIsNotWritten) {
  OpenRoot open(place);
  ASSERT_EQ(open.change({.kind = ChangeKind::create, .path = "first", .content = "1"}), "done");
  const Digest seed = sha256("seed\n");
  fs::remove_all(place.root());
  EXPECT_EQ(open.change({.kind = ChangeKind::create, .path = "second", .content = "2"}), "io_failed");
  EXPECT_EQ(open.change({.kind = ChangeKind::create, .path = "new/second", .content = "2"}), "io_failed");
  EXPECT_FALSE(fs::exists(place.root()));
  write_file(place.root() / "seed", "seed\n");
  EXPECT_EQ(open.change({.kind = ChangeKind::replace, .path = "seed", .content = "2", .expected = seed}), "io_failed");
  EXPECT_EQ(open.change({.kind = ChangeKind::remove, .path = "seed", .expected = seed}), "io_failed");
  EXPECT_EQ(open.change({.kind = ChangeKind::create, .path = "second", .content = "2"}), "io_failed");
  EXPECT_EQ(read_tree(place.root()), (Tree{{"seed", "seed\n"}}));
}

TEST_F(Paths, N20_ARootThatWasMovedIsStillTheSameFolder) {
  OpenRoot open(place);
  fs::rename(place.root(), place.outside() / "moved");
  write_file(place.root() / "seed", "impostor\n");
  EXPECT_NE(open.change({.kind = ChangeKind::create, .path = "second", .content = "2"}), "");
  EXPECT_EQ(read_tree(place.root()), (Tree{{"seed", "impostor\n"}}));
}

TEST_F(Paths, N20_ARootThatDoesNotExistIsRefused) {
  EXPECT_TRUE(refused(place.shell("printf x | $K write --root none a"), {"not_found", "path_invalid"}));
  EXPECT_TRUE(refused(place.shell("printf x | $K write --root seed a"), {"path_invalid", "not_found"}));
  const Finished finished = place.shell("mkdir gone; cd gone; rmdir ../gone; printf x | $K write a");
  EXPECT_NE(finished.status, 0);
  EXPECT_FALSE(fs::exists(place.root() / "a"));
}

}  // namespace
}  // namespace kedge::test
