// A file that is a mount of its own cannot be replaced, only written in place; and that, too, is old or new after a kill.
#include <sys/stat.h>

#include <cstdio>

#include "answer.hpp"
#include "part.hpp"
#include "stepper.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

namespace fs = std::filesystem;
using kedge::concat;

const std::string bound_name = "folder/text.txt";

// Without the option the file would not even be read.
Change replacing_across_mounts() {
  Change change = replacing();
  change.arguments.emplace_back("--cross-mounts");
  return change;
}

// A prepared place whose file is another one, from outside of the root.
class BoundPlace {
 public:
  BoundPlace(const Place& place, const Change& change, const fs::path& outside)
      : prepared_(
            (place.prepare(change), write_tree(outside, {{"real.txt", change.before.at(bound_name)}}), outside / "real.txt")),
        bound_(prepared_, place.root / bound_name) {}

  ino_t inode() const {
    struct stat status{};
    return ::stat(bound_.path().c_str(), &status) == 0 ? status.st_ino : 0;
  }

 private:
  fs::path prepared_;
  BoundFile bound_;
};

void check_whole_writes(Tally& tally, const Place& place, const fs::path& outside) {
  const Change plain = replacing_across_mounts();
  place.take_inputs(plain);
  {
    const BoundPlace bound(place, plain, outside);
    const Ended ended = run(place.asked_for(plain));
    tally.point();
    if (ended.status != 1 || answer_in(ended.output).error != "cannot_replace") tally.fault("untrue", to_text(ended));
    if (judged(read_tree(place.root), plain) != Verdict::before) tally.fault("torn", concat("refused: ", to_text(ended)));
    tally.judge(recover(place, plain), "refused");
  }
  const Change written = in_place(plain);
  const BoundPlace bound(place, written, outside);
  const ino_t inode = bound.inode();
  const Ended ended = run(place.asked_for(written));
  tally.point();
  if (ended.status != 0) tally.fault("untrue", to_text(ended));
  tally.judge(recover(place, written), "in place");
  if (inode != bound.inode() || read_bytes(outside / "real.txt") != written.after.at(bound_name).bytes) {
    tally.fault("torn", "another file than the bound one was written");
  }
}

Tally kills_in_place(const Place& place, const fs::path& outside, const std::string& title) {
  Tally tally(title);
  check_whole_writes(tally, place, outside);
  const Change change = in_place(replacing_across_mounts());
  for (std::size_t k = 1;; ++k) {
    const BoundPlace bound(place, change, outside);
    Stepper stepper(place.asked_for(change));
    const bool reached = stepper.reach(k);
    stepper.kill();
    tally.point();
    tally.judge(recover(place, change), concat("killed at call ", k));
    if (!reached) return tally;
  }
}

}  // namespace

Tally bound_files(const Options& options) {
  if (options.subject.layout == Layout::one) enter_private_mounts();
  const Medium medium = options.all ? Medium::disk : Medium::memory;
  Site site(options.subject, medium);
  const Scratch same_disk(medium);
  const MemoryDisk other_disk(same_disk.path() / "memory", "size=1m");
  Tally total("all");
  for (const fs::path& outside : {same_disk.path(), other_disk.path()}) {
    const Tally tally =
        kills_in_place(*site, outside, outside == same_disk.path() ? "from the same disk" : "from another disk");
    std::printf("%s\n", tally.row().c_str());
    total.add(tally);
  }
  return total;
}

}  // namespace faults
