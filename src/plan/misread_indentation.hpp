// Who quotes one place with another indentation than the file has does not see the file as it is; then new rows at places that
// quote no indentation may be off as well.
#pragma once

#include <optional>
#include <vector>

#include "edit/replace_lines.hpp"
#include "plan/loaded_file.hpp"

namespace kedge {

// What a quotation says about whether its author sees the file's indentation as it is.
enum class Indentation : std::uint8_t {
  as_in_file,  // an indented row is quoted as the file has it
  not_quoted,  // no indented row is quoted
  otherwise,   // a row is quoted with another indentation
};

// New rows, and what was quoted at their place.
struct IndentedRows {
  Indentation quoted = Indentation::not_quoted;
  Rows rows = {};
  int op = 0;
};

// Whether some row is quoted with another indentation than the file has.
bool misreads(const std::vector<IndentedRows>& operations);

// A refusal (no_match) if the caller misreads the file, now or before, and it is not clear how far some of the rows are to be
// indented.
std::optional<Error> uneven_indentation(const LoadedFile& file, const std::vector<IndentedRows>& operations,
                                        const Misreadings& before);

}  // namespace kedge
