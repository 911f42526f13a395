// The rows of a V4A patch that begin with `***`: the envelope, file headers, and remarks about the rows between.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kedge {

struct V4aMarker {
  enum class Kind : std::uint8_t { begin, end, add, remove, update, move, end_of_file };
  Kind kind = Kind::begin;
  std::string path = {};  // of add, remove, update and move; may be empty, which is an error
};

// None if the row is not a marker.
std::optional<V4aMarker> read_v4a_marker(std::string_view row);

// The marker that a row was probably meant to be, correctly written; empty if unclear.
std::string corrected_v4a_marker(std::string_view row);

}  // namespace kedge
