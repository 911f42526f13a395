// One row of quoted lines, and what happens to it.
#pragma once

#include <cstdint>
#include <string>

namespace kedge {

// What happens to a row of a passage.
enum class RowFate : std::uint8_t {
  kept,
  removed,
  added,
  elided,  // a literal line or, if the file has no such line, any number of kept lines
};

struct PassageRow {
  RowFate fate = RowFate::kept;
  std::string text;          // without its line break; with a final CR if the caller sent one
  std::string written = {};  // elided: how to write it if it is a literal line
};

}  // namespace kedge
