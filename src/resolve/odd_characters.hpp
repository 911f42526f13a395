// Characters that look like others, or like nothing: typographic quotes and dashes, blanks that are not the space,
// characters without width. A row that was retyped from memory has the plain ones instead, and a reader does not see why
// it does not fit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kedge {

// What one would type for an odd character: "" for one without width. Nothing for any other character.
std::optional<std::string_view> plain_form(char32_t code);

// The row with plain forms in place of odd characters.
std::string with_plain_forms(std::string_view row);

// "U+00A0".
std::string code_name(char32_t code);

// The part of a row from byte `from` up to `to`, with what cannot be seen made visible: a tab as →, a trailing blank as ·, CR
// as <CR>, an odd character as <U+00A0>, controls and stray bytes escaped. … stands where the row was cut.
std::string visible(std::string_view row, std::size_t from = 0, std::size_t to = std::string_view::npos);

}  // namespace kedge
