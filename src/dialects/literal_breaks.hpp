// A text dialect whose whole text was sent with the escapes of a JSON string in it: one row, with `\n` for every line break.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kedge {

// The text with its escapes read, if it is one row that has such line breaks and reads as a JSON string as a whole. No edit
// in a text dialect is a single row, so nothing else can be meant.
std::optional<std::string> with_real_breaks(std::string_view input);

inline constexpr std::string_view read_literal_breaks =
    "the text came as one row with \\n in it, which was read as line breaks; send real ones.";

}  // namespace kedge
