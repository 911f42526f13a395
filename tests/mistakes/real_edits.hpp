// Edits that people made, from a file of JSON lines: {id, path, before, hunks: [{start, end, new_lines}]}. Lines count from 1,
// ends are inclusive, and an end before the start inserts.
#pragma once

#include <optional>

#include "edited_source.hpp"

namespace mistakes {

// Nothing, and a word on standard error, if it cannot be read.
std::optional<std::vector<EditedSource>> real_edits(const char* file);

}  // namespace mistakes
