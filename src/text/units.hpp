// Lines and bytes as separate types, and every span half-open. Mixing these up is the classic bug of an edit engine, so the
// compiler keeps them apart.
#pragma once

#include <compare>
#include <cstdint>

namespace kedge {

// A line by its number, from 1.
struct LineNo {
  std::uint32_t value = 1;

  friend constexpr auto operator<=>(const LineNo&, const LineNo&) = default;
  friend constexpr LineNo operator+(LineNo line, std::uint32_t count) { return {line.value + count}; }
  friend constexpr LineNo operator-(LineNo line, std::uint32_t count) { return {line.value - count}; }
  // The number of lines in [from, to). REQUIRES: from <= to.
  friend constexpr std::uint32_t operator-(LineNo to, LineNo from) { return to.value - from.value; }
};

// The lines [first, end). Empty: the place between two lines, just before `end`.
struct LineSpan {
  LineNo first;
  LineNo end;

  friend constexpr bool operator==(const LineSpan&, const LineSpan&) = default;
  constexpr std::uint32_t size() const { return end - first; }
  constexpr bool empty() const { return first == end; }
  constexpr bool contains(LineNo line) const { return first <= line && line < end; }
  constexpr LineNo last() const { return end - 1; }  // REQUIRES: not empty
};

constexpr LineSpan one_line(LineNo line) { return {line, line + 1}; }
constexpr LineSpan between_lines(LineNo below) { return {below, below}; }

// A byte's distance from the start of the text.
struct ByteOffset {
  std::size_t value = 0;

  friend constexpr auto operator<=>(const ByteOffset&, const ByteOffset&) = default;
  friend constexpr ByteOffset operator+(ByteOffset at, std::size_t count) { return {at.value + count}; }
  friend constexpr std::size_t operator-(ByteOffset to, ByteOffset from) { return to.value - from.value; }
};

// The bytes [begin, end). Empty: the place just before `end`.
struct ByteSpan {
  ByteOffset begin;
  ByteOffset end;

  friend constexpr bool operator==(const ByteSpan&, const ByteSpan&) = default;
  constexpr std::size_t size() const { return end - begin; }
  constexpr bool empty() const { return begin == end; }
};

}  // namespace kedge
