// Where the program keeps its records, and who else is there: rows E13 to E17 of the catalogue of bad input.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <memory>
#include <thread>

#include "commit/journal.hpp"
#include "scenarios/held_lock.hpp"
#include "scenarios/refused_calls.hpp"
#include "scenarios/workplace.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

// A record that names the file a, as a later version would write it.
std::string record_of_another_version() {
  JournalRecord record;
  record.root_identity = "whatever";
  record.entries.push_back(
      {.kind = ChangeKind::replace, .path = "a", .aside = {.path = "xyz-0"}, .before = sha256("old"), .after = sha256("new")});
  std::string bytes = encode(record);
  return bytes.replace(bytes.find(" 1\n"), 3, " 99\n");
}

TEST(Environment, E13_ARecordThatCannotBeReadBlocksOnlyTheFilesItNames) {
  const std::string other_version = record_of_another_version();
  std::string damaged = other_version;
  damaged.replace(damaged.find(" 99\n"), 4, " 1\n");
  damaged[damaged.find("whatever")] = 'W';
  for (const std::string& record : {other_version, damaged, damaged.substr(0, damaged.size() - 20)}) {
    const std::string_view name = "abcdefghijklmnopqrstuv";
    const Workplace place;
    ASSERT_TRUE(succeeded(place.shell("printf old | $K write a; printf old | $K write b")));
    write_file(records_of(place) / "tx" / name, record);
    for (int round = 0; round < 2; ++round) {
      const Finished blocked = place.shell(replace_a);
      EXPECT_EQ(blocked.status, 1) << blocked.output;
      EXPECT_TRUE(says(blocked, name)) << "it says which record is in the way";
      EXPECT_FALSE(says(blocked, "in a moment")) << "time does not help";
      EXPECT_EQ(place.bytes("a"), "old");
      EXPECT_EQ(place.shell("printf 'delete\\ta\\t%s\\n' $(version a) | $K commit").status, 1);
      EXPECT_EQ(place.shell("printf 'move\\ta\\tc\\t%s\\n' $(version a) | $K commit").status, 1);
      const Finished fine = place.shell(concat("printf new", round, " | $K write b --expected-version $(version b)"));
      EXPECT_TRUE(succeeded(fine));
      EXPECT_TRUE(says(fine, "warning: "));
      EXPECT_EQ(place.bytes("b"), concat("new", round));
      const Finished doctor = place.shell("$K doctor");
      EXPECT_EQ(doctor.status, 1) << "there is something to do";
      EXPECT_TRUE(says(doctor, "to do:\n  look at the files that this record names"));
      EXPECT_TRUE(says(doctor, "1 unreadable record"));
      EXPECT_TRUE(says(doctor, name));
    }
    // A person has looked.
    ASSERT_EQ(place.shell(concat("rm $STATE/*/tx/", name, "*")).status, 0);
    EXPECT_TRUE(succeeded(place.shell(replace_a)));
    EXPECT_TRUE(says(place.shell("$K doctor"), "0 unreadable records"));
  }
}

TEST(Environment, E13_AWarningIsSaidOnce) {
  const Workplace place;
  ASSERT_TRUE(succeeded(place.shell("printf old | $K write b")));
  write_file(records_of(place) / "tx" / "abcdefghijklmnopqrstuv", record_of_another_version());
  ASSERT_EQ(place.shell("$K doctor --recover").status, 1) << "it cannot be settled";
  const std::string said = place.shell("printf new | $K write b --expected-version $(version b)").output;
  const std::size_t first = said.find("warning: the journal record");
  ASSERT_NE(first, std::string::npos) << said;
  EXPECT_EQ(said.find("warning: the journal record", first + 1), std::string::npos) << said;
}

TEST(Environment, E13_ARecordThatTheRepositoryShipsIsNotBelieved) {
  const Workplace place;
  write_file(place.root() / ".kgabcdefghijklmnopqrstuv", "shipped\n");
  write_file(place.root() / ".kedge" / "tx" / "abcdefghijklmnopqrstuv", record_of_another_version());
  write_file(place.root() / "a", "old");
  EXPECT_TRUE(succeeded(place.shell(replace_a)));
  EXPECT_EQ(place.bytes(".kgabcdefghijklmnopqrstuv"), "shipped\n");
  EXPECT_EQ(read_tree(place.root()).size(), 3U);
}

