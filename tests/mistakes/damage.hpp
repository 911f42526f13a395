// What models do to edits that were right.
#pragma once

#include <array>
#include <optional>

#include "author.hpp"

namespace mistakes {

enum class Mistake { dropped_closer, repeated_border, cut_body, conflict_marker, elision };
inline constexpr std::array all_mistakes{Mistake::dropped_closer, Mistake::repeated_border, Mistake::cut_body,
                                         Mistake::conflict_marker, Mistake::elision};
std::string_view name_of(Mistake mistake);

// The same with one of its edits damaged; nothing if it has none that this can happen to.
std::optional<EditedSource> damaged(const EditedSource& source, Mistake mistake, Random& random);

}  // namespace mistakes
