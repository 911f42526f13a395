// A caller that quotes a line with the wrong indentation is not looking at the file as it is, so its new rows at places without
// quoted indentation may be wrong as well.
#pragma once

#include <optional>
#include <vector>

#include "edit/replace_lines.hpp"
#include "plan/loaded_file.hpp"

namespace kedge {

// Whether a quotation shows that its author sees the file's indentation.
enum class Indentation : std::uint8_t {
  as_in_file,  // an indented row is quoted as the file has it
  not_quoted,  // no indented row is quoted
  otherwise,   // a row is quoted with the wrong indentation
};

// New rows, and what was quoted at their place.
struct IndentedRows {
  Indentation quoted = Indentation::not_quoted;
  Rows rows = {};
  int op = 0;
  bool more_than_quoted = false;  // more rows than there are lines in their place
};

// Whether any row is quoted with the wrong indentation.
bool misreads(const std::vector<IndentedRows>& operations);

// Refuses (no_match) if the caller misreads the file, now or before, and it is unclear how to indent some of the new rows.
std::optional<Error> uneven_indentation(const LoadedFile& file, const std::vector<IndentedRows>& operations,
                                        const Misreadings& before);

}  // namespace kedge
