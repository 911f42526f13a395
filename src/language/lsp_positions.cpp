#include "language/lsp_positions.hpp"

#include <algorithm>

#include "support/utf8.hpp"

namespace kedge {
namespace {

std::uint32_t units_of(const Utf8Step& step, ColumnUnit unit) {
  if (unit == ColumnUnit::utf8) return static_cast<std::uint32_t>(step.length);
  return step.valid && step.code > 0xFFFF ? 2 : 1;
}

// How many bytes and characters of the line these units are.
struct Reached {
  std::size_t bytes = 0;
  std::uint32_t characters = 0;
};
Reached reached(std::string_view line, std::uint32_t units, ColumnUnit unit) {
  Reached at;
  while (at.bytes < line.size() && units > 0) {
    const Utf8Step step = next_code_point(line.substr(at.bytes));
    const std::uint32_t width = units_of(step, unit);
    if (width > units) break;
    units -= width;
    at.bytes += step.length;
    ++at.characters;
  }
  return at;
}

}  // namespace

std::optional<ByteOffset> offset_of(const Text& text, LspPosition position, ColumnUnit unit) {
  const LineNo line{position.line + 1};
  if (!text.has(line)) {
    // An end of the text is also the beginning of a line that is not there.
    const bool is_end = position.line == text.line_count() && position.character == 0;
    return is_end ? std::optional(ByteOffset{text.size()}) : std::nullopt;
  }
  const std::size_t begin = text.span({line, LineNo{line.value + 1}}).begin.value;
  return ByteOffset{begin + reached(text.content(line), position.character, unit).bytes};
}

LspPosition position_of(const Text& text, ByteOffset offset, ColumnUnit unit) {
  std::uint32_t low = 1;
  std::uint32_t high = text.line_count() + 1;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (text.span({LineNo{middle}, LineNo{middle + 1}}).end.value <= offset.value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  LspPosition position{.line = low - 1};
  if (!text.has(LineNo{low})) return position;
  std::string_view before = text.bytes().substr(text.span({LineNo{low}, LineNo{low + 1}}).begin.value);
  before = before.substr(0, offset.value - text.span({LineNo{low}, LineNo{low + 1}}).begin.value);
  while (!before.empty()) {
    const Utf8Step step = next_code_point(before);
    position.character += units_of(step, unit);
    before.remove_prefix(step.length);
  }
  return position;
}

std::uint32_t column_of(const Text& text, LspPosition position, ColumnUnit unit) {
  const LineNo line{position.line + 1};
  return text.has(line) ? reached(text.content(line), position.character, unit).characters + 1 : 1;
}

}  // namespace kedge
