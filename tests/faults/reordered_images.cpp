// Takes the power from disks that write in any order. Kedge works on ext4 on disks that write down what they are given; then
// come the images that a power cut may have left: all that was flushed, and of what was written since any part, also half a
// block. Each is mounted, recovered and looked at. With two disks the cut comes at one moment, but each has its own disorder.
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <system_error>

#include "answer.hpp"
#include "forgetful.hpp"
#include "part.hpp"
#include "stepper.hpp"
#include "support/strings.hpp"
#include "write_log.hpp"

namespace faults {
namespace {

namespace fs = std::filesystem;
using kedge::concat;

constexpr std::uintmax_t image_size = 16U << 20U;

// What happened on the disks while the program ran.
struct Recording {
  std::unique_ptr<WriteLog> log = std::make_unique<WriteLog>();
  std::size_t begin = 0;     // entries of the log, when the program was started
  std::size_t answered = 0;  // and when it had ended
  bool acknowledged = false;
};

struct Image {
  std::size_t point = 0;
  std::uint64_t piece = 0;
  double share = 0;  // of the pieces that are on the disk
};

// The disks of a layout, which are one after the other real ones and images.
class Bench {
 public:
  Bench(const Subject& subject, std::uint64_t seed) : random_(seed) {
    make_ext4(empty_image(), image_size);
    const std::string empty = read_bytes(empty_image());
    contents_.assign(subject.layout == Layout::one ? 1 : 2, empty);
    place_ = std::make_unique<Place>(subject, mount_point(0), mount_point(contents_.size() - 1), inputs_.path());
  }

  const Place& place() const { return *place_; }
  std::size_t roll(std::size_t sides) { return random_() % sides; }

  // `forgetful`: without these flushes. `restless`: the system writes to the disks also when nobody asked.
  Recording record(const Change& change, bool restless, const Forgetful* forgetful = nullptr) {
    Recording recording;
    const ServedDisks served(scratch_.path() / "served", *recording.log, contents_);
    std::vector<std::unique_ptr<ImageDisk>> disks;
    for (std::size_t i = 0; i < contents_.size(); ++i) {
      disks.push_back(std::make_unique<ImageDisk>(served.file(i), mount_point(i)));
    }
    place_->prepare(change);
    for (const auto& disk : disks) disk->sync();
    recording.begin = recording.log->entries().size();
    Stepper stepper(place_->asked_for(change));
    for (std::size_t flush = 0; stepper.next();) {
      if (restless && roll(8) == 0) disks[roll(disks.size())]->sync();
      if (forgetful == nullptr || !is_flush(stepper.call())) continue;
      if (forgetful->forgets(flush++, flushes_folder(stepper))) stepper.drop_call();
    }
    recording.answered = recording.log->entries().size();
    recording.acknowledged = stepper.end().status == 0 && answer_in(stepper.end().output).acknowledges();
    // What is still under way gets there now, or does not.
    for (const auto& disk : disks) disk->unmount();
    if (!recording.acknowledged) throw std::runtime_error(concat(change.name, " was not done: ", to_text(stepper.end())));
    return recording;
  }

  Image roll_image(const Recording& recording) {
    const auto entries = recording.log->entries();
    const auto between = [&](std::size_t first, std::size_t last) { return first + roll(last - first + 1); };
    Image image;
    switch (roll(8)) {
      case 0: image.point = recording.answered; break;
      case 1: image.point = between(recording.answered, entries.size()); break;
      default: image.point = between(recording.begin, recording.answered); break;
    }
    // Just before a flush most is under way.
    const bool before_flush = image.point != recording.answered && roll(2) == 0;
    while (before_flush && image.point < entries.size() && !entries[image.point].is_flush()) ++image.point;
    image.piece = std::array<std::uint64_t, 3>{512, 4096, image_size}[roll(3)];
    image.share = std::array<double, 5>{0, 0.2, 0.5, 0.8, 1}[roll(5)];
    return image;
  }

