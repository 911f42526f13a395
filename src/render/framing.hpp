// What holds for a whole file rather than for its lines: a caller who sends the whole file anew may change it without meaning
// to.
#pragma once

#include <string>
#include <vector>

#include "text/text.hpp"

namespace kedge {

// A sentence for each: the style of its line endings, its byte order mark, its final newline.
std::vector<std::string> framing_changes(const Text& before, const Text& after);

}  // namespace kedge
