// JSON text as a value, strictly by RFC 8259: what is cut off, ambiguous or more than a caller needs is refused, never mended.
//   - The text is UTF-8; an escape that is half a surrogate pair is no character.
//   - A name that occurs twice in an object is refused: readers differ in which of the two they take.
//   - A number that is written as a whole one is an integer of 64 bits, any other a finite double; what fits neither is
//     refused. -0 is the integer 0.
// Reads without recursion, so that depth costs nothing but a limit; time and memory are linear in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "support/json.hpp"

namespace kedge {

struct JsonLimits {
  std::size_t depth = 64;
  std::size_t keys = 10'000;                      // of one object
  std::size_t string_bytes = 16UL * 1024 * 1024;  // of one string, as it is meant
  std::size_t values = 1'000'000;                 // of the whole text: a value needs many times the memory of its text
};

struct JsonProblem {
  std::size_t offset = 0;
  std::uint32_t line = 1, column = 1;  // of the offset; the column counts bytes
  std::string what;
  bool limit = false;  // it may be JSON, but more than is taken
};

// One value with nothing but white space around it.
std::expected<Json, JsonProblem> read_json(std::string_view text, const JsonLimits& limits = {});

}  // namespace kedge
