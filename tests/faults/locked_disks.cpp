// Locks a disk, a folder or a file against writing before the program is started, or while it runs: a read-only remount, the
// immutable flag, the append-only flag. Whatever it answers has to agree with the disk, and once the lock is gone recovery has
// to bring everything to before or after.
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <functional>
#include <memory>
#include <stdexcept>
#include <system_error>

#include "claim.hpp"
#include "part.hpp"
#include "stepper.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

namespace fs = std::filesystem;
using kedge::concat;

constexpr std::uintmax_t disk_size = 8U << 20U;

// Sets a flag of a file or folder, or takes it away. False: there is no such file, at the moment or any longer.
bool set_flag(const fs::path& path, int flag, bool on) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) return false;
  int flags = 0;
  bool done = fd >= 0 && ::ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0;
  flags = on ? flags | flag : flags & ~flag;
  done = done && ::ioctl(fd, FS_IOC_SETFLAGS, &flags) == 0;
  const int error = errno;
  if (fd >= 0) ::close(fd);
  if (!done) throw std::system_error(error, std::generic_category(), path.string());
  return true;
}

// A file that is locked may be renamed by nobody, but it may have been before: then the lock is wherever it is now.
void take_flags_away(const fs::path& folder) {
  const int both = FS_IMMUTABLE_FL | FS_APPEND_FL;
  set_flag(folder, both, false);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_directory() || entry.is_regular_file()) set_flag(entry.path(), both, false);
  }
}

// One that is there and will not stay as it is.
std::string file_of(const Change& change) {
  for (const auto& [name, node] : change.before) {
    const auto later = change.after.find(name);
    if (!name.ends_with('/') && (later == change.after.end() || later->second != node)) return name;
  }
  throw std::logic_error("no file is changed");
}

struct Lock {
  std::string name;
  std::function<bool()> close;  // false: not possible now
  std::function<void()> open;
};

class Disks {
 public:
  explicit Disks(const Options& options) : scratch_(options.all ? Medium::disk : Medium::memory) {
    disks_.push_back(std::make_unique<LoopDisk>(scratch_.path() / "first.img", scratch_.path() / "first", disk_size));
    if (options.subject.layout == Layout::two) {
      disks_.push_back(std::make_unique<LoopDisk>(scratch_.path() / "second.img", scratch_.path() / "second", disk_size));
    }
    place_ = std::make_unique<Place>(options.subject, disks_.front()->path(), disks_.back()->path(), inputs_.path());
  }

  const Place& place() const { return *place_; }

  std::vector<Lock> locks(const Change& change) {
    std::vector<Lock> locks;
    for (const auto& disk : disks_) {
      locks.push_back({concat("read-only ", disk == disks_.front() ? "root" : "state"),
                       [&disk] { return disk->make_read_only(); }, [&disk] { disk->make_writable(); }});
    }
    const auto open = [this] {
      for (const fs::path& folder : {place_->root, place_->state}) {
        if (fs::exists(folder)) take_flags_away(folder);
      }
    };
    for (const fs::path& path : {place_->root / file_of(change), place_->root / "folder", place_->root, place_->state}) {
      for (const int flag : {FS_IMMUTABLE_FL, FS_APPEND_FL}) {
        locks.push_back({concat(flag == FS_IMMUTABLE_FL ? "immutable " : "append-only ", path.filename().string()),
                         [path, flag] { return set_flag(path, flag, true); }, open});
      }
    }
    return locks;
  }

 private:
  Scratch scratch_;
  Scratch inputs_{Medium::memory};
  std::vector<std::unique_ptr<LoopDisk>> disks_;
  std::unique_ptr<Place> place_;
};

// Locks when the program stands at its k-th call; everything is open again afterwards.
void lock_at(Tally& tally, const Place& place, const Change& change, const Lock& lock, std::size_t k) {
  place.prepare(change);
  Stepper stepper(place.asked_for(change));
  if (!stepper.reach(k)) return;
  const std::string call = name_of(stepper.call());
  if (!lock.close()) return tally.saw("no lock possible");
  stepper.finish();
  const std::string where = concat(lock.name, " at call ", k, " (", call, "), ", to_text(stepper.end()));
  const Tree found = read_tree(place.root);
  const Claim claim = claim_of(stepper.end(), found);
  run(place.doctor());  // may not be able to do anything, and does no harm
  lock.open();

  tally.point();
  tally.saw(claim.name);
  if (!claim.fault.empty()) tally.fault(claim.fault, concat(where, ": ", claim.story));
  const Verdict now = judged_by_files(found, change);
  if (claim.means && now != *claim.means) tally.fault("untrue", concat(where, ": the files are ", to_word(now)));
  const Aftermath aftermath = recover(place, change);
  tally.judge(aftermath, where);
  if (claim.means && aftermath.verdict != *claim.means) {
    tally.fault("untrue after recovery", concat(where, ": the files are ", to_word(aftermath.verdict)));
  }
}

}  // namespace

Tally locked_disks(const Options& options) {
  enter_private_mounts();
  Disks disks(options);
  const Place& place = disks.place();
  Tally total("all");
  for (const Change& change :
       {after_reading(writing()), deleting(), in_place(replacing()), batch_of_three(), undoing(batch_of_three())}) {
    if (!options.only.empty() && options.only != change.name) continue;
    place.take_inputs(change);
    place.prepare(change);
    const std::vector<std::size_t> points = telling_points(trace_of(place.asked_for(change)).calls);
    Tally tally(change.name);
    std::size_t turn = 0;
    for (const Lock& lock : disks.locks(change)) {
      lock_at(tally, place, change, lock, 1);
      // In the short form the locks take turns.
      for (const std::size_t k : points) {
        if (k > 1 && (options.all || ++turn % 26 == 0)) lock_at(tally, place, change, lock, k);
      }
    }
    std::printf("%s\n", tally.row().c_str());
    total.add(tally);
  }
  return total;
}

}  // namespace faults
