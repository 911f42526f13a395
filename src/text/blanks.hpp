// The blanks at the ends of a row: where quotations most often differ from what they quote.
#pragma once

#include <string>
#include <string_view>

namespace kedge {

inline constexpr std::string_view row_blanks = " \t\r\v\f";  // of ASCII; other blanks are content

// Without the blanks at both ends, or at the end only.
std::string_view trimmed(std::string_view row);
std::string_view without_trailing_blanks(std::string_view row);

// The spaces and tabs that a row begins with.
std::string_view indentation_of(std::string_view row);

// "4 spaces", "1 tab and 2 spaces", "none".
std::string described_indentation(std::string_view indentation);

}  // namespace kedge
