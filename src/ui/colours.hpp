// Colours of a terminal, around text that is already escaped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kedge::ui {

enum class Colour : std::uint8_t { none, ansi };

inline constexpr std::string_view bold = "\x1b[1m";
inline constexpr std::string_view red = "\x1b[31m";
inline constexpr std::string_view green = "\x1b[32m";
inline constexpr std::string_view yellow = "\x1b[33m";
inline constexpr std::string_view cyan = "\x1b[36m";

// REQUIRES: `text` has no control characters.
std::string in_colour(std::string_view text, std::string_view code, Colour colour);

// The rows of a unified diff, escaped, with their colours.
std::string coloured_diff(std::string_view diff, Colour colour);

// For standard output: none unless it is a terminal and NO_COLOR is not set.
Colour wanted_colour(bool on_terminal);

}  // namespace kedge::ui