TEST(Environment, E14_AMissingStateFolderIsMadeForItsOwnerAlone) {
  const Workplace place;
  const Finished finished = place.shell("umask 000; printf x | $K write a > /dev/null; stat -c %a $STATE $STATE/* $STATE/*/tx");
  EXPECT_TRUE(succeeded(finished));
  EXPECT_EQ(finished.output, "700\n700\n700\n");
  EXPECT_EQ(place.shell("find $STATE -type f -perm /077").output, "");
  EXPECT_TRUE(succeeded(place.shell(concat("rm -r $STATE; ", replace_a))));
}

TEST(Environment, E14_WhereItCannotBeMadeAnotherOneIsUsedAndSaidSo) {
  for (const std::string_view setting : {"XDG_STATE_HOME=/proc/none", "XDG_STATE_HOME=/dev/null/none"}) {
    Workplace place;
    place.set(concat("XDG_RUNTIME_DIR=", (place.home() / "run").string()));
    fs::create_directory(place.home() / "run");
    const Finished finished = place.shell(concat("printf old > a; export ", setting, "; ", replace_a));
    EXPECT_EQ(finished.status, 0) << setting << finished.errors;
    EXPECT_TRUE(finished.output.contains("warning: ")) << setting << finished.output;
    EXPECT_TRUE(finished.errors.contains("undo and tags end with it"))
        << "also on the stream for diagnostics: " << finished.errors;
    EXPECT_EQ(place.bytes("a"), "new");
    EXPECT_EQ(place.shell("cd ../home/run; stat -c %a *").output, "700\n");
  }
}

TEST(Environment, E14_WithoutAHomeTheTemporaryFolderIsUsed) {
  if (fs::exists("/.local")) GTEST_SKIP() << "/.local is somebody's";
  const Workplace place;
  const Finished finished = place.shell("unset HOME XDG_STATE_HOME; printf x | $K write a");
  EXPECT_EQ(finished.status, 0) << finished.errors;
  EXPECT_TRUE(finished.output.contains("warning: ")) << finished.output;
  EXPECT_EQ(place.shell("stat -c %a $TMPDIR/kedge-state-*").output, "700\n");
  EXPECT_EQ(fs::remove_all("/.local"), 0U) << "nothing is made at the top of the system";
}

TEST(Environment, E14_AFallbackThatSomebodyElseCouldHaveMadeIsNotUsed) {
  for (const std::string_view trap : {"mkdir $T; chmod 0755 $T", "mkdir $T; chmod 0777 $T", "mkdir $T; chown 65534 $T",
                                      "mkdir other; ln -s $PWD/other $T", "touch $T"}) {
    if (trap.contains("chown") && !why_not_root().empty()) continue;
    const Workplace place;
    write_file(place.root() / "a", "old");
    const Facts before = place.facts();
    const Finished finished = place.shell(
        concat("T=$TMPDIR/kedge-state-$(id -u); (cd ..;", trap, "); export XDG_STATE_HOME=/proc/none; ", replace_a));
    EXPECT_TRUE(refused(finished, {"permission_denied"})) << trap;
    EXPECT_EQ(place.facts(), before) << trap;
  }
}

TEST(Environment, E14_AStateFolderThatOthersMayTouchIsNotUsed) {
  for (const std::string_view trap :
       {"chmod 0755 $STATE/*", "chmod 0770 $STATE/*", "chown 65534 $STATE/*", "chown 65534 $STATE",
        "mv $STATE/* ../moved; ln -s $(realpath ../moved) $STATE/$N", "mv $STATE ../moved; ln -s $(realpath ../moved) $STATE",
        "mv $STATE/$N/tx ../tx; ln -s $(realpath ../tx) $STATE/$N/tx"}) {
    if (trap.contains("chown") && !why_not_root().empty()) continue;
    const Workplace place;
    ASSERT_TRUE(succeeded(place.shell("printf old | $K write a")));
    const Facts before = place.facts();
    const Finished finished = place.shell(concat("N=$(ls $STATE); ", trap, "; ", replace_a));
    EXPECT_TRUE(refused(finished, {"permission_denied"})) << trap;
    EXPECT_EQ(place.facts(), before) << trap;
  }
}

TEST(Environment, E15_WhoeverComesSecondWaits) {
  const Workplace place;
  ASSERT_TRUE(succeeded(place.shell("printf old | $K write a")));
  auto lock = std::make_unique<HeldLock>(place);
  std::string while_held;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    while_held = place.bytes("a");
    lock.reset();
  });
  EXPECT_TRUE(succeeded(place.shell(replace_a)));
  other.join();
  EXPECT_EQ(while_held, "old");
  EXPECT_EQ(place.bytes("a"), "new");
}

