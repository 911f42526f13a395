// Kills the program at every one of its system calls and looks at what recovery makes of it.
#include <cstdio>

#include "answer.hpp"
#include "part.hpp"
#include "stepper.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

// `every`: else only at the calls where the disk may look as it does at no other.
Tally kills_of(const Options& options, const Place& place, const Change& change, bool every) {
  Tally tally(change.name);
  place.take_inputs(change);
  place.prepare(change);
  const Trace trace = trace_of(place.asked_for(change));
  for (std::size_t k = 1;; ++k) {
    const bool telling = k < 2 || k > trace.calls.size() || may_change_disk(trace.calls[k - 2]);
    if (!every && !telling) continue;
    if (k <= trace.calls.size() && !options.tries(k)) continue;
    place.prepare(change);
    Stepper stepper(place.asked_for(change));
    const bool reached = stepper.reach(k);
    stepper.kill();
    const std::string where = reached ? kedge::concat("killed at call ", k, " (", name_of(stepper.call()), ')')
                                      : kedge::concat("ran to its end, ", to_text(stepper.end()));
    const Aftermath aftermath = recover(place, change);
    tally.point();
    tally.judge(aftermath, where);
    if (aftermath.verdict == Verdict::before && (!reached || answer_in(stepper.end().output).acknowledges())) {
      tally.fault("acknowledged and lost", where);
    }
    if (!reached) return tally;
  }
}

}  // namespace

Tally kills(const Options& options) {
  Site site(options.subject, options.all ? Medium::disk : Medium::memory);
  Tally total("all");
  for (const Change& change :
       {creating(), creating_in_new_folders(), replacing(), writing(), editing(), deleting(), moving(), in_place(replacing()),
        batch_of_three(), after_others(batch_of_three()), batch_of_twenty(), undoing(replacing()), undoing(batch_of_three())}) {
    if (!options.only.empty() && options.only != change.name) continue;
    // What is remembered for undo is the same on every file system.
    if (!options.all && (change.name == writing().name || change.at_first) && !options.subject.is_usual()) continue;
    // Writing has the steps of editing, and taking several files back those of taking one back.
    const bool is_part = change.name == editing().name || change.name == undoing(replacing()).name;
    if (!options.all && options.only.empty() && is_part) continue;
    // One file and several: the other changes are made of the same steps.
    const bool stands_for_all = change.name == replacing().name || change.name == batch_of_three().name;
    const Tally tally = kills_of(options, *site, change, options.all || (stands_for_all && options.subject.is_usual()));
    std::printf("%s\n", tally.row().c_str());
    total.add(tally);
  }
  return total;
}

}  // namespace faults
