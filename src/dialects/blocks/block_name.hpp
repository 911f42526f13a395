// The name of a file as it stands above a SEARCH/REPLACE block, among what models put around names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kedge {

// Whether a row opens or closes a fence (``` or ~~~), with or without the name of a language behind it.
bool is_fence_row(std::string_view row);

struct NameRow {
  std::string name;
  bool marked = false;  // by backticks or asterisks around it, or as a heading: it is more than a word of a sentence
  bool loose = false;   // it holds blanks and stands in no backticks: a sentence could read so, too
};

// The name that a row holds: backticks, asterisks and hashes around it and a colon behind it are taken off. A name with blanks
// inside stands in backticks or ends in an extension; any other row with blanks is a sentence. Nothing: no name.
std::optional<NameRow> read_name_row(std::string_view row);

// A file that is named behind the signs of a fence, as in ```src/a.ts. Nothing: none, or the name of a language.
std::optional<std::string> name_on_fence(std::string_view row);

// The row that names the file; nothing if none can.
std::optional<std::string> name_row_of(std::string_view name);

// Whether a row between two blocks may name another file than this one: it holds a word that reads like a name, or one that is
// set off from the rest.
bool may_name_another(std::string_view row, std::string_view name);

}  // namespace kedge
