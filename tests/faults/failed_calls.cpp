// Lets every system call of a run fail in every likely way, once or from then on, and holds the program's answer against the
// disk: done means new, refused means old, and an answer that tells what is on the disk tells the truth.
#include <sys/syscall.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "claim.hpp"
#include "part.hpp"
#include "stepper.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

using kedge::concat;

struct Failure {
  std::size_t k = 0;
  int error = 0;
  bool lasting = false;  // every further call of that name fails, too
};

struct Run {
  bool reached = false;
  bool answer_failed = false;  // writing the answer was among what failed
  bool endless = false;        // it tries again and again
  Call call;
  Ended end;
};

constexpr std::array errors{EIO, ENOSPC, EDQUOT, EINTR, EACCES, EPERM, EMFILE, ENOMEM, EAGAIN, EROFS};
constexpr std::size_t turns = 3;  // in the short form, each call fails with the first of them and with a third of the others
constexpr std::array lasting_errors{EIO, EACCES};  // these take turns as well
// Nobody is interrupted for ever: a program that tries again is right to.
constexpr std::array all_lasting_errors{EIO, ENOSPC, EDQUOT, EACCES, EPERM, EMFILE, ENOMEM, EROFS};

// These have no way to tell of a failure.
bool cannot_fail(const Call& call) {
  constexpr std::array calls{SYS_umask, SYS_getpid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid};
  return std::ranges::find(calls, static_cast<long>(call.number)) != calls.end();
}

// The calls after which something is there for good.
bool makes_it_last(const Call& call) {
  constexpr std::array calls{SYS_fsync, SYS_fdatasync, SYS_renameat, SYS_renameat2, SYS_ftruncate, SYS_unlinkat};
  return std::ranges::find(calls, static_cast<long>(call.number)) != calls.end();
}

bool writes_answer(const Call& call) {
  return (call.number == SYS_write || call.number == SYS_writev) && call.arguments[0] == 1;
}

Run run_with(const Program& program, const Failure& failure) {
  Run result;
  Stepper stepper(program);
  if (!stepper.reach(failure.k)) return result;
  result.reached = true;
  result.call = stepper.call();
  const auto fail = [&] {
    if (writes_answer(stepper.call())) result.answer_failed = true;
    stepper.fail_call(failure.error);
  };
  fail();
  // Nothing here takes so many calls, however often it is tried again within reason.
  constexpr std::size_t endless = 10'000;
  while (!result.endless && stepper.next()) {
    if (failure.lasting && stepper.call().number == result.call.number) fail();
    // It waits for a lock that seems to be taken. It counts what it has slept, so it need not be slept.
    if (is_sleep(stepper.call())) stepper.drop_call();
    result.endless = stepper.steps() > endless;
  }
  if (result.endless) stepper.kill();
  stepper.finish();
  result.end = stepper.end();
  return result;
}

void judge(Tally& tally, const Place& place, const Change& change, const Run& run, const Failure& failure) {
  const std::string where =
      concat("call ", failure.k, " (", name_of(run.call), ") fails with ", ::strerrorname_np(failure.error),
             failure.lasting ? " from then on" : "", ", ", to_text(run.end));
  const Tree found = read_tree(place.root);
  const Claim claim = claim_of(run.end, found, !run.answer_failed);
  tally.point();
  tally.saw(claim.name);
  if (run.endless) tally.fault("endless", where);
  if (!claim.fault.empty()) tally.fault(claim.fault, concat(where, ": ", claim.story));
  const Verdict now = judged_by_files(found, change);
  if (claim.means && now != *claim.means) tally.fault("untrue", concat(where, ": the files are ", to_word(now)));

  const Aftermath aftermath = recover_briefly(place, change);
  if (!aftermath.not_recovered.empty()) tally.fault("not recovered", concat(where, ": ", aftermath.not_recovered));
  if (aftermath.verdict != Verdict::before && aftermath.verdict != Verdict::after) {
    tally.fault(std::string(to_word(aftermath.verdict)), concat(where, ": ", aftermath.difference));
  } else if (claim.means && aftermath.verdict != *claim.means) {
    tally.fault("untrue after recovery", concat(where, ": the files are ", to_word(aftermath.verdict)));
  }
}

