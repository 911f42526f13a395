// Rows of files and diffs as views draw them: pieces of text in one colour each, escaped, with the words marked that a change
// is about. The full-screen view and the page draw the same rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/happening.hpp"
#include "syntax/syntax.hpp"
#include "text/text.hpp"

namespace kedge::ui {

struct ShownPiece {
  std::string text;  // escaped
  std::optional<SyntaxToken::Kind> kind = std::nullopt;
  bool changed = false;  // these words make the difference to the row on the other side

  friend bool operator==(const ShownPiece&, const ShownPiece&) = default;
};

struct ShownRow {
  enum class Kind : std::uint8_t { context, removed, added, header };
  Kind kind = Kind::context;
  std::uint32_t before = 0, after = 0;  // its line numbers; 0: not on that side
  std::uint32_t part = 0;               // which of the file's hunks it belongs to, from 1; 0: none
  std::vector<ShownPiece> pieces = {};
  std::uint64_t bytes_left_out = 0;  // of a row that is too long
  std::string anchor = {};           // of an opened file: two digits of its line's hash, by which edits name it

  friend bool operator==(const ShownRow&, const ShownRow&) = default;
};

inline constexpr std::size_t longest_shown_row = 2000;  // bytes

// What a happening shows of a file: the lines that were opened, or its diff.
std::vector<ShownRow> rows_of_file(const Happening::File& file, Syntax* syntax);
// The rows of a file's diff. Without a parser, they have no colours.
std::vector<ShownRow> rows_of_diff(const Happening::File& file, Syntax* syntax);
// The rows of a text from `first` on, at most `most`.
std::vector<ShownRow> rows_of_text(std::string_view path, const Text& text, Syntax* syntax, std::uint32_t first,
                                   std::uint32_t most);

// Where two rows differ, in words, as spans of bytes. Nothing if they have too little in common for that to help anybody.
struct WordMarks {
  std::vector<ByteSpan> before, after;
};
WordMarks word_marks(std::string_view before, std::string_view after);

}  // namespace kedge::ui
