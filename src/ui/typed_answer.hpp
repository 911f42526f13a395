// What a person types when they are asked about a change.
//
//   y                 write it                          n                 do not
//   y 1,3             write only changes 1 and 3        n use the helper  the same, and the model is told why
//   y 1-2 not yet     and the model is told why         a 10              write it, and all that this session proposes for 10
//   minutes
//
// Anything else means no.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "plan/happening.hpp"
#include "ui/messages.hpp"

namespace kedge::ui {

// The parts of a change by the numbers that a person calls them by, from 1: its hunks, and each file that has none.
struct NumberedPart {
  std::string path;
  std::uint32_t hunk = 0;  // of the file, from 1; 0: all of it
  std::string about;       // "a.txt, line 3 (+1 −1)", escaped
};
std::vector<NumberedPart> parts_of(const Happening& proposed);
// A row for each, if there are several.
std::string list_of(const std::vector<NumberedPart>& parts);

// 2, 1,3 or 1-3; nullopt if it is something else.
std::optional<std::set<std::uint32_t>> numbers_in(std::string_view word);
// The parts with these numbers, or all others, by file.
enum class Chosen : std::uint8_t { those, others };
std::vector<ChangePart> chosen_parts(const std::set<std::uint32_t>& numbers, const std::vector<NumberedPart>& parts,
                                     Chosen which);

inline constexpr std::uint32_t longest_consent = 24 * 60;  // minutes

// Numbers that no part has are ignored; if none is left, that means no.
Answer typed_answer(std::string_view line, const std::vector<NumberedPart>& parts);

}  // namespace kedge::ui
