// Takes the disk's space away, a little less each time, so that it runs out at each step in turn: while the new content is
// staged, in the journal, in a directory. Each time the change is done, or refused with everything as it was.
#include <fcntl.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "answer.hpp"
#include "claim.hpp"
#include "part.hpp"
#include "stepper.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

namespace fs = std::filesystem;
using kedge::concat;

enum class Scarce { blocks, inodes };

[[noreturn]] void fail(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

struct statvfs space_on(const fs::path& disk) {
  struct statvfs space{};
  if (::statvfs(disk.c_str(), &space) != 0) fail("statvfs");
  return space;
}

// Fills a disk until only so many blocks or inodes are left.
class Ballast {
 public:
  Ballast(const fs::path& disk, Scarce what, std::uint64_t left) : folder_(disk / "ballast") {
    fs::create_directories(folder_);
    if (what == Scarce::inodes) {
      for (std::uint64_t i = 0; space_on(disk).f_ffree > left; ++i) write_bytes(folder_ / concat(i), "");
      return;
    }
    const int fd = ::open((folder_ / "blocks").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0) fail("ballast");
    // A disk needs some of its blocks to keep account of the others, so this takes more than one attempt.
    off_t size = 0;
    for (int attempts = 50; attempts > 0; --attempts) {
      const struct statvfs space = space_on(disk);
      if (space.f_bavail <= left) break;
      const auto more = static_cast<off_t>((space.f_bavail - left) * space.f_frsize);
      if (::posix_fallocate(fd, size, more) == 0) size += more;
      ::fsync(fd);
    }
    ::close(fd);
  }
  ~Ballast() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Ballast(const Ballast&) = delete;
  Ballast& operator=(const Ballast&) = delete;

 private:
  fs::path folder_;
};

enum class Outcome { done, refused, wrong };

// Judges one attempt on a full disk: at once, after a recovery without space, and after one with space.
Outcome attempt(Tally& tally, const Place& place, const Change& change, const fs::path& disk, Scarce what, std::uint64_t left) {
  place.prepare(change);
  run(place.doctor());  // makes its folders while there is space
  std::string where = concat(left, what == Scarce::blocks ? " blocks left" : " inodes left");
  Outcome outcome = Outcome::wrong;
  {
    const Ballast ballast(disk, what, left);
    const Ended ended = run(place.asked_for(change));
    const Answer answer = answer_in(ended.output);
    kedge::append(where, concat(", ", to_text(ended)));
    Tree found = read_tree(place.root);
    const Verdict verdict = judged(found, change);
    tally.point();
    if (ended.status == 0 && verdict == Verdict::after) {
      outcome = Outcome::done;
    } else if (ended.status == 3 && answer.error == "no_space" && answer.unchanged && verdict == Verdict::before) {
      outcome = Outcome::refused;
    } else {
      tally.fault("untrue", concat(where, ": the files are ", to_word(verdict), difference(found, change.before)));
    }
    run(place.doctor());
    if (judged(read_tree(place.root), change) != verdict) tally.fault("changed by recovery without space", where);
  }
  tally.judge(recover(place, change), where);
  tally.saw(outcome == Outcome::done ? "done" : "refused", outcome == Outcome::wrong ? 0 : 1);
  return outcome;
}

// From nothing left to enough.
Tally sweep(const std::string& name, const Place& place, const Change& change, const fs::path& disk, Scarce what) {
  constexpr std::uint64_t most = 60;
  constexpr int enough = 4;  // a change that was done so often in a row no longer lacks space
  Tally tally(concat(name, ", ", change.name));
  place.take_inputs(change);
  int done = 0;
  for (std::uint64_t left = 0; left <= most && done < enough; ++left) {
    done = attempt(tally, place, change, disk, what, left) == Outcome::done ? done + 1 : 0;
  }
  if (done < enough) tally.fault("never done", concat("with ", most, " left it is still refused"));
  return tally;
}

// The calls that take space or a name from a user's share of the disk.
bool takes_space(const Call& call) {
  switch (call.number) {
    case SYS_write:
    case SYS_writev: return call.arguments[0] != STDOUT_FILENO && call.arguments[0] != STDERR_FILENO;
    case SYS_openat:
    case SYS_openat2: return (call.open_flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) != 0;
    case SYS_pwrite64:
    case SYS_pwritev:
    case SYS_copy_file_range:
    case SYS_fallocate:
    case SYS_mkdirat:
    case SYS_linkat:
    case SYS_symlinkat:
    case SYS_fsetxattr: return true;
    default: return false;
  }
}

struct FullRun {
  Ended end;
  std::size_t refused = 0;  // calls
};

// Runs it until its quota is used up by so many calls: all further ones of that kind are refused. Few systems have quotas
// that a test can set, so it is the stepper that refuses.
FullRun run_with_quota(const Program& program, std::size_t quota) {
  Stepper stepper(program);
  FullRun result;
  for (std::size_t taken = 0; stepper.next();) {
    if (!takes_space(stepper.call()) || taken++ < quota) continue;
    stepper.fail_call(EDQUOT);
    ++result.refused;
  }
  result.end = stepper.end();
  return result;
}

// From no quota to enough.
Tally quotas(const Place& place, const Change& change) {
  Tally tally(concat("quota, ", change.name));
  place.take_inputs(change);
  for (std::size_t quota = 0;; ++quota) {
    place.prepare(change);
    run(place.doctor());
    const FullRun run = run_with_quota(place.asked_for(change), quota);
    const std::string where = concat("quota of ", quota, " calls, ", to_text(run.end));
    const Tree found = read_tree(place.root);
    const Verdict verdict = judged(found, change);
    const Claim claim = claim_of(run.end, found);
    tally.point();
    tally.saw(claim.name);
    if (!claim.fault.empty()) tally.fault(claim.fault, concat(where, ": ", claim.story));
    if (claim.means && verdict != *claim.means) tally.fault("untrue", concat(where, ": the files are ", to_word(verdict)));
    run_with_quota(place.doctor(), 0);
    if (judged(read_tree(place.root), change) != verdict) tally.fault("changed by recovery without space", where);
    const Aftermath aftermath = recover(place, change);
    tally.judge(aftermath, where);
    if (claim.means && aftermath.verdict != *claim.means) tally.fault("untrue after recovery", where);
    if (run.refused == 0) return tally;
  }
}

// Fills the directories of a change with short names until their block of 1 KiB has no room for another: the next name needs
// another block.
Change in_full_directories(Change change) {
  constexpr std::size_t room = 1024 - 12 - 12 - 12;  // without the names "." and "..", and the checksum at its end
  constexpr std::size_t short_name = 12;
  const auto size_of = [](const std::string& name) { return (8 + name.size() + 3) / 4 * 4; };
  for (const std::string prefix : {"", "folder/"}) {
    if (!prefix.empty() && !change.before.contains(prefix)) continue;
    std::size_t used = 0;
    for (const auto& [name, node] : change.before) {
      std::string rest = name.starts_with(prefix) ? name.substr(prefix.size()) : "";
      if (rest.ends_with('/')) rest.pop_back();
      if (!rest.empty() && !rest.contains('/')) used += size_of(rest);
    }
    for (std::size_t i = 0; i < (room - used) / short_name; ++i) {
      const std::string name = concat(prefix, 'x', 100 + i);
      change.before[name] = change.after[name] = {0644, ""};
    }
  }
  kedge::append(change.name, " in full directories");
  return change;
}

}  // namespace

