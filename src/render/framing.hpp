// Properties of a whole file, which a caller that writes the whole file may change by accident.
#pragma once

#include <string>
#include <vector>

#include "text/text.hpp"

namespace kedge {

// A sentence for each that changed: line endings, byte order mark, final newline.
std::vector<std::string> framing_changes(const Text& before, const Text& after);

}  // namespace kedge
