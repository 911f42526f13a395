// The normal form of every edit: these bytes become those.
#pragma once

#include <cstdint>
#include <string>

#include "text/units.hpp"

namespace kedge {

// To which neighbour an insertion belongs. "Insert after line 5" and "insert before line 6" stand at the same byte and
// part ways when somebody else writes between the two lines.
enum class Lean : std::uint8_t {
  above,    // stays right behind what stands before it; at the start of the text: stays first
  neither,  // belongs exactly between its neighbours
  below,    // stays right before what stands behind it; at the end of the text: stays last
};

struct Edit {
  ByteSpan span;
  std::string text;
  int op = 0;                 // index of the operation that asked for it, so that errors point at what the caller wrote
  Lean lean = Lean::neither;  // matters for insertions only

  friend bool operator==(const Edit&, const Edit&) = default;
};

}  // namespace kedge
