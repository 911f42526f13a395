// Placeholder rows for text that was left out: "// ... rest of the code unchanged ...".
#pragma once

#include <cstdint>
#include <string_view>

namespace kedge {

enum class Elision : std::uint8_t {
  none,
  bare,   // a comment of nothing but dots: may be meant literally, or as a placeholder
  plain,  // says that something is left out or unchanged
};

// A row is a placeholder only as a whole: a comment with nothing else, or words between dots.
Elision elision_of(std::string_view row);

// Documents for people, in which such rows are ordinary text; only a markup comment is a placeholder there.
bool is_prose(std::string_view path);
bool is_markup_comment(std::string_view row);

}  // namespace kedge
