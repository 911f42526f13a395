// Random edits, and edits as a failed law shows them.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "edit/replace_lines.hpp"
#include "laws/line_soup.hpp"
#include "laws/random_source.hpp"

namespace kedge::laws {

// Anywhere in the text, in any order; many of them overlap.
std::vector<Edit> random_edits(Random& random, const Text& text);
// Disjoint and in order; some touch, some insert at one place, some change nothing.
ChangeSet random_changes(Random& random, const Text& text);

// The bytes of the text with every edit spliced in from the last to the first. REQUIRES: sorted and disjoint.
std::string spliced(std::string bytes, std::span<const Edit> edits);

std::string shown(std::string_view bytes);
std::string shown(const Text& text);
std::string shown(std::span<const Edit> edits);
inline std::string shown(const ChangeSet& changes) { return shown(changes.edits()); }
std::string shown(const LineEdit& edit);
std::string shown(const std::vector<LineEdit>& edits);

// Runs a law on a random text and a random change set over it.
template <class Law>
void for_random_changes(const Law& law) {
  for_random_cases(law_cases(), [&](Random& random) {
    const LineSoup soup(random);
    const Text text(random.one_in(4) ? byte_soup(random, 12) : soup.text(random));
    law(text, random_changes(random, text));
  });
}

}  // namespace kedge::laws
