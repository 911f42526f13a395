// How well a line can serve as an anchor.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/text.hpp"

namespace kedge {

enum class LineQuality : std::uint8_t {
  low,   // empty, or only brackets, punctuation and quotes
  med,   // content that occurs more than three times in the text
  high,  // the rest
};

std::string_view name_of(LineQuality quality);

// Empty, or only whitespace, brackets, punctuation and quotes: too common to identify a place.
bool is_low(std::string_view content);

// Every line of the text, in order.
std::vector<LineQuality> line_qualities(const Text& text);

}  // namespace kedge
