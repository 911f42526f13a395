// A refusal that is longer than its reader is passed on. Rows of files are counted where they are printed (AnswerRoom); this is
// about the words around them.
#pragma once

#include <cstddef>

#include "error/error.hpp"

namespace kedge {

// The refusal without what is needed least: a corrected call that has no place, then what else is wrong with the call. Rows
// stay: they count as shown.
Error within_page(Error error, std::size_t most_bytes);

}  // namespace kedge
