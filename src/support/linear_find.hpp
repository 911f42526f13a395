// string_view::find can take quadratic time, for example to find a long run of one byte. This is always linear.
#pragma once

#include <cstddef>
#include <string_view>

namespace kedge {

// The first occurrence of `piece` at or after `from`, or npos. REQUIRES: from <= text.size().
std::size_t linear_find(std::string_view text, std::string_view piece, std::size_t from = 0);

}  // namespace kedge
