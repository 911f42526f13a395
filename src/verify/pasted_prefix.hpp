// New text with the prefixes of shown rows (`12:`, `12<tab>`, `12#a3f1b2|`, `12:a3|`). Refused on evidence only: some row has
// the number and exact text, or the number and hash, of a shown row. `8080:80` is content.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "text/units.hpp"

namespace kedge {

struct PastedPrefix {
  std::string row;          // the first row that is evidence
  std::string cleaned;      // the text without the prefixes
  bool has_hashes = false;  // of counted rows: each prefix has a hash
};

// Detects prefixes without a shown row: every row begins with a number and a colon, or a number and a hash, and the numbers
// count up from the line where the first row is to go. Such rows were copied with their prefixes and then changed. At line 1
// the caller has to tell them from a list, which would begin to count there, too. The last rows may be the `kept` ones without
// prefixes, if the others have hashes.
std::optional<PastedPrefix> counted_rows(std::string_view body, LineNo first, std::span<const std::string_view> kept = {});

// A row that begins like a shown row.
struct PrefixedRow {
  LineNo line;
  std::string_view hash;  // empty: there is none
  std::string_view rest;
};

// `was_shown` says whether the row of that number was shown with that text, or with that hash.
std::optional<PastedPrefix> pasted_prefix(std::string_view body, const std::function<bool(const PrefixedRow&)>& was_shown);

}  // namespace kedge
