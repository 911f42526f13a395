// Finds each part of a request in the newest version that has it, and moves it to the current file. This is the only proof: a
// place that matches need not be the place that was meant.
#pragma once

#include "plan/located.hpp"

namespace kedge {

struct FoundPart {
  std::optional<std::size_t> version;  // in which it was found; none: only in the current file
  Located located;                     // in that version
};

// Each part by itself: in what the caller has read, newest first; else in what it was shown since; else anywhere in a version
// that was shown. What is in none of them must be in the current file once. `now` is where the parts are in the current file.
// A refusal covers all parts:
//   no_match            matches nowhere; says what is nearest and how it differs
//   multiple_matches    matches several places, and one was asked for
//   count_mismatch      matches a different number of places than was said
//   match_moved         matches, but not provably where it was shown
//   file_not_read       matches only loosely, and the lines were not shown
Result<std::vector<FoundPart>> find_parts(const FileTask& task, Locator& locator, const std::vector<Location>& now);

// What happened to the parts on their way to the current file.
struct FollowedParts {
  std::vector<Located> located;
  std::optional<std::string> recovered;  // the file has changed since it was shown: how the places were found
  std::optional<DriftMaker> drifted;     // who has changed it
  std::size_t there_already = 0;         // parts whose rows somebody has inserted since; they are left out
};

// The parts in the current file. Quoted lines must be where the quotation matches now; if some of them have changed, it is
// enough that all lines that the part changes can be followed. A refusal covers all parts that cannot be followed.
Result<FollowedParts> follow(const FileTask& task, Locator& locator, const std::vector<FoundPart>& found,
                             const std::vector<Location>& now);

}  // namespace kedge
