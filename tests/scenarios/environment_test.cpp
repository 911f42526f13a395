// A world that is hostile, short of something or merely odd: rows E1 to E11, E19 and E20 of the catalogue of bad input.
// Whatever is missing, a file is wholly old or wholly new, and the answer says which.
#include <gtest/gtest.h>

#include "scenarios/scenario_run.hpp"
#include "scenarios/tested_program.hpp"
#include "scenarios/workplace.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

// One of each kind of change in a folder with the files a, b and c.
constexpr std::pair<std::string_view, std::string_view> changes[] = {
    {"new", "printf new | $K write --root $R new"},
    {"deep/er/new", "printf new | $K write --root $R deep/er/new"},
    {"a", "printf new | $K write --root $R a --expected-version $(version $R/a)"},
    {"b", "printf 'delete\\tb\\t%s\\n' $(version $R/b) | $K commit --root $R"},
    {"c", "printf 'move\\tc\\td\\t%s\\n' $(version $R/c) | $K commit --root $R"},
};

TEST(Environment, E1_AReadOnlyFileSystemIsNotWritten) {
  if (const std::string reason = why_no_own_mounts(); !reason.empty()) GTEST_SKIP() << reason;
  const Workplace place;
  for (const std::string_view mount :
       {"mount -t tmpfs none ro && touch ro/a ro/b ro/c && mount -o remount,ro ro",
        "touch $OUTSIDE/a $OUTSIDE/b $OUTSIDE/c && mount --bind $OUTSIDE ro && mount -o remount,bind,ro ro"}) {
    for (const std::string_view setting : file_systems()) {
      for (const auto& [name, change] : changes) {
        const Finished finished =
            place.shell_with_own_mounts(concat(setting, "R=ro; mkdir -p ro && ", mount, " && { ", change, "; }"));
        EXPECT_TRUE(refused(finished, {"permission_denied"})) << mount << setting << change;
        EXPECT_TRUE(says(finished, "ead-only")) << mount << setting << change;
        EXPECT_TRUE(says(finished, concat(": ", name, ": "))) << mount << setting << change;
      }
    }
  }
  EXPECT_EQ(read_tree(place.outside()), (Tree{{"a", ""}, {"b", ""}, {"c", ""}}));
}