Tally full_disks(const Options& options) {
  enter_private_mounts();
  const Scratch scratch(options.all ? Medium::disk : Medium::memory);
  const MemoryDisk first(scratch.path() / "first", "size=1m,nr_inodes=200");
  const MemoryDisk second(scratch.path() / "second", "size=1m,nr_inodes=200");
  const LoopDisk ext4(scratch.path() / "image", scratch.path() / "ext4", 6U << 20U, "-b 1024 -N 512");
  const Scratch inputs(Medium::memory);
  const Place both(options.subject, first.path(), first.path(), inputs.path());
  const Place apart(options.subject, first.path(), second.path(), inputs.path());
  const Place on_ext4(options.subject, ext4.path(), ext4.path(), inputs.path());
  const Place only_root_on_ext4(options.subject, ext4.path(), second.path(), inputs.path());

  Tally total("all");
  const auto tell = [&](const Tally& tally) {
    std::printf("%s\n", tally.row().c_str());
    total.add(tally);
  };
  for (const Change& change : {replacing(), creating(), creating_in_new_folders(), batch_of_three()}) {
    // A batch has the steps of the two that are left out.
    const bool simple = change.name == replacing().name || change.name == creating().name;
    if (!options.all && !options.subject.is_usual() && simple) continue;
    tell(sweep("one disk", both, change, first.path(), Scarce::blocks));
    tell(sweep("one disk", both, change, first.path(), Scarce::inodes));
    tell(sweep("the root's disk", apart, change, first.path(), Scarce::blocks));
    tell(sweep("the root's disk", apart, change, first.path(), Scarce::inodes));
    tell(sweep("the state's disk", apart, change, second.path(), Scarce::blocks));
    tell(sweep("the state's disk", apart, change, second.path(), Scarce::inodes));
    tell(sweep("ext4", on_ext4, change, ext4.path(), Scarce::blocks));
    tell(sweep("ext4", on_ext4, in_full_directories(change), ext4.path(), Scarce::blocks));
    tell(quotas(on_ext4, change));
    tell(sweep("ext4 without the state", only_root_on_ext4, in_full_directories(change), ext4.path(), Scarce::blocks));
  }
  return total;
}

}  // namespace faults
