// What a glob fits, found by trying every way to read it: slow, and short enough to be seen to be right.
#pragma once

#include <string_view>

namespace kedge::laws {

// REQUIRES: no braces and no escapes; a set holds no range and no bracket.
bool naive_matches(std::string_view pattern, std::string_view path, bool begins_component = true);

}  // namespace kedge::laws
