// An edit: the bytes of a span are replaced by others.
#pragma once

#include <cstdint>
#include <string>

#include "text/units.hpp"

namespace kedge {

// Which neighbour an insertion belongs to. "Insert after line 5" and "insert before line 6" are the same place until
// somebody else inserts lines between the two.
enum class Lean : std::uint8_t {
  above,    // stays right after what is above it; at the start of the text: stays first
  neither,  // belongs exactly between its neighbours
  below,    // stays right before what is below it; at the end of the text: stays last
};

struct Edit {
  ByteSpan span;
  std::string text;
  int op = 0;                 // index of the operation that it comes from, for error messages
  Lean lean = Lean::neither;  // matters for insertions only

  friend bool operator==(const Edit&, const Edit&) = default;
};

}  // namespace kedge
