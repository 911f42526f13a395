#include "model/survivor.hpp"

#include "model/random_batch.hpp"
#include "support/strings.hpp"

namespace kedge::model {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

constexpr std::int64_t an_hour = 3'600'000'000'000;

std::string shown(const Files& files) { return testing::PrintToString(files); }

AssertionResult is_allowed(const Files& found, const Allowed& allowed) {
  if (found == *allowed.acknowledged || (allowed.next != nullptr && found == *allowed.next)) return AssertionSuccess();
  return AssertionFailure() << "in the root:        " << shown(found)
                            << "\nacknowledged was:   " << shown(*allowed.acknowledged)
                            << "\ninterrupted:        " << (allowed.next == nullptr ? "nothing" : shown(*allowed.next));
}

constexpr std::size_t calls_of_a_commit = 150;  // about

AssertionResult opens(MemoryFileSystem& left) {
  const Ran ran = run(left, {}, 0);
  if (ran.refused) return AssertionFailure() << "the workspace cannot be opened: " << to_text(*ran.refused);
  return AssertionSuccess();
}

}  // namespace

AssertionResult recovers(MemoryFileSystem& left, const Allowed& allowed, RepeatableRandom& random) {
  if (AssertionResult opened = opens(left); !opened) return opened;
  const Files found = files_of(left);
  if (AssertionResult fine = is_allowed(found, allowed); !fine) return fine << "\nin tx: " << join(tx_of(left), ", ");
  const auto state = state_of(left);
  for (const auto& [path, bytes] : state) {
    const std::size_t kept = path.find("/kept/");
    if (kept == std::string::npos || kept + 6 == path.size()) continue;
    return AssertionFailure() << "kept, although nobody else wrote anything: " << path << ": " << bytes;
  }

  const bool power_fails = random.below(2) == 0;
  if (power_fails) left.crash(random.next());
  if (AssertionResult opened = opens(left); !opened) return opened << " (the second time)";
  const Files again = files_of(left);
  if (again != found) {
    return AssertionFailure() << "recovered:           " << shown(found) << "\nby a second recovery"
                              << (power_fails ? " after a cut" : "") << ": " << shown(again);
  }
  if (!power_fails && state_of(left) != state) {
    return AssertionFailure() << "the state folder after recovery:   " << testing::PrintToString(state)
                              << "\nafter the second: " << testing::PrintToString(state_of(left));
  }
  return AssertionSuccess();
}

namespace {

// Another batch on top of what is left, and its end.
AssertionResult is_cut_off_again(MemoryFileSystem& left, RepeatableRandom& random) {
  const Files before = files_of(left);
  const Batch batch = random_batch(random, before);
  const Files done = after(before, batch);
  const Ran ran = run(left, std::span(&batch, 1), 1 + random.below(calls_of_a_commit));
  if (ran.refused) return AssertionFailure() << "a later commit of " << describe(batch) << ": " << to_text(*ran.refused);
  const bool power_fails = random.below(4) != 0;
  if (power_fails) left.crash(random.next());
  const Allowed allowed = ran.acknowledged == 1 ? Allowed{&done} : Allowed{&before, &done};
  return recovers(left, allowed, random) << "; later " << describe(batch) << " stopped at call " << ran.calls << " ("
                                         << ran.at_call << (power_fails ? "), power cut" : ")");
}

}  // namespace

AssertionResult goes_on(MemoryFileSystem& left, RepeatableRandom& random) {
  if (AssertionResult fine = is_cut_off_again(left, random); !fine) return fine;
  for (int i = 0; i < 2; ++i) {
    const Files before = files_of(left);
    const Batch batch = random_batch(random, before);
    const Ran ran = run(left, std::span(&batch, 1), 0);
    if (ran.refused) return AssertionFailure() << "a later commit of " << describe(batch) << ": " << to_text(*ran.refused);
    if (files_of(left) != after(before, batch)) {
      return AssertionFailure() << "a later commit of " << describe(batch) << " gave " << shown(files_of(left));
    }
    left.advance(an_hour);
  }
  if (AssertionResult opened = opens(left); !opened) return opened << " (an hour later)";
  if (const std::vector<std::string> names = tx_of(left); !names.empty()) {
    return AssertionFailure() << "left in tx: " << join(names, ", ");
  }
  return AssertionSuccess();
}

}  // namespace kedge::model
