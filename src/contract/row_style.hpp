// How lines of a file are shown to a caller, and how many of them are in an answer.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>

#include "text/text.hpp"

namespace kedge {

// Appends a line as a dialect shows it, without a newline.
using RowPrinter = std::function<void(std::string& out, LineNo line)>;

// Gets the whole text, because the name of a line may depend on all others. The printer keeps a copy, which is cheap.
using RowStyle = RowPrinter (*)(const Text& text);

// An edit as the dialect would send it: these lines become the rows. Without a line break at the end.
using EditStyle = std::string (*)(LineSpan lines, std::span<const std::string> rows);

// Which rows are in the answer to an edit.
struct PreviewShape {
  std::uint32_t context = 3;                                         // around each change
  std::uint32_t longest_run = 40;                                    // new rows of one change before its middle is omitted
  std::uint32_t whole_up_to = 0;                                     // a file of at most this many lines is shown completely
  std::size_t most_bytes = std::numeric_limits<std::size_t>::max();  // of all rows, approximately; rows at the end are omitted
};

}  // namespace kedge
