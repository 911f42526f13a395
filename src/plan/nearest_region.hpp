// The region of the current file that a quotation is most likely about if it matches nowhere. Similarity alone can point to a
// lookalike: what the caller was shown in the place that it quotes counts as well.
#pragma once

#include <optional>
#include <string_view>

#include "plan/located.hpp"
#include "resolve/near_miss.hpp"

namespace kedge {

// What is now in the place of the lines that the caller probably quotes. In the last version that it read, these are the ones
// at the line that it names, or else those that the quotation is most similar to; all rows that it read of the current version.
LineSet probably_quoted(const FileTask& task, std::string_view quoted, std::optional<LineNo> named);

// `named`: the line at which the caller says that the quotation begins.
// REQUIRES: the quotation matches nowhere in the current file.
std::optional<NearMiss> nearest_region(const FileTask& task, std::string_view quoted,
                                       std::optional<LineNo> named = std::nullopt);

}  // namespace kedge
