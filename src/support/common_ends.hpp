// The length of the common prefix and suffix of two buffers, at memory speed.
#pragma once

#include <cstddef>
#include <string_view>

namespace kedge {

std::size_t common_prefix(std::string_view a, std::string_view b);
std::size_t common_suffix(std::string_view a, std::string_view b);

}  // namespace kedge
