// Random files that look like code: functions with bodies of few kinds of statements, and what people do to them.
#pragma once

#include <string>
#include <vector>

#include "laws/random_source.hpp"

namespace kedge::laws {

// Two accents: braces, or a colon and indentation alone.
enum class BlockStyle { braces, indentation };

std::vector<std::string> random_code(Random& random, BlockStyle style);

// One to three edits: lines added, removed or rewritten, functions added, removed, copied or moved.
std::vector<std::string> edited_code(Random& random, BlockStyle style, std::vector<std::string> lines);

std::string joined_lines(const std::vector<std::string>& lines);

}  // namespace kedge::laws
