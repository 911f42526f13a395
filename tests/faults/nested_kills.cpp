// Kills the program, then its recovery, then the recovery from that: however often it is killed, the next recovery must
// bring the files to where one recovery would have brought them. The same when a recovery fails instead of being killed.
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>

#include "part.hpp"
#include "stepper.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

using kedge::concat;

// Kills the change at the first of the points and a doctor at each further one.
void interrupt(const Place& place, const Change& change, std::span<const std::size_t> points) {
  place.prepare(change);
  for (std::size_t i = 0; i < points.size(); ++i) {
    Stepper stepper(i == 0 ? place.asked_for(change) : place.doctor());
    stepper.reach(points[i]);
    stepper.kill();
  }
}

enum class Points { telling, all };

// The points of the recovery that these kills leave; none if they leave it nothing to do.
std::vector<std::size_t> points_of_recovery(Points which, const Place& place, const Change& change,
                                            std::span<const std::size_t> kills) {
  interrupt(place, change, kills);
  const Tree root = read_tree(place.root);
  const Tree state = read_tree(place.state);
  const Trace doctor = trace_of(place.doctor());
  if (root == read_tree(place.root) && state == read_tree(place.state)) return {};
  if (which == Points::telling) return telling_points(doctor.calls);
  std::vector<std::size_t> points;
  for (std::size_t k = 1; k <= doctor.calls.size() + 1; ++k) points.push_back(k);
  return points;
}

std::vector<std::size_t> points_of(const Place& place, const Change& change) {
  place.take_inputs(change);
  place.prepare(change);
  return telling_points(trace_of(place.asked_for(change)).calls);
}

// In the short form, one recovery is disturbed at every second of its points and the next one at those in between: neighbours
// have most of their calls in common.
std::size_t step_of(const Options& options) { return options.all ? 1 : 4; }
std::size_t first_of(const Options& options, std::size_t recovery) { return recovery % step_of(options); }

std::string to_words(std::span<const std::size_t> kills) {
  std::string words = "killed at calls";
  for (const std::size_t k : kills) kedge::append(words, concat(' ', k));
  return words;
}

void judge(Tally& tally, const Place& place, const Change& change, std::span<const std::size_t> kills) {
  interrupt(place, change, kills);
  tally.point();
  tally.judge(recover(place, change), to_words(kills));
}

// The recovery is killed, too.
Tally two_deep(const Options& options, const Place& place, const Change& change, Points which) {
  Tally tally(concat(change.name, ", two deep"));
  const std::vector<std::size_t> outer = points_of(place, change);
  for (std::size_t i = 0; i < outer.size(); i += step_of(options)) {
    const std::vector<std::size_t> inner = points_of_recovery(which, place, change, std::array{outer[i]});
    for (std::size_t j = first_of(options, i / step_of(options)); j < inner.size(); j += step_of(options)) {
      judge(tally, place, change, std::array{outer[i], inner[j]});
    }
  }
  return tally;
}

// And the recovery from that. Where no call has changed the disk since the last point, a kill leaves what it has left there, so
// the telling points are all that are different.
Tally three_deep(const Options& options, const Place& place, const Change& change) {
  Tally tally(concat(change.name, ", three deep"));
  const std::vector<std::size_t> outer = points_of(place, change);
  const std::size_t deeper = options.all ? 1 : 52;  // one point in so many of the first recovery is taken deeper
  const std::size_t deepest_step = options.all ? 1 : 3;
  std::size_t turn = 0;
  for (std::size_t i = 0; i < outer.size(); i += step_of(options)) {
    for (const std::size_t inner : points_of_recovery(Points::telling, place, change, std::array{outer[i]})) {
      if (++turn % deeper != 0) continue;
      const std::vector<std::size_t> deep = points_of_recovery(Points::telling, place, change, std::array{outer[i], inner});
      for (std::size_t k = 0; k < deep.size(); k += deepest_step) {
        judge(tally, place, change, std::array{outer[i], inner, deep[k]});
      }
    }
  }
  return tally;
}

}  // namespace

Tally nested_kills(const Options& options) {
  Site site(options.subject, options.all ? Medium::disk : Medium::memory);
  Tally total("all");
  const auto tell = [&](const Tally& tally) {
    std::printf("%s\n", tally.row().c_str());
    total.add(tally);
  };
  tell(two_deep(options, *site, batch_of_three(), options.all ? Points::all : Points::telling));
  // What a disk adds is seen two deep.
  Site in_memory(options.subject, Medium::memory);
  tell(three_deep(options, *in_memory, batch_of_three()));
  if (!options.all) return total;
  for (const Change& change : {in_place(replacing()), undoing(batch_of_three()), batch_of_twenty()}) {
    tell(two_deep(options, *in_memory, change, Points::telling));
  }
  return total;
}

Tally failed_recoveries(const Options& options) {
  Site site(options.subject, options.all ? Medium::disk : Medium::memory);
  const Change change = batch_of_three();
  const std::vector<std::size_t> outer = points_of(*site, change);
  const std::size_t outer_step = options.all ? 1 : 6;
  Tally tally("failed recoveries");
  for (std::size_t i = 0; i < outer.size(); i += outer_step) {
    const std::array kills{outer[i]};
    if (points_of_recovery(Points::telling, *site, change, kills).empty()) continue;
    interrupt(*site, change, kills);
    const Trace doctor = trace_of(site->doctor());
    for (std::size_t k = 1 + first_of(options, i / outer_step); k <= doctor.calls.size(); k += step_of(options)) {
      if (!concerns_files(doctor.calls[k - 1])) continue;
      for (const int error : {EIO, ENOSPC, EACCES}) {
        if (!options.all && error != EIO) continue;
        interrupt(*site, change, kills);
        Stepper stepper(site->doctor());
        if (stepper.reach(k)) stepper.fail_call(error);
        stepper.finish();
        tally.point();
        tally.saw(concat("exit ", stepper.end().status));
        tally.judge(recover_briefly(*site, change),
                    concat(to_words(kills), ", then call ", k, " (", name_of(stepper.call()), ") of the recovery fails with ",
                           ::strerrorname_np(error), ", ", to_text(stepper.end())));
      }
    }
  }
  return tally;
}

}  // namespace faults
