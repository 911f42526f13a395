// How rows of a file are put before a caller, and how many of them an answer holds.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "text/text.hpp"

namespace kedge {

// Appends a line as a dialect shows it, without a newline.
using RowPrinter = std::function<void(std::string& out, LineNo line)>;

// Gets the whole text, because how a line is named may depend on all the others. The printer keeps a copy, which is cheap.
using RowStyle = RowPrinter (*)(const Text& text);

// Which rows stand in the answer to an edit.
struct PreviewShape {
  std::uint32_t context = 3;       // around each change
  std::uint32_t longest_run = 40;  // new rows shown of one stretch before its middle is left out
  std::uint32_t whole_up_to = 0;   // a file of at most this many lines is shown whole
  std::size_t most_bytes = std::numeric_limits<std::size_t>::max();  // of them all, about; those at the end are left out
};

}  // namespace kedge
