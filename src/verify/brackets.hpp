// Which brackets of a text stand alone, in languages that no grammar is at hand for. A small scanner knows where text is code:
// it is steered by one row of a table for each language, goes over the text once, and stops at nothing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/text.hpp"

namespace kedge {

// A string, or a comment that is told like one.
struct Quote {
  std::string_view open, close;
  bool escapes = true;              // a backslash takes the next character along
  bool many_rows = false;           // goes on over line breaks; otherwise the row ends it
  std::string_view inserts = {};    // what opens code in it, up to the }
  bool inserts_if_named = false;    // only where a word stands right before it: s"${x}"
  bool nests = false;               // holds others of its kind
  bool takes_run = false;           // """" closes with the last three of a run
  bool where_value_begins = false;  // /x/ is a pattern there, and a division elsewhere
};

struct Lexis {
  std::string_view language;
  std::string_view files;         // how their names end
  std::string_view row_comments;  // what makes the rest of the row none of the code, separated by blanks
  std::span<const Quote> quotes;  // a longer opening before those that it begins with
  bool ticks = false;             // 'x' is a character; a tick that no second one follows so soon is something else
  bool heredocs = false;          // <<WORD up to a row of WORD
};

// By the name of the file; null if the language is not known here, or has a grammar.
const Lexis* lexis_of(std::string_view path);

enum class Bracket : std::uint8_t { round, square, curly };
inline constexpr std::string_view opening_brackets = "([{";
inline constexpr std::string_view closing_brackets = ")]}";

// How many more of each kind are opened than closed.
using Balance = std::array<std::int32_t, 3>;

struct BracketScan {
  std::uint32_t alone = 0;    // brackets without a partner
  std::vector<Balance> rows;  // of each line
};

BracketScan scan_brackets(const Lexis& lexis, const Text& text);

}  // namespace kedge
