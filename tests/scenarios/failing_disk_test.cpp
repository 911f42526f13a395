// A disk that fails, a quota that is used up, and an end without warning, at one system call after the other until a run comes
// through untouched: rows E3, E4 and E12 of the catalogue of bad input. The fault battery does it for all kinds of changes, and
// cuts the power, too.
#include <gtest/gtest.h>

#include <algorithm>

#include "scenarios/scenario_run.hpp"
#include "scenarios/tested_program.hpp"
#include "scenarios/workplace.hpp"
#include "support/json_read.hpp"
#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

const std::string old_bytes = "old\n";
const std::string new_bytes = "new\n";
const Tree all_old{{"a", old_bytes}, {"b", old_bytes}};
const Tree all_new{{"a", new_bytes}, {"b", new_bytes}};

std::string why_no_injection() {
  if (under_sanitizers()) return "it is the released program that is run so often";
  static const bool works = Workplace().shell("strace -qq -o /dev/null -e inject=chdir:error=EIO true").status == 0;
  return works ? "" : "there is no strace that can do this";
}

// Two files, each of which gets other bytes with the other.
class Disturbed {
 public:
  Disturbed() {
    write_file(place_.outside() / "new", new_bytes);
    // So that records are there already.
    if (place_.shell("printf x | $K write x && rm x").status != 0) ADD_FAILURE() << "the first write fails";
    for (const char* const name : {"a", "b"}) write_file(place_.root() / name, old_bytes);
    const std::string version = to_hex(sha256(old_bytes));
    std::string list;
    for (const char* const name : {"a", "b"}) append(list, concat("replace\t", name, '\t', version, "\t../outside/new\n"));
    write_file(place_.outside() / "list", list);
  }

  // With `what` done to the k-th call of this name. False: there are not so many.
  bool run(std::string_view setting, std::string_view call, std::string_view what, int k) {
    finished_ = place_.shell(concat(setting, "strace -qq -o $OUTSIDE/trace -e trace=", call, " -e inject=", call, ':', what,
                                    ":when=", k, " $K commit --json --input $OUTSIDE/list"));
    return read_file_bytes(place_.outside() / "trace").contains("INJECTED") || finished_.status >= 128;
  }

  const Finished& finished() const { return finished_; }
  const Workplace& place() const { return place_; }
  Tree tree() const { return read_tree(place_.root()); }
  // Without what a failing disk may have left beside them until it is cleared away.
  bool holds(const std::string& bytes) const { return place_.bytes("a") == bytes && place_.bytes("b") == bytes; }

  // What the answer says about the disk is true, and it was not interrupted.
  testing::AssertionResult told_truly(std::initializer_list<std::string_view> codes) const {
    const auto wrong = [&](std::string_view why) {
      return testing::AssertionFailure() << std::string(why) << ": status " << finished_.status << '\n'
                                         << finished_.output << finished_.errors;
    };
    if (finished_.status == 0) return holds(new_bytes) ? testing::AssertionSuccess() : wrong("done, and it is not");
    const std::expected<Json, JsonProblem> answer = read_json(finished_.output);
    if (!answer) return wrong("no answer");
    const Json* const error = answer->find("error");
    const std::string code = error != nullptr && error->as_string() != nullptr ? *error->as_string() : "none";
    if (std::ranges::find(codes, code) == codes.end()) return wrong("another code");
    if (finished_.status == 1) return holds(old_bytes) ? testing::AssertionSuccess() : wrong("refused, and files have changed");
    if (finished_.status != 3) return wrong("another status");
    const Json* const details = answer->find("details");
    if (details == nullptr) return wrong("no word about the disk");
    if (details->find("unchanged") != nullptr)
      return holds(old_bytes) ? testing::AssertionSuccess() : wrong("unchanged, and it is not");
    const Json* const on_disk = details->find("on_disk");
    if (on_disk == nullptr) return wrong("no word about the disk");
    for (const char* const name : {"a", "b"}) {
      const Json* const told = on_disk->find(name);
      if (told == nullptr || told->as_string() == nullptr || *told->as_string() != to_hex(sha256(place_.bytes(name))))
        return wrong("not what is on the disk");
    }
    return testing::AssertionSuccess();
  }

  // After recovery both are old or both are new, nothing else is there, and the next change works.
  testing::AssertionResult recovers() const {
    const Finished doctor = place_.shell("$K doctor --recover");
    if (doctor.status != 0) return testing::AssertionFailure() << "doctor says " << doctor.output << doctor.errors;
    const Tree found = tree();
    if (found != all_old && found != all_new) return testing::AssertionFailure() << "one is old and one is new";
    return succeeded(place_.shell("printf next | $K write a --expected-version $(version a)"));
  }

