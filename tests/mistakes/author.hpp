// Writes random sources that look like people's, and edits of them that are right.
#pragma once

#include "edited_source.hpp"
#include "oracle/random.hpp"
#include "tongue.hpp"

namespace mistakes {

using oracle::Random;

// A file of some hundred rows, and one edit: statements or a function are replaced by others, inserted or deleted.
EditedSource edited_source(const Tongue& tongue, Random& random);

}  // namespace mistakes
