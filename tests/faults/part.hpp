// The parts of the battery. Each runs the program under test many times and tells what it has seen.
#pragma once

#include <cstdint>

#include "place.hpp"
#include "tally.hpp"

namespace faults {

struct Options {
  Subject subject;
  bool all = false;        // the long form: every point, where the short form takes some
  std::string only;        // one change or one kind of writer, by its name; empty: all
  std::uint64_t seed = 1;  // of what is random
  std::string must_find;   // faults that the battery has to find, with commas between; empty: it shall find none

  // Whether a point is tried. The short form tries every fortieth one, and which ones follows from the seed; a row that is
  // named is tried at all of its points.
  bool tries(std::size_t point) const {
    constexpr std::size_t points_between = 40;
    return all || !only.empty() || !must_find.empty() || (point + seed) % points_between == 0;
  }
};

Tally kills(const Options& options);
Tally nested_kills(const Options& options);
Tally failed_recoveries(const Options& options);
Tally failed_calls(const Options& options);
Tally power_cuts(const Options& options);
// Whether the power cuts would notice a program that forgets to flush: a test of the battery itself.
Tally forgotten_flushes(const Options& options);
Tally reordered_images(const Options& options);
// The same for the reordered images.
Tally unflushed_images(const Options& options);
Tally full_disks(const Options& options);
Tally locked_disks(const Options& options);
Tally bound_files(const Options& options);
Tally many_writers(const Options& options);
Tally many_editors(const Options& options);
Tally undo_soak(const Options& options);
Tally soak(const Options& options);
Tally flat_resources(const Options& options);
Tally meddlers(const Options& options);
Tally foreign_writers(const Options& options);

}  // namespace faults
