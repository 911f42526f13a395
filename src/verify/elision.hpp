// Rows that stand for text which somebody left out: "// ... rest of the code unchanged ...".
#pragma once

#include <cstdint>
#include <string_view>

namespace kedge {

enum class Elision : std::uint8_t {
  none,
  bare,   // a comment of nothing but dots: may be meant, may stand for what is missing
  plain,  // says that something is left out, or stays as it was
};

// A row is a placeholder only as a whole: a comment with nothing else, or words between dots.
Elision elision_of(std::string_view row);

// Documents for people, where such rows are part of the text; there only a comment of markup is one.
bool is_prose(std::string_view path);
bool is_markup_comment(std::string_view row);

}  // namespace kedge
