// Finds every LF in a buffer, at memory speed.
#pragma once

#include <cstdint>
#include <string_view>

namespace kedge {

std::size_t count_newlines(std::string_view bytes);

// Writes the offset just after each LF to `out`, in order, and returns the end of what it wrote.
// REQUIRES: room for count_newlines(bytes) offsets; bytes.size() < 2^32.
std::uint32_t* offsets_behind_newlines(std::string_view bytes, std::uint32_t* out);

}  // namespace kedge
