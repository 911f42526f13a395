// How the bytes of a file or a stream stand in a scenario, and back. Bytes that a reader can see stand as they are; the
// rest is escaped, so that a scenario survives editors, mail and version control.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace kedge::test {

inline constexpr std::string_view block_mark = "--- ";  // how the first row of a block begins

enum class ContentForm {
  literal,           // as it stands
  no_final_newline,  // as it stands, without the newline behind its last row
  escaped,           // \r \n \t \0 \xNN \\; a row that ends in a lone backslash has no newline
};

// The bytes that rows of a block stand for, or what is wrong with them.
std::expected<std::string, std::string> decoded(std::string_view rows, ContentForm form);

// Rows that stand for these bytes, each ended by a newline. REQUIRES: form == form_for(bytes), or escaped.
std::string encoded(std::string_view bytes, ContentForm form);

// The plainest form that shows every byte: escaped where there are control characters, stray bytes or blanks that nobody
// sees at the end of a row.
ContentForm form_for(std::string_view bytes);

// A row with everything but visible characters and blanks between them escaped.
std::string escaped(std::string_view row);

// One escape of the C-like set at the start of `rest` (which begins behind the backslash): appends what it stands for and
// returns how many characters it took, or nothing if it is none.
std::size_t take_escape(std::string_view rest, std::string& out);

}  // namespace kedge::test
