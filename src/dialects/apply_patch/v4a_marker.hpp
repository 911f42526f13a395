// The rows of a V4A patch that begin with `***`: the envelope, the headers of files, and what is said about the rows between.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kedge {

struct V4aMarker {
  enum class Kind : std::uint8_t { begin, end, add, remove, update, move, end_of_file };
  Kind kind = Kind::begin;
  std::string path = {};  // of add, remove, update and move; may be empty, which is wrong
};

// Nothing: another row.
std::optional<V4aMarker> read_v4a_marker(std::string_view row);

// The marker that a row was probably meant as, as it is to be written; empty if that cannot be told.
std::string corrected_v4a_marker(std::string_view row);

}  // namespace kedge
