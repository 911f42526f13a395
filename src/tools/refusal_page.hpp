// Shortens a refusal that is longer than the client passes on. Rows of files are counted where they are printed (AnswerRoom);
// this is about the text around them.
#pragma once

#include <cstddef>

#include "error/error.hpp"

namespace kedge {

// Drops what is needed least: a corrected call that does not fit, then what else is wrong with the call. Rows stay: they count
// as shown.
Error within_page(Error error, std::size_t most_bytes);

}  // namespace kedge
