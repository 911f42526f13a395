// Which folder is the root, and what `kedge doctor` tells about it.
#include <gtest/gtest.h>

#include "scenarios/workplace.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

TEST(Roots, WithoutAnOptionItIsTheWorkTreeAroundTheCurrentFolder) {
  const Workplace place;
  for (const std::string_view git : {"mkdir .git", "printf 'gitdir: elsewhere\\n' > .git"}) {
    ASSERT_EQ(place.shell(concat("rm -rf .git; mkdir -p deep/er; ", git)).status, 0);
    EXPECT_TRUE(succeeded(place.shell("cd deep/er && printf x | $K write top")));
    EXPECT_EQ(place.bytes("top"), "x");
    EXPECT_TRUE(says(place.shell("cd deep/er && $K doctor"), concat("root   ", place.root().string(), '\n')));
    ASSERT_TRUE(fs::remove(place.root() / "top"));
  }
}

TEST(Roots, WithoutAWorkTreeItIsTheCurrentFolder) {
  const Workplace place;
  EXPECT_TRUE(succeeded(place.shell("mkdir deep; cd deep; printf x | $K write here")));
  EXPECT_EQ(place.bytes("deep/here"), "x");
  EXPECT_TRUE(refused(place.shell("cd deep; printf x | $K write ../there"), {"path_outside_root"}));
}

TEST(Roots, AGitFolderOfAnotherUserMakesNoRoot) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  const Workplace place;
  for (const std::string_view git : {"mkdir .git", "printf 'gitdir: elsewhere\\n' > .git", "ln -s $OUTSIDE .git"}) {
    ASSERT_EQ(place.shell(concat("rm -rf .git; mkdir -p deep/er; ", git, "; chown -h 65534 .git")).status, 0);
    EXPECT_TRUE(succeeded(place.shell("cd deep/er && printf x | $K write here")));
    EXPECT_EQ(place.bytes("deep/er/here"), "x") << git;
    EXPECT_TRUE(refused(place.shell("cd deep/er && printf x | $K write ../../there"), {"path_outside_root"})) << git;
    ASSERT_TRUE(fs::remove(place.root() / "deep" / "er" / "here"));
  }
  // One's own further up is the root still.
  ASSERT_EQ(place.shell("rm -rf .git; mkdir .git deep/.git; chown 65534 deep/.git").status, 0);
  EXPECT_TRUE(says(place.shell("cd deep/er && $K doctor"), concat("root   ", place.root().string(), '\n')));
}

TEST(Roots, NorDoItsIgnoreRulesCount) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  const Workplace place;
  ASSERT_EQ(place.shell("mkdir -p .git/info deep; printf 'hidden\\n' > .gitignore; printf needle > deep/hidden").status, 0);
  EXPECT_FALSE(says(place.shell("$K search --root deep needle"), "needle\n")) << "by one's own";
  ASSERT_EQ(place.shell("chown 65534 .git").status, 0);
  EXPECT_TRUE(says(place.shell("$K search --root deep needle"), "hidden"));
}

TEST(Roots, TheOptionDecides) {
  const Workplace place;
  for (const std::string_view root : {"deep", "./deep/", "$PWD/deep", "deep/../deep", "link"}) {
    const Finished finished = place.shell(concat("mkdir -p deep; ln -sfn deep link; printf x | $K write here --root ", root));
    EXPECT_TRUE(succeeded(finished)) << root;
    EXPECT_EQ(place.bytes("deep/here"), "x") << root;
    ASSERT_TRUE(fs::remove(place.root() / "deep" / "here"));
  }
}

TEST(Roots, ASecondRootIsNotTakenForTheFirst) {
  const Workplace place;
  const Finished finished = place.shell("mkdir one two; printf x | $K write --root one --root two here");
  EXPECT_FALSE(fs::exists(place.root() / "two" / "here"));
  EXPECT_TRUE(finished.status == 2 || fs::exists(place.root() / "one" / "here")) << finished.errors;
}

