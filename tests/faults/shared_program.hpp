// The file that many editors share: functions of similar looks, in which every line has its owner or is anybody's.
//
//   def step_17(state):
//       rover_3 = here          wanders: anybody may take it to another function
//       seen_17_3_2_40_0 = 1    added behind a rover while it was shown in this function
//       counter_17_0 = 41       changed by its owner only
//       note_17_0_5_12_0 = 1    added by the owner behind its line
//       …
//       shared_17 = v5_88_0     changed by anybody who was shown the value that stands there
//       return state
//
// What an editor makes has a name that is used for one attempt only, so the file itself tells what became of each.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tally.hpp"

namespace faults {

inline constexpr std::size_t function_count = 40;
inline constexpr std::size_t counters_per_function = 6;
inline constexpr std::size_t rover_count = 8;

std::string program_at_first();

std::string header_line(std::size_t function);
std::string counter_line(std::size_t function, std::size_t counter, std::size_t value);
std::string rover_line(std::size_t rover);
std::string shared_line(std::size_t function, std::string_view value);
std::string value_at_first();

// In a text that an editor was shown.
std::string shared_value(const std::string& text, std::size_t function);
std::optional<std::size_t> function_of_rover(const std::string& text, std::size_t rover);

// What an editor was told to be done, and what it was refused: one row each, words separated by blanks.
using Records = std::vector<std::vector<std::string>>;

// Holds the file against all records, in the order in which each editor made them.
void judge_program(Tally& tally, const std::string& text, const std::vector<Records>& editors);

}  // namespace faults