 private:
  Workplace place_;
  Finished finished_;
};

struct Sweep {
  int disturbed = 0, done = 0, failed = 0;
};

Sweep sweep(std::string_view setting, std::string_view call, std::string_view what, int step,
            std::initializer_list<std::string_view> codes) {
  Sweep seen;
  constexpr int endless = 1000;
  for (int k = 1; k < endless; k += step) {
    Disturbed disturbed;
    if (!disturbed.run(setting, call, what, k)) break;
    ++seen.disturbed;
    ++(disturbed.finished().status == 0 ? seen.done : seen.failed);
    EXPECT_TRUE(disturbed.told_truly(codes)) << call << ' ' << what << ' ' << k << setting;
    EXPECT_TRUE(disturbed.recovers()) << call << ' ' << what << ' ' << k << setting;
  }
  return seen;
}

// Both file systems make much the same calls: the second is disturbed at every other of them.
int stride(std::string_view setting) { return setting.empty() ? 1 : 2; }

TEST(Environment, E3_AQuotaThatIsUsedUpIsLikeAFullDisk) {
  if (const std::string reason = why_no_injection(); !reason.empty()) GTEST_SKIP() << reason;
  for (const std::string_view setting : file_systems()) {
    // Where space is used, and where it turns out to be missing at last.
    EXPECT_GT(sweep(setting, "pwrite64", "error=EDQUOT", 6 * stride(setting), {"no_space", "permission_denied"}).failed, 0);
    EXPECT_GT(sweep(setting, "fsync", "error=EDQUOT", 3 * stride(setting), {"no_space", "permission_denied", "indeterminate"})
                  .disturbed,
              0);
  }
}

TEST(Environment, E4_ADiskThatFailsToReadOrToWriteLeavesWhatTheAnswerSays) {
  if (const std::string reason = why_no_injection(); !reason.empty()) GTEST_SKIP() << reason;
  const std::initializer_list<std::string_view> codes{"io_failed", "permission_denied", "indeterminate"};
  for (const std::string_view setting : file_systems()) {
    EXPECT_GT(sweep(setting, "pread64", "error=EIO", 2 * stride(setting), codes).failed, 0);
    EXPECT_GT(sweep(setting, "pwrite64", "error=EIO", 12 * stride(setting), codes).disturbed, 0);
  }
}

TEST(Environment, E4_ADiskThatFailsToSyncLeavesWhatTheAnswerSays) {
  if (const std::string reason = why_no_injection(); !reason.empty()) GTEST_SKIP() << reason;
  const std::initializer_list<std::string_view> codes{"io_failed", "permission_denied", "indeterminate"};
  for (const std::string_view setting : file_systems()) {
    // Files and folders, before the point from which it goes on and behind it.
    const Sweep synced = sweep(setting, "fsync", "error=EIO", stride(setting), codes);
    EXPECT_GT(synced.failed, 0);
  }
}

TEST(Environment, WithoutDurabilityNothingIsSynced) {
  if (const std::string reason = why_no_injection(); !reason.empty()) GTEST_SKIP() << reason;
  const Workplace place;
  const auto syncs = [&](std::string_view name, std::string_view durability) {
    const Finished finished = place.shell(
        concat("printf x | strace -f -qq -o $OUTSIDE/trace -e trace=fsync,fdatasync,sync_file_range,syncfs $K write ", name,
               " --durability ", durability));
    EXPECT_EQ(finished.status, 0) << finished.errors;
    return std::ranges::count(read_file_bytes(place.outside() / "trace"), '\n');
  };
  syncs("a", "full");  // makes the records
  EXPECT_GE(syncs("b", "full"), 4) << "the new file, its record, their folders, the history";
  EXPECT_EQ(syncs("c", "none"), 0);
}

TEST(Environment, E12_KilledAtAnyStepItIsAllOrNothing) {
  if (const std::string reason = why_no_injection(); !reason.empty()) GTEST_SKIP() << reason;
  for (const std::string_view setting : file_systems()) {
    bool seen_old = false;
    bool seen_new = false;
    // What makes something last or gives it another name.
    for (const std::string_view call : {"fsync", "renameat2", "renameat", "linkat", "unlinkat"}) {
      for (int k = 1; k < 1000; k += stride(setting)) {
        Disturbed disturbed;
        if (!disturbed.run(setting, call, "signal=KILL", k)) break;
        EXPECT_TRUE(disturbed.recovers()) << call << ' ' << k << setting;
        (disturbed.place().bytes("b") == new_bytes ? seen_new : seen_old) = true;
      }
    }
    EXPECT_TRUE(seen_old && seen_new) << "killed before and behind the point from which it goes on" << setting;
  }
}

}  // namespace
}  // namespace kedge::test
