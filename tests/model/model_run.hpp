// How long the model is asked, and how a case of it can be had again: case i of a run depends on the run's seed and on i
// alone. KEDGE_MODEL_STATES says how many crash states are looked at, KEDGE_MODEL_SEED gives another seed, or with "new" a new
// one each time; KEDGE_MODEL_CASE asks for one case only.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "support/repeatable_random.hpp"

namespace kedge::model {

std::size_t states_wanted();
std::uint64_t run_seed();
std::optional<std::size_t> only_case();

// What the test that runs has counted: to its output, and to the figures as those of `part`.
void tell(std::string_view part, std::size_t count, std::string_view of_what);

inline RepeatableRandom random_for_case(std::size_t index) {
  return RepeatableRandom(run_seed() ^ RepeatableRandom(index).next());
}

}  // namespace kedge::model
