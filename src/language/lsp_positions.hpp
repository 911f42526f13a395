// Places in a text, as language servers name them: lines from 0, and columns in units of UTF-16 or bytes.
#pragma once

#include <optional>

#include "text/text.hpp"

namespace kedge {

enum class ColumnUnit : std::uint8_t { utf16, utf8 };

struct LspPosition {
  std::uint32_t line = 0, character = 0;
};

// nullopt if there is no such place. A column past the end of a line is its end, as the protocol says.
std::optional<ByteOffset> offset_of(const Text& text, LspPosition position, ColumnUnit unit);
// REQUIRES: it is in the text, or its end.
LspPosition position_of(const Text& text, ByteOffset offset, ColumnUnit unit);
// The column of a person, from 1, in characters.
std::uint32_t column_of(const Text& text, LspPosition position, ColumnUnit unit);

}  // namespace kedge
