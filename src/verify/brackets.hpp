// Finds unmatched brackets in languages without a grammar. A small scanner, driven by one table row per language, tells code
// from strings and comments. It passes over the text once and always gets to the end.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/text.hpp"

namespace kedge {

// A string, or a comment with delimiters like one.
struct Quote {
  std::string_view open, close;
  bool escapes = true;              // a backslash escapes the next character
  bool many_rows = false;           // may span rows; otherwise it ends with its row
  std::string_view inserts = {};    // opens embedded code, up to the }
  bool inserts_if_named = false;    // only right after a word: s"${x}"
  bool nests = false;               // may contain others of its kind
  bool takes_run = false;           // """" closes with the last three of a run
  bool where_value_begins = false;  // only where a value can begin: /x/ is a pattern there, elsewhere a division
};

struct Lexis {
  std::string_view language;
  std::string_view files;         // how their names end
  std::string_view row_comments;  // what begins a comment to the end of the row, separated by spaces
  std::span<const Quote> quotes;  // longer openings before their own prefixes
  bool ticks = false;             // 'x' is a character; a tick without a second one that soon is something else
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
