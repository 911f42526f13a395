// Takes the power from the disks at every system call and right after the end, lets it come back, and looks at what recovery
// makes of it. What was acknowledged before the cut must be there.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <span>
#include <vector>

#include "answer.hpp"
#include "forgetful.hpp"
#include "part.hpp"
#include "stepper.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

using kedge::concat;

constexpr std::uintmax_t cut_disk_size = 16U << 20U;

class CutDisks {
 public:
  // `medium` is where the disks' images are.
  CutDisks(const Subject& subject, Medium medium) : scratch_(medium) {
    disks_.push_back(std::make_unique<LoopDisk>(scratch_.path() / "first.img", scratch_.path() / "first", cut_disk_size));
    if (subject.layout == Layout::two) {
      disks_.push_back(std::make_unique<LoopDisk>(scratch_.path() / "second.img", scratch_.path() / "second", cut_disk_size));
    }
    place_ = std::make_unique<Place>(subject, disks_.front()->path(), disks_.back()->path(), inputs_.path());
  }

  const Place& place() const { return *place_; }

  void prepare(const Change& change) {
    place_->prepare(change);
    for (const auto& disk : disks_) disk->sync();
  }
  void cut(LoopDisk::Cut how) {
    for (const auto& disk : disks_) disk->cut(how);
  }
  void remount() {
    for (const auto& disk : disks_) disk->remount();
  }

 private:
  Scratch scratch_;
  Scratch inputs_{Medium::memory};
  std::vector<std::unique_ptr<LoopDisk>> disks_;
  std::unique_ptr<Place> place_;
};

void cut_at(Tally& tally, CutDisks& disks, const Change& change, LoopDisk::Cut how, std::size_t k) {
  disks.prepare(change);
  Stepper stepper(disks.place().asked_for(change));
  const bool reached = stepper.reach(k);
  disks.cut(how);
  stepper.kill();
  disks.remount();
  const std::string where = reached ? concat("cut at call ", k, " (", name_of(stepper.call()), ')')
                                    : concat("cut after the end, ", to_text(stepper.end()));
  const Aftermath aftermath = recover(disks.place(), change);
  tally.point();
  tally.judge(aftermath, where);
  if (aftermath.verdict == Verdict::before && (!reached || answer_in(stepper.end().output).acknowledges())) {
    tally.fault("acknowledged and lost", where);
  }
}

Tally cuts_of(const Options& options, CutDisks& disks, const Change& change, LoopDisk::Cut how) {
  const bool flushed = how == LoopDisk::Cut::with_journal_flushed;
  Tally tally(concat(change.name, flushed ? ", journal flushed" : ", journal not flushed"));
  disks.place().take_inputs(change);
  disks.prepare(change);
  const Trace trace = trace_of(disks.place().asked_for(change));
  std::vector<std::size_t> points;
  if (options.all) {
    for (std::size_t k = 1; k <= trace.calls.size() + 1; ++k) points.push_back(k);
  } else {
    points = telling_points(trace.calls);
  }
  for (const std::size_t k : points) cut_at(tally, disks, change, how, k);
  // However many calls there were this time.
  cut_at(tally, disks, change, how, trace.calls.size() + 1000);
  return tally;
}

// True if there is a point where a power cut shows that the flushes were needed. `forgotten` becomes the first of them.
bool is_found_out(CutDisks& disks, const Change& change, const Forgetful& forgetful, std::span<const std::size_t> points,
                  LoopDisk::Cut how, std::filesystem::path& forgotten) {
  for (const std::size_t k : points) {
    disks.prepare(change);
    Stepper stepper(disks.place().asked_for(change));
    bool forgot = false;
    bool reached = true;
    for (std::size_t flush = 0; reached && stepper.steps() < k;) {
      if (!(reached = stepper.next()) || stepper.steps() == k || !is_flush(stepper.call())) continue;
      if (!forgetful.forgets(flush++, flushes_folder(stepper))) continue;
      if (!forgot) forgotten = flushed_file(stepper);
      stepper.drop_call();
      forgot = true;
    }
    if (!forgot) continue;
    disks.cut(how);
    stepper.kill();
    disks.remount();
    const Aftermath aftermath = recover_briefly(disks.place(), change);
    const bool whole = aftermath.verdict == Verdict::before || aftermath.verdict == Verdict::after;
    const bool acknowledged = !reached || answer_in(stepper.end().output).acknowledges();
    if (!whole || !aftermath.not_recovered.empty() || (acknowledged && aftermath.verdict == Verdict::before)) return true;
  }
  return false;
}

}  // namespace

Tally forgotten_flushes(const Options& options) {
  enter_private_mounts();
  CutDisks disks(options.subject, options.all ? Medium::disk : Medium::memory);
  const Change change = batch_of_three();
  disks.place().take_inputs(change);
  disks.prepare(change);
  const Trace trace = trace_of(disks.place().asked_for(change));
  std::vector<std::size_t> points = telling_points(trace.calls);
  points.push_back(trace.calls.size() + 1000);
  std::vector<Forgetful> programs = forgetful_programs();
  const auto flushes = static_cast<std::size_t>(std::ranges::count_if(trace.calls, is_flush));
  for (std::size_t i = 0; options.all && i < flushes; ++i) {
    programs.push_back({concat("number ", i + 1), [i](std::size_t number, bool) { return number == i; }});
  }
  Tally tally("forgotten flushes");
  for (const Forgetful& program : programs) {
    std::filesystem::path first;
    const bool found = is_found_out(disks, change, program, points, LoopDisk::Cut::without, first) ||
                       is_found_out(disks, change, program, points, LoopDisk::Cut::with_journal_flushed, first);
    std::printf("without %s (%s): %s\n", program.name.c_str(), first.filename().c_str(), found ? "found out" : "not noticed");
    tally.point();
    // A single one may be covered by the next: a flush of ext4 takes along what came before.
    if (found) {
      tally.saw("found out");
    } else if (!program.name.starts_with("number")) {
      tally.fault("not noticed", program.name);
    }
  }
  return tally;
}

Tally power_cuts(const Options& options) {
  enter_private_mounts();
  CutDisks disks(options.subject, options.all ? Medium::disk : Medium::memory);
  Tally total("all");
  for (const Change& change : {replacing(), creating(), batch_of_three(), editing(), deleting(), moving(), batch_of_twenty(),
                               undoing(replacing()), undoing(batch_of_three())}) {
    if (!options.only.empty() && options.only != change.name) continue;
    // A batch has the steps of all of them.
    const bool simple = change.name == replacing().name || change.name == creating().name;
    const bool stands_for_all = change.name == batch_of_three().name || (simple && options.subject.is_usual());
    if (!options.all && options.only.empty() && !stands_for_all) continue;
    for (const LoopDisk::Cut how : {LoopDisk::Cut::with_journal_flushed, LoopDisk::Cut::without}) {
      const Tally tally = cuts_of(options, disks, change, how);
      std::printf("%s\n", tally.row().c_str());
      total.add(tally);
    }
  }
  return total;
}

}  // namespace faults
