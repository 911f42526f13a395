// Reads JSON strictly by RFC 8259. Truncated or ambiguous text, and text beyond the limits, is refused and never repaired.
//   - The text is UTF-8. An escape that is half a surrogate pair is refused.
//   - A duplicate name in an object is refused, because parsers differ in which member they take.
//   - A number without fraction or exponent is a 64-bit integer, any other a finite double; anything outside is refused. -0 is
//     the integer 0.
// There is no recursion, so nesting cannot exhaust the stack. Time and memory are linear in the text.
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
  std::size_t string_bytes = 16UL * 1024 * 1024;  // of one string, unescaped
  std::size_t values = 1'000'000;                 // in the whole text: a value takes much more memory than its text
};

struct JsonProblem {
  std::size_t offset = 0;
  std::uint32_t line = 1, column = 1;  // of the offset; the column counts bytes
  std::string what;
  bool limit = false;  // it may be valid JSON, but exceeds a limit
};

// One value, with only white space around it.
std::expected<Json, JsonProblem> read_json(std::string_view text, const JsonLimits& limits = {});

}  // namespace kedge
