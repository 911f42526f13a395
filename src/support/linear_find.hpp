// string_view::find takes quadratic time for a long piece of few different bytes; this does not, whatever it is given.
#pragma once

#include <cstddef>
#include <string_view>

namespace kedge {

// Where `piece` first stands at or behind `from`; npos if nowhere. REQUIRES: from <= text.size().
std::size_t linear_find(std::string_view text, std::string_view piece, std::size_t from = 0);

}  // namespace kedge