TEST(Roots, AnEmptyRootIsAMistake) {
  const Workplace place;
  EXPECT_EQ(place.shell("printf x | $K write --root '' here").status, 2);
  EXPECT_EQ(read_tree(place.root()), Tree{});
}

TEST(Roots, TheHomeFolderAndTheWholeSystemAreTooWideUnlessAskedFor) {
  const Workplace place;
  for (const std::string_view root : {"$HOME", "/", "//", "$HOME/../home"}) {
    const Finished finished = place.shell(concat("printf x | $K write --root ", root, " kedge-test-file"));
    EXPECT_TRUE(refused(finished, {"path_outside_root"})) << root;
    EXPECT_TRUE(says(finished, "--allow-wide-root")) << "the refusal names the line to add";
  }
  EXPECT_TRUE(refused(place.shell("cd; printf x | $K write kedge-test-file"), {"path_outside_root"}));
  EXPECT_FALSE(fs::exists(place.home() / "kedge-test-file"));
  EXPECT_TRUE(succeeded(place.shell("printf x | $K write --root $HOME --allow-wide-root kedge-test-file")));
  EXPECT_EQ(read_file_bytes(place.home() / "kedge-test-file"), "x");
  for (const std::string_view name :
       {".bashrc", ".profile", ".zshrc", "state/kedge/x", ".local/state/kedge/x", ".config/kedge/config.toml"}) {
    EXPECT_TRUE(refused(place.shell(concat("printf x | $K write --root $HOME --allow-wide-root ", name)), {"path_protected"}))
        << name;
  }
}

TEST(Roots, DoctorTellsWhatItFound) {
  const Workplace place;
  const Finished text = place.shell("$K doctor");
  EXPECT_TRUE(succeeded(text));
  for (const std::string_view part :
       {"root   ", "state  ", "beneath", "exchange", "lease", "one mount", "0 changes under way"}) {
    EXPECT_TRUE(says(text, part));
  }
  const Finished json = place.shell("$K doctor --json");
  EXPECT_TRUE(succeeded(json));
  EXPECT_TRUE(json.output.starts_with('{') && json.output.ends_with("}\n"));
  for (const std::string_view part : {R"("root":")", R"("state":")", R"("features":{)", R"("pending":0)", R"("warnings":[])"}) {
    EXPECT_TRUE(says(json, part));
  }
  EXPECT_EQ(read_tree(place.root()), Tree{}) << "it only looks";
  EXPECT_EQ(place.shell("ls -A $STATE/*/tx").output, "") << "and cleans up what it tried";
}

TEST(Roots, DoctorSaysWhatIsMissing) {
  Workplace place;
  place.set("KEDGE_FS=portable");
  const Finished text = place.shell("$K doctor");
  EXPECT_TRUE(succeeded(text));
  EXPECT_TRUE(says(text, "portable"));
  EXPECT_TRUE(says(text, "no     lease"));
  EXPECT_TRUE(says(place.shell("$K doctor --json"), R"("lease":false)"));
}

TEST(Roots, DoctorRefusesWhatEveryCommandRefuses) {
  const Workplace place;
  EXPECT_TRUE(refused(place.shell("$K doctor --root none"), {"not_found"}));
  EXPECT_TRUE(refused(place.shell("touch file; $K doctor --root file"), {"path_invalid", "not_found"}));
  EXPECT_TRUE(refused(place.shell("mkdir state; chmod 0777 state; $K doctor --state state"), {"permission_denied"}));
}

TEST(Roots, AMovedRootKeepsItsRecords) {
  const Workplace place;
  const Finished finished = place.shell(
      "mkdir one; printf x | $K write --root one a > /dev/null; $K doctor --root one | grep ^state > before; mv one two\n"
      "$K doctor --root two | grep ^state | cmp - before");
  EXPECT_TRUE(succeeded(finished));
}

}  // namespace
}  // namespace kedge::test
