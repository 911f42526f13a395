// Whitespace at the ends of a line, where quotations most often differ from the file.
#pragma once

#include <string>
#include <string_view>

namespace kedge {

inline constexpr std::string_view row_blanks = " \t\r\v\f";  // ASCII only; other whitespace is content

// Without whitespace at both ends, or at the end only.
std::string_view trimmed(std::string_view row);
std::string_view without_trailing_blanks(std::string_view row);

// The spaces and tabs that a line begins with.
std::string_view indentation_of(std::string_view row);

// "4 spaces", "1 tab and 2 spaces", "none".
std::string described_indentation(std::string_view indentation);

}  // namespace kedge