TEST(Environment, E2_AFullDiskLeavesEverythingAsItWas) {
  if (const std::string reason = why_no_own_mounts(); !reason.empty()) GTEST_SKIP() << reason;
  const Workplace place;
  write_file(place.outside() / "big", std::string(300'000, 'x'));
  for (const std::string_view setting : file_systems()) {
    for (const std::string_view change :
         {"$K write --root R --input $OUTSIDE/big a --expected-version $(version R/a)",
          "$K write --root R --input $OUTSIDE/big new", "$K write --root R --input $OUTSIDE/big deep/er/new"}) {
      const Finished finished = place.shell_with_own_mounts(
          concat(setting, "mkdir -p R && mount -t tmpfs -o size=256k none R && printf old > R/a; ", change,
                 "; S=$?; cat R/a >&2; ls -A R >&2; printf small | $K write --root R a --expected-version $(version R/a) >&2; "
                 "exit $S"));
      EXPECT_TRUE(failed(finished, {"no_space"})) << setting << change;
      EXPECT_TRUE(says(finished, "olda\na:1 replaced")) << "the old bytes, nothing left behind, and a smaller change works";
    }
  }
}

TEST(Environment, E2_ADiskWithoutRoomForRecordsRefusesOrFallsBack) {
  if (const std::string reason = why_no_own_mounts(); !reason.empty()) GTEST_SKIP() << reason;
  const Workplace place;
  const Finished finished = place.shell_with_own_mounts(
      "mkdir records && mount -t tmpfs -o size=64k,mode=700 none records && printf old > a && printf x | $K write --state "
      "records "
      "first\n"
      "dd if=/dev/zero of=records/filler bs=4096 2> filler.log; rm filler.log first\n"
      "printf new | $K write --state records a --expected-version $(version a); echo $?; cat a");
  EXPECT_TRUE(says(finished, "3\nold") || says(finished, "0\nnew")) << finished.output << finished.errors;
  EXPECT_EQ(read_tree(place.root()), (Tree{{"a", place.bytes("a")}, {"records/", ""}}));
}

TEST(Environment, E3_AQuotaOfInodesOrOfFileSizeIsLikeAFullDisk) {
  const Workplace place;
  if (why_no_own_mounts().empty()) {
    const Finished finished = place.shell_with_own_mounts(
        "mkdir R && mount -t tmpfs -o nr_inodes=3 none R && printf old > R/a && printf x > R/b\n"
        "printf new | $K write --root R c; S=$?; ls -A R >&2; exit $S");
    EXPECT_TRUE(failed(finished, {"no_space"}));
    EXPECT_TRUE(says(finished, "a\nb\n"));
    fs::remove(place.root() / "R");
  }
  write_file(place.outside() / "big", std::string(300'000, 'x'));
  write_file(place.root() / "a", "old");
  const Facts before = place.facts();
  for (const std::string_view setting : file_systems()) {
    const Finished limited =
        place.shell(concat(setting, "V=$(version a); ulimit -f 100; $K write --input $OUTSIDE/big a --expected-version $V"));
    EXPECT_TRUE(refused(limited, {"limit_exceeded"}) || failed(limited, {"no_space", "io_failed"}))
        << setting << limited.status << limited.errors;
    EXPECT_FALSE(says(limited, "unknown")) << setting;
  }
  EXPECT_EQ(place.facts(), before);
}

TEST(Environment, E5_AFileThatBecameSomethingElseIsNotReplaced) {
  for (const std::string_view setting : file_systems()) {
    for (const std::string_view swap : {"mkdir a", "mkdir a && touch a/x", "mkfifo a", "ln -s other a", "ln -s . a",
                                        "ln -s $OUTSIDE/x a", "ln -s nothing a", "printf changed > a", ": > a"}) {
      const Workplace place;
      write_file(place.root() / "a", "old");
      write_file(place.root() / "other", "other");
      write_file(place.outside() / "x", "old");
      ASSERT_EQ(place.shell(concat("version a > $OUTSIDE/version; rm a; ", swap)).status, 0);
      const Facts before = place.facts();
      for (const std::string_view change : {"printf new | $K write a --expected-version $(cat $OUTSIDE/version)",
                                            "printf 'delete\\ta\\t%s\\n' $(cat $OUTSIDE/version) | $K commit",
                                            "printf 'move\\ta\\tb\\t%s\\n' $(cat $OUTSIDE/version) | $K commit"}) {
        EXPECT_TRUE(refused(place.shell(concat(setting, change)), {"conflict", "file_version_mismatch", "is_directory",
                                                                   "not_regular_file", "path_outside_root", "path_invalid"}))
            << swap << setting << change;
        EXPECT_EQ(place.facts(), before) << swap << setting << change;
      }
    }
  }
}

TEST(Environment, E6_AFileThatIsGoneIsNotMadeAgain) {
  const Workplace place;
  for (const std::string_view setting : file_systems()) {
    for (const std::string_view path : {"a", "gone/a"}) {
      const std::string before = concat(setting, "V=$(version /dev/null); P=", path, '\n');
      EXPECT_TRUE(refused(place.shell(concat(before, "printf new | $K write $P --expected-version $V")), {"not_found"}));
      EXPECT_TRUE(refused(place.shell(concat(before, "printf 'delete\\t%s\\t%s\\n' $P $V | $K commit")), {"not_found"}));
      EXPECT_TRUE(refused(place.shell(concat(before, "printf 'move\\t%s\\tb\\t%s\\n' $P $V | $K commit")), {"not_found"}));
    }
  }
  EXPECT_EQ(read_tree(place.root()), Tree{});
}

TEST(Environment, E7_AFileThatMayNotBeWrittenAnyMoreIsNotReplaced) {
  for (const std::string_view setting : file_systems()) {
    const Workplace place;
    write_file(place.root() / "a", "old");
    ASSERT_EQ(place.shell("chmod 0444 a").status, 0);
    const Facts before = place.facts();
    const std::string change = concat(setting, "printf new | $K write a --expected-version $(version a)");
    EXPECT_TRUE(refused(place.shell(change), {"permission_denied"})) << setting;
    EXPECT_EQ(place.facts(), before);
    EXPECT_TRUE(succeeded(place.shell(change + " --force"))) << setting;
    EXPECT_EQ(place.shell("cat a; stat -c %a a").output, "new444\n");
  }
}

TEST(Environment, E7_AFileOfSomebodyElseIsNotReplaced) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  for (const std::string_view setting : file_systems()) {
    const Workplace place;
    write_file(place.root() / "a", "old");
    // The folder may be written, the file may not.
    ASSERT_EQ(place.shell("chmod 0777 . ../home; chmod 0755 ..; chmod 0644 a").status, 0);
    const Facts before = place.facts();
    const Finished finished = place.shell(concat(
        setting, "printf new | setpriv --reuid 65534 --regid 65534 --clear-groups $K write a --expected-version $(version a)"));
    EXPECT_TRUE(refused(finished, {"permission_denied"})) << setting;
    EXPECT_EQ(place.facts(), before);
  }
}

TEST(Environment, E8_AnImmutableOrAppendOnlyFileIsRefusedByTheNameOfItsFlag) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  for (const auto& [flag, name] : {std::pair<std::string, std::string>{"i", "immutable"}, {"a", "append-only"}}) {
    const Workplace place;
    write_file(place.root() / "a", "old");
    if (place.shell(concat("chattr +", flag, " a")).status != 0) GTEST_SKIP() << "this file system has no such flags";
    const Facts before = place.facts();
    for (const std::string_view setting : file_systems()) {
      for (const std::string_view change :
           {"printf new | $K write a --expected-version $(version a)",
            "printf new | $K write --force a --expected-version $(version a)",
            "printf new | $K write --in-place a --expected-version $(version a)",
            "printf 'delete\\ta\\t%s\\n' $(version a) | $K commit", "printf 'move\\ta\\tb\\t%s\\n' $(version a) | $K commit"}) {
        const Finished finished = place.shell(concat(setting, change));
        EXPECT_TRUE(refused(finished, {"permission_denied", "cannot_replace"})) << setting << change;
        EXPECT_TRUE(says(finished, name)) << setting << change;
      }
    }
    EXPECT_EQ(place.facts(), before);
    EXPECT_EQ(place.shell(concat("chattr -", flag, " a")).status, 0);
  }
}

TEST(Environment, E9_TheTimeOfAFileDecidesNothing) {
  for (const std::string_view setting : file_systems()) {
    for (const std::string_view time : {"@0", "@-1", "@4294967296", "@2147483648", "@9999999999"}) {
      const Workplace place;
      const std::string before = concat(setting, "printf old > a; V=$(version a); touch -d ", time, " a;");
      EXPECT_TRUE(succeeded(place.shell(concat(before, "printf new | $K write a --expected-version $V")))) << time << setting;
      EXPECT_EQ(place.bytes("a"), "new");
      // The same time and the same size, but other bytes.
      EXPECT_TRUE(refused(
          place.shell(concat(before, "printf odd > a; touch -d ", time, " a; printf new | $K write a --expected-version $V")),
          {"file_version_mismatch"}))
          << time << setting;
    }
  }
}

TEST(Environment, E10_WithTooFewDescriptorsNothingIsHalfDone) {
  if (under_sanitizers()) GTEST_SKIP() << "a sanitizer needs descriptors of its own";
  for (int limit = 3; limit <= 20; ++limit) {
    for (const std::string_view setting : file_systems()) {
      const Workplace place;
      write_file(place.root() / "a", "old");
      write_file(place.root() / "b", "old");
      const Facts before = place.facts();
      const Finished finished = place.shell(concat(
          setting,
          "V=$(version a); printf new > $OUTSIDE/../new; printf 'replace\\ta\\t%s\\t../new\\nreplace\\tb\\t%s\\t../new\\n' ",
          "$V $V > $OUTSIDE/../list; ulimit -n ", limit, "; exec $K commit --input ../list"));
      EXPECT_TRUE(finished.status >= 0 && finished.status <= 3)  // 2: the list itself cannot be opened
          << limit << setting << finished.status << finished.errors;
      if (finished.status == 0) {
        EXPECT_EQ(read_tree(place.root()), (Tree{{"a", "new"}, {"b", "new"}})) << limit << setting;
      } else {
        EXPECT_TRUE(finished.errors.starts_with("kedge: ")) << limit << setting << finished.errors;
        EXPECT_EQ(place.facts(), before) << limit << setting;
      }
      EXPECT_TRUE(succeeded(place.shell(concat(setting, "printf more | $K write a --expected-version $(version a)")))) << limit;
    }
  }
}

TEST(Environment, E11_WithTooLittleMemoryNothingIsHalfDone) {
  if (under_sanitizers()) GTEST_SKIP() << "a sanitizer needs more address space than there is to limit";
  const Workplace place;
  write_file(place.root() / "a", "old");
  ASSERT_EQ(place.shell("head -c 20000000 /dev/zero | tr '\\0' 'x' > $OUTSIDE/big").status, 0);
  const Facts before = place.facts();
  int refusals = 0;
  bool done = false;
  for (int kilobytes = 4'000; kilobytes <= 512'000 && !done; kilobytes = kilobytes * 5 / 4) {
    const std::string limit = concat("ulimit -v ", kilobytes, "; ");
    if (place.shell(concat(limit, "$K --version > /dev/null")).status != 0) continue;
    const Finished finished =
        place.shell(concat("V=$(version a); ", limit, "exec $K write a --input $OUTSIDE/big --expected-version $V"));
    done = finished.status == 0;
    if (done) continue;
    ++refusals;
    EXPECT_TRUE(finished.status == 1 || finished.status == 3) << kilobytes << " KiB: " << finished.status << finished.errors;
    EXPECT_TRUE(finished.errors.starts_with("kedge: ")) << kilobytes << " KiB: " << finished.errors;
    EXPECT_EQ(place.facts(), before) << kilobytes << " KiB";
  }
  EXPECT_TRUE(done) << "with enough memory it works";
  EXPECT_GT(refusals, 0) << "there was a limit that was too low";
}

TEST(Environment, E19_LanguageZoneAndTemporaryFolderChangeNothing) {
  const std::string_view change =
      "printf old > a; printf new | $K write a --expected-version $(version a) | sed /undo_id/d; printf x | $K write ../x; "
      "echo $?";
  const std::string expected = Workplace().shell(change).output;
  ASSERT_TRUE(expected.ends_with("1\n")) << expected;
  for (const std::string_view variable :
       {"LC_ALL=xx_YY.nonsense", "LC_ALL=tr_TR.UTF-8", "LANG=\xff\xfe", "TZ=../../../etc/passwd", "TZ=:/dev/zero",
        "TMPDIR=/none/such", "TMPDIR=/dev/null", "TMPDIR=relative", "PATH=", "MALLOC_PERTURB_=42", "HOME=", "HOME=/none/such",
        "IFS=abc"}) {
    Workplace place;
    place.set(std::string(variable));
    EXPECT_EQ(place.shell(concat("export PATH=/usr/bin:/bin IFS='\n \t'\n", change)).output, expected) << printable(variable);
    EXPECT_EQ(place.bytes("a"), "new") << printable(variable);
    EXPECT_EQ(read_tree(place.root()).size(), 1U) << printable(variable);
  }
}

TEST(Environment, E20_WithRightsThatItsCallerDoesNotHaveItRefuses) {
  if (const std::string reason = why_not_root(); !reason.empty()) GTEST_SKIP() << reason;
  for (const std::string_view mode : {"4755", "2755"}) {
    const Workplace place;
    write_file(place.root() / "a", "old");
    const Facts before = place.facts();
    const Finished finished =
        place.shell(concat("chmod 0777 . ../home; chmod 0755 ..; cp $K ../borrowed; chmod ", mode, " ../borrowed\n",
                           "V=$(version a)\nfor C in 'write a --expected-version '$V 'write new' doctor; do\n",
                           "printf new | setpriv --reuid 65534 --regid 65534 --clear-groups ../borrowed $C; S=$?; [ $S = 1 ] "
                           "|| exit 99; done; exit 1"));
    if (place.shell("findmnt -no OPTIONS -T .. | grep nosuid").status == 0)
      GTEST_SKIP() << "this file system does not lend rights";
    EXPECT_TRUE(refused(finished, {"permission_denied"})) << mode;
    EXPECT_TRUE(says(finished, "setuid")) << mode;
    ASSERT_EQ(place.shell("chmod 0755 .").status, 0);
    EXPECT_EQ(place.facts(), before);
  }
}

TEST(Environment, E20_DoctorSaysWhetherItRunsAsRoot) {
  const Workplace place;
  const bool root = why_not_root().empty();
  EXPECT_TRUE(says(place.shell("$K doctor"), root ? "no     ordinary user: " : "yes    ordinary user: "));
  EXPECT_TRUE(says(place.shell("$K doctor --json"), root ? R"("runs_as_root":true)" : R"("runs_as_root":false)"));
  if (!root) return;
  const Finished finished = place.shell(
      "chmod 0777 . ../home; chmod 0755 ..; cp $K ../kedge; chmod 0755 ../kedge\n"
      "setpriv --reuid 65534 --regid 65534 --clear-groups ../kedge doctor");
  EXPECT_TRUE(says(finished, "yes    ordinary user: "));
}

}  // namespace
}  // namespace kedge::test