// Without failures, the program has to do it.
void check_undisturbed(Tally& tally, const Place& place, const Change& change, const Trace& trace) {
  if (trace.end.status == 0 && judged(read_tree(place.root), change) == Verdict::after) return;
  tally.fault("untrue", concat("undisturbed: ", to_text(trace.end)));
}

// What follows the same steps as another change is not put through every failure in the short form.
// `least` is for what also keeps its records, which are many more calls: in the long form, too, only one error at each call
// lasts.
enum class Depth { least, few, all };

Tally failures_of(const Options& options, const Place& place, const Change& change, Depth depth) {
  Tally tally(change.name);
  place.take_inputs(change);
  place.prepare(change);
  const Trace trace = trace_of(place.asked_for(change));
  check_undisturbed(tally, place, change, trace);
  const auto try_it = [&](const Failure& failure) {
    place.prepare(change);
    const Run run = run_with(place.asked_for(change), failure);
    if (run.reached) judge(tally, place, change, run, failure);
  };
  for (std::size_t k = 1; k <= trace.calls.size(); ++k) {
    if (cannot_fail(trace.calls[k - 1]) || !options.tries(k)) continue;
    // How a program starts and takes memory is the same for every change.
    const bool first = options.subject.is_usual() && change.name == replacing().name;
    if (!options.all && !first && !concerns_files(trace.calls[k - 1])) continue;
    if (!options.all && depth == Depth::least && !makes_it_last(trace.calls[k - 1])) continue;
    // The two layouts make the same calls and try different errors.
    const std::size_t turn = k + (options.subject.layout == Layout::two ? 1 : 0);
    for (std::size_t i = 0; i < errors.size(); ++i) {
      const bool has_its_turn = i == 0 || (depth == Depth::all && i % turns == turn % turns);
      if (options.all || has_its_turn) try_it({k, errors[i], false});
    }
    if (options.all && depth != Depth::least) {
      for (const int error : all_lasting_errors) try_it({k, error, true});
    } else if ((options.all || depth != Depth::least) && concerns_files(trace.calls[k - 1])) {
      try_it({k, lasting_errors[turn % lasting_errors.size()], true});
    }
  }
  return tally;
}

}  // namespace

Tally failed_calls(const Options& options) {
  Site site(options.subject, Medium::memory);
  Tally total("all");
  const std::array<std::pair<Change, Depth>, 11> changes{{
      {replacing(), Depth::all},
      {creating(), Depth::few},
      {writing(), Depth::least},
      {editing(), Depth::least},
      {deleting(), Depth::few},
      {batch_of_three(), Depth::all},
      {creating_in_new_folders(), Depth::few},
      {moving(), Depth::few},
      {in_place(replacing()), Depth::few},
      {undoing(replacing()), Depth::least},
      {undoing(batch_of_three()), Depth::least},
  }};
  for (const auto& [change, depth] : changes) {
    if (!options.only.empty() && options.only != change.name) continue;
    // A batch has the steps of all of them.
    if (!options.all && !options.subject.is_usual() && change.name != batch_of_three().name) continue;
    // Writing has the steps of editing.
    if (!options.all && options.only.empty() && change.name == editing().name) continue;
    // Where all of them are tried, the first one is put through everything and stands for the batch.
    const bool batch = options.subject.is_usual() && change.name == batch_of_three().name && options.only.empty();
    const Tally tally = failures_of(options, *site, change, batch ? Depth::few : depth);
    std::printf("%s\n", tally.row().c_str());
    total.add(tally);
  }
  return total;
}

}  // namespace faults
