// Characters that look like others or cannot be seen: typographic quotes and dashes, spaces other than U+0020, zero-width
// characters. Whoever retypes a row from memory types the plain ones instead, and cannot see why the row does not match.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kedge {

// The plain form of an odd character, "" for one without width; none for any other character.
std::optional<std::string_view> plain_form(char32_t code);

// The row with plain forms in place of odd characters.
std::string with_plain_forms(std::string_view row);

// "U+00A0".
std::string code_name(char32_t code);

// The part of a row from byte `from` up to `to`, with the invisible made visible: a tab as →, trailing whitespace as ·, CR as
// <CR>, an odd character as <U+00A0>, control characters and stray bytes escaped. … marks where the row was cut.
std::string visible(std::string_view row, std::size_t from = 0, std::size_t to = std::string_view::npos);

}  // namespace kedge
