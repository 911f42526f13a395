// Finds the file name above a SEARCH/REPLACE block, among what models put around names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kedge {

// Whether a row opens or closes a fence (``` or ~~~), with or without the name of a language.
bool is_fence_row(std::string_view row);

struct NameRow {
  std::string name;
  bool marked = false;  // by backticks or asterisks, or as a heading: more than a word of a sentence
  bool loose = false;   // it has spaces and no backticks: it could be a sentence as well
};

// The name in a row, without backticks, asterisks and hashes around it and a colon after it. A name with spaces must be in
// backticks or end in an extension; any other row with spaces is a sentence. None if there is no name.
std::optional<NameRow> read_name_row(std::string_view row);

// A file named after the signs of a fence, as in ```src/a.ts. None if there is none, or it is the name of a language.
std::optional<std::string> name_on_fence(std::string_view row);

// The row that names the file; none if no row can.
std::optional<std::string> name_row_of(std::string_view name);

// Whether a row between two blocks may name a different file than this one: it has a word that reads like a name, or one that
// is set off from the rest.
bool may_name_another(std::string_view row, std::string_view name);

}  // namespace kedge
