// What the program under test has put aside in its state.
#pragma once

#include <span>
#include <string>

#include "place.hpp"

namespace faults {

// Whether a file of the state holds these bytes.
bool is_kept(const Place& place, const std::string& bytes);

// Waits until the program no longer expects anybody to write to a file that it has put aside, and lets it look at them again.
void await_discard(std::span<const Place* const> places);

}  // namespace faults
