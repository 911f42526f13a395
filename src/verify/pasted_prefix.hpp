// New text that carries the line prefixes of what was shown (`12:`, `12<tab>`, `12#a3f1b2|`, `12:a3|`). Refused on evidence
// only: some row has the number and the very text, or the number and the hash, of a row that was shown. `8080:80` is content.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "text/units.hpp"

namespace kedge {

struct PastedPrefix {
  std::string row;      // the first one that gives it away
  std::string cleaned;  // the text without the prefixes
};

// Every row begins with a number and a colon, and the numbers count up from the line at which the first
// of them is to stand: rows that were copied with their prefixes and then changed. Not at line 1, where a list begins to count,
// too.
std::optional<PastedPrefix> counted_rows(std::string_view body, LineNo first);

// A row that begins as rows are shown.
struct PrefixedRow {
  LineNo line;
  std::string_view hash;  // empty: there is none
  std::string_view rest;
};

// `was_shown` says whether the row of that number was shown with that text, or with that hash.
std::optional<PastedPrefix> pasted_prefix(std::string_view body, const std::function<bool(const PrefixedRow&)>& was_shown);

}  // namespace kedge