TEST(Environment, E15_AndAfterTenSecondsSaysBusy) {
  const Workplace place;
  ASSERT_TRUE(succeeded(place.shell("printf old | $K write a")));
  const Facts before = place.facts();
  auto lock = std::make_unique<HeldLock>(place);
  EXPECT_TRUE(refused(place.shell(replace_a), {"busy"}));
  EXPECT_EQ(place.facts(), before);
  lock.reset();
  EXPECT_TRUE(succeeded(place.shell(replace_a)));
}

TEST(Environment, E15_ManyAtOnceLoseNothing) {
  const Workplace place;
  write_file(place.root() / "a", "");
  const Finished finished = place.shell(
      "for W in 1 2 3 4; do ( for I in 1 2 3 4 5; do until { V=$(version a); { cat a; echo $W.$I; } > ../$W\n"
      "[ \"$(head -c -4 ../$W | sha256sum | cut -c 1-64)\" = $V ] && $K write a --input ../$W --expected-version $V > ../log "
      "2>&1; }; do :; done; done ) & done; wait\n"
      "sort a | tr '\\n' ' '");
  EXPECT_TRUE(succeeded(finished));
  EXPECT_EQ(finished.output, "1.1 1.2 1.3 1.4 1.5 2.1 2.2 2.3 2.4 2.5 3.1 3.2 3.3 3.4 3.5 4.1 4.2 4.3 4.4 4.5 ");
}

TEST(Environment, E16_WithoutExchangeAndLeasesTheGuardSaysSo) {
  Workplace place;
  place.set("KEDGE_FS=portable");
  const Finished created = place.shell("printf old | $K write a --json");
  EXPECT_TRUE(says(created, R"("guard":"recheck")"));
  EXPECT_TRUE(says(place.shell(replace_a), "guard=recheck\n"));
  EXPECT_EQ(place.bytes("a"), "new");
  EXPECT_TRUE(says(place.shell("printf 'move\\ta\\tb\\t%s\\n' $(version a) | $K commit"), "guard=recheck\n"));
  EXPECT_TRUE(says(place.shell("printf 'delete\\tb\\t%s\\n' $(version b) | $K commit"), "guard=recheck\n"));
  EXPECT_EQ(read_tree(place.root()), Tree{});
}

TEST(Environment, E17_WithoutNewerSystemCallsItWorksAndStaysInside) {
  for (const int error : {ENOSYS, EPERM}) {
    const Workplace place;
    write_file(place.root() / "deep" / "a", "old");
    write_file(place.outside() / "x", "old");
    fs::create_symlink("../outside", place.root() / "out");
    fs::create_symlink("deep", place.root() / "in");
    const auto run = [&](std::string_view command) {
      return with_calls_refused({SYS_openat2}, error, [&] { return place.shell(command); });
    };
    ASSERT_TRUE(succeeded(place.shell("printf old > a")));
    EXPECT_TRUE(succeeded(run(replace_a))) << error;
    EXPECT_TRUE(succeeded(run("printf new | $K write in/a --expected-version $(version deep/a)"))) << error;
    EXPECT_TRUE(succeeded(run("printf new | $K write deep/er/new"))) << error;
    EXPECT_EQ(place.bytes("deep/a"), "new");
    const Facts before = place.facts();
    for (const std::string_view path : {"out/x", "out/new", "../outside/x"}) {
      EXPECT_TRUE(refused(run(concat("printf new | $K write ", path)), {"path_outside_root"})) << path << error;
    }
    EXPECT_TRUE(refused(run("printf new | $K write out/x --expected-version $(version out/x)"), {"path_outside_root"}))
        << error;
    EXPECT_EQ(place.facts(), before) << error;
    EXPECT_TRUE(says(run("$K doctor"), "no     beneath")) << error;
  }
}

TEST(Environment, E17_WithoutExchangeTheGuardIsWeakerAndNamed) {
  for (const int error : {ENOSYS, EINVAL}) {
    const Workplace place;
    write_file(place.root() / "a", "old");
    const auto run = [&](std::string_view command) {
      return with_calls_refused({SYS_renameat2}, error, [&] { return place.shell(command); });
    };
    const Finished replaced = run(replace_a);
    EXPECT_TRUE(succeeded(replaced)) << error;
    EXPECT_TRUE(says(replaced, "guard=recheck")) << error;
    EXPECT_TRUE(succeeded(run("printf new | $K write b"))) << error;
    EXPECT_TRUE(refused(run("printf newer | $K write b --create"), {"file_exists"})) << error;
    EXPECT_TRUE(refused(run("printf 'move\\ta\\tb\\t%s\\n' $(version a) | $K commit"), {"file_exists"})) << error;
    EXPECT_EQ(read_tree(place.root()), (Tree{{"a", "new"}, {"b", "new"}})) << error;
  }
}

}  // namespace
}  // namespace kedge::test
