// The rows of a diff, and which of them are its syntax rather than lines of files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kedge {

// Rows without their line breaks. A CR at the end of a row belongs to the line that it quotes, unless the headers of the diff
// end in CR as well: then the diff itself was sent with CRLF, and one CR is removed from every row.
std::vector<std::string_view> rows_of_diff(std::string_view input);

using DiffRowList = std::vector<std::string_view>;

// As refusals count, from 1.
inline std::uint32_t row_number(std::size_t at) { return static_cast<std::uint32_t>(at + 1); }

bool is_git_row(std::string_view row);  // diff --git, and what else begins a section of a file
bool is_fence(std::string_view row);    // ``` around a diff in prose
bool is_empty_row(std::string_view row);
bool is_signature(std::string_view row);  // what follows it was added by a mail program

// Whether two rows look like the names of both sides: `--- x` and `+++ y`.
bool are_name_rows(const DiffRowList& rows, std::size_t at);

// The row is not part of a body, whatever the counts say: it has no sign of a body row and begins something else.
bool begins_something_else(std::string_view row);

}  // namespace kedge
