// Placeholder rows for text that was left out: "// ... rest of the code unchanged ...".
#pragma once

#include <cstdint>
#include <string_view>

namespace kedge {

enum class Elision : std::uint8_t {
  none,
  bare,    // nothing but dots: may be meant literally, or as a placeholder
  likely,  // a comment that people also write, such as "existing JSX": a placeholder if rows are lost
  plain,   // says that something is left out or unchanged
};

// A row is a placeholder only as a whole: a comment with nothing else, words between dots or in square brackets, or dots alone.
Elision elision_of(std::string_view row);

bool is_only_dots(std::string_view row);  // not in a comment

// Documents for people, in which such rows may be ordinary text; only a markup comment is always a placeholder there.
bool is_prose(std::string_view path);
bool is_markup_comment(std::string_view row);

}  // namespace kedge
