// Every merge that two people could have meant: all shortest ways from the base to either side, combined where they leave
// each other alone. A result outside this set is nobody's; a result that has a rival is a guess.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "edit/diff.hpp"
#include "text/text.hpp"

namespace kedge::laws {

using Script = std::vector<Hunk>;  // sorted, apart

// Every shortest edit script from one text to the other. For texts of a few lines.
std::vector<Script> every_shortest_script(const Text& before, const Text& after);

struct Side {
  const Text& text;
  const std::vector<Script>& scripts;
};

std::set<std::string> every_merge(const Text& base, const Side& mine, const Side& theirs);

}  // namespace kedge::laws
