// Every text, or every list of edits, of a world small enough to look at all of it.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edit/edit.hpp"
#include "text/text.hpp"

namespace kedge::laws {

// Kinds of lines.
inline constexpr std::array<std::string_view, 2> two_kinds{"a", "b"};
inline constexpr std::array<std::string_view, 3> three_kinds{"a", "b", "c"};

// As the most that is asked for.
inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

// Every string of up to that many pieces, the empty one first.
std::vector<std::string> every_string(std::span<const std::string_view> pieces, std::uint32_t most_pieces);

// Every text of up to that many lines of these kinds, with and without a final newline, or only with one.
std::vector<Text> every_text(std::span<const std::string_view> contents, std::uint32_t most_lines);
std::vector<Text> every_terminated_text(std::span<const std::string_view> contents, std::uint32_t most_lines);

// Every list of up to two disjoint edits over a base of that many bytes: removals, replacements by `text` (in the second
// edit `second_text`) and insertions of it that lean to each side. Two insertions at one place come with all their leans.
std::vector<std::vector<Edit>> every_edit_list(std::size_t base_size, std::string_view text, std::string_view second_text);

// Do two edits touch the same bytes, or does one insert strictly inside the other?
bool overlap(const Edit& a, const Edit& b);

}  // namespace kedge::laws
