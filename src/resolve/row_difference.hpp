// Why a row of a quotation does not stand in the line where it should, in words that tell a caller what to change.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kedge {

// A quotation may begin and end inside a line, so its rows stand for different parts of theirs.
enum class RowPart : std::uint8_t {
  whole,
  tail,    // the first row of several
  head,    // the last one, if no newline follows it
  inside,  // the only one, likewise
};

bool fits(std::string_view row, std::string_view line, RowPart part);

// A short phrase; the first of the known kinds of difference that would explain everything. REQUIRES: it does not fit.
std::string difference(std::string_view row, std::string_view line, RowPart part);

// What is left of a row when such differences are forgiven: without blanks at its ends, in plain characters and lower case.
std::string essence_of(std::string_view row);

}  // namespace kedge
