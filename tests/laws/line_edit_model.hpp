// What the rules of line edits say about a result, read from the rules and not from the code: which rows it has, and for
// each row which terminators are allowed. Where the rules leave a choice, every choice is allowed.
//
//   New rows take the terminator of the line they replace, else of the neighbouring line, else the file's first, else LF;
//   a row that stays equal keeps its own bytes. In an empty file every new row is terminated; deleting an unterminated
//   last line leaves the line before it as it is. Inserting after an unterminated last line gives that line a terminator;
//   the new last row is then unterminated. Two insertions at one place keep the order of the call.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/replace_lines.hpp"
#include "laws/row_model.hpp"

namespace kedge::laws {

// One row of the result.
struct ExpectedRow {
  std::string content;
  std::vector<std::string> terminators;  // the allowed ones
  std::optional<std::size_t> edit;       // whose row it is; nothing: a line that no edit touches
};

// Line operations overlap as edits of bytes do.
bool any_overlap(const std::vector<LineEdit>& edits);

// REQUIRES: no two overlap.
std::vector<ExpectedRow> expected_rows(const RowFile& file, const std::vector<LineEdit>& edits);

// The terminators that stand behind the expected rows in these bytes; nothing if other rows or terminators stand there.
std::optional<std::vector<std::string>> matched_terminators(std::string_view bytes, const std::vector<ExpectedRow>& rows);

// As many rows as can stay equal have kept the terminators of their own lines. `terminators` are those of the edit's rows.
bool equal_rows_kept_their_bytes(const RowFile& file, const LineEdit& edit, const std::vector<std::string>& terminators);

}  // namespace kedge::laws