  // Mounts what a cut has left of the disks. Nothing if ext4 itself cannot make sense of it.
  std::optional<Aftermath> look_at(const Recording& recording, const Image& image, const Change& change) {
    const auto keeps = [&] { return std::bernoulli_distribution(image.share)(random_); };
    std::vector<std::unique_ptr<ImageDisk>> disks;
    for (std::uint32_t i = 0; i < contents_.size(); ++i) {
      const fs::path file = scratch_.path() / concat("image", i);
      write_bytes(file, crash_image(contents_[i], *recording.log, image.point, i, image.piece, keeps));
      try {
        disks.push_back(std::make_unique<ImageDisk>(file, mount_point(i)));
      } catch (const std::system_error& error) {
        std::printf("cannot be mounted: %s\n", error.what());
        return std::nullopt;
      }
    }
    const Aftermath aftermath = recover(*place_, change);
    for (const auto& disk : disks) disk->unmount();
    return aftermath;
  }

 private:
  fs::path empty_image() const { return scratch_.path() / "empty"; }
  fs::path mount_point(std::size_t disk) const { return scratch_.path() / concat("disk", disk); }

  std::mt19937_64 random_;
  Scratch scratch_{Medium::memory};
  Scratch inputs_{Medium::memory};
  std::vector<std::string> contents_;
  std::unique_ptr<Place> place_;
};

std::string to_words(const Recording& recording, const Image& image) {
  return concat("cut at ", image.point, " of ", recording.log->entries().size(), ", begun at ", recording.begin,
                ", answered at ", recording.answered, ", pieces of ", image.piece, ", ", static_cast<int>(image.share * 100),
                " % of them kept");
}

bool is_any_under_way(const Recording& recording, const Image& image) {
  const auto entries = recording.log->entries();
  for (std::size_t i = 0; i < image.point; ++i) {
    if (!entries[i].is_flush() && i >= uncertain_from(*recording.log, image.point, entries[i].disk)) return true;
  }
  return false;
}

void judge_image(Tally& tally, Bench& bench, const Recording& recording, const Change& change) {
  const Image image = bench.roll_image(recording);
  const std::string where = to_words(recording, image);
  const std::optional<Aftermath> aftermath = bench.look_at(recording, image, change);
  tally.point();
  if (is_any_under_way(recording, image)) tally.saw("with writes under way");
  if (!aftermath) return tally.saw("not an ext4 any longer");
  tally.judge(*aftermath, where);
  if (aftermath->verdict == Verdict::before && image.point >= recording.answered) tally.fault("acknowledged and lost", where);
}

}  // namespace

Tally reordered_images(const Options& options) {
  enter_private_mounts();
  const bool finds = !options.must_find.empty();                                      // then it takes as many as it needs
  const int recordings = finds ? 100 : options.all || !options.only.empty() ? 8 : 2;  // of each change
  const int images = options.all || !options.only.empty() ? 8 : 3;                    // of each recording
  std::printf("seed %llu\n", static_cast<unsigned long long>(options.seed));
  Bench bench(options.subject, options.seed);
  Tally total("all");
  for (const Change& change : {editing(), creating(), deleting(), moving(), in_place(replacing()), batch_of_three(),
                               batch_of_twenty(), undoing(replacing()), undoing(batch_of_three())}) {
    if (!options.only.empty() && options.only != change.name) continue;
    Tally tally(change.name);
    bench.place().take_inputs(change);
    for (int i = 0; i < recordings && !(finds && tally.has_all(options.must_find)); ++i) {
      const Recording recording = bench.record(change, i % 2 == 1);
      for (int k = 0; k < images; ++k) judge_image(tally, bench, recording, change);
    }
    std::printf("%s\n", tally.row().c_str());
    total.add(tally);
  }
  return total;
}

Tally unflushed_images(const Options& options) {
  enter_private_mounts();
  constexpr int most_recordings = 40;
  constexpr int images = 5;
  std::printf("seed %llu\n", static_cast<unsigned long long>(options.seed));
  Bench bench(options.subject, options.seed);
  const Change change = batch_of_three();
  bench.place().take_inputs(change);
  Tally tally("unflushed images");
  for (const Forgetful& program : forgetful_programs()) {
    Tally found(concat("without ", program.name));
    for (int i = 0; i < most_recordings && found.faults() == 0; ++i) {
      const Recording recording = bench.record(change, i % 2 == 1, &program);
      for (int k = 0; k < images; ++k) judge_image(found, bench, recording, change);
    }
    std::printf("%s\n", found.row().c_str());
    tally.point();
    if (found.faults() > 0) {
      tally.saw("found out");
    } else {
      tally.fault("not noticed", program.name);
    }
  }
  return tally;
}

}  // namespace faults
