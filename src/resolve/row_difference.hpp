// Says why a quoted row does not match its line, in words that tell a caller what to change.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kedge {

// A quotation may begin and end inside a line, so a row may stand for only part of its line.
enum class RowPart : std::uint8_t {
  whole,
  tail,    // the first row of several
  head,    // the last one, if no newline follows it
  inside,  // the only one, likewise
};

bool fits(std::string_view row, std::string_view line, RowPart part);

// A short phrase: the first known kind of difference that explains everything. REQUIRES: the row does not match.
std::string difference(std::string_view row, std::string_view line, RowPart part);

// A row with such differences removed: no whitespace at its ends, plain characters, lower case.
std::string essence_of(std::string_view row);

}  // namespace kedge
