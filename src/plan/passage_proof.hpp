// Finds passages in the current file and proves that their places are what the caller was shown. They are placed in the version
// that the caller saw, then moved over everything that has happened since, provided every line that they touch can be followed.
// An unchanged file is the simple case: nothing has happened since.
#pragma once

#include "plan/passage_edits.hpp"
#include "plan/shown_versions.hpp"

namespace kedge {

struct ProvenPassages {
  Text placed_in = {};                        // the version in which they were found
  std::vector<PlacedPassage> placed = {};     // in that version
  std::vector<EditedPassage> edited = {};     // in the current file
  std::optional<std::string> recovered = {};  // if the file has changed since it was shown: how the places were found
  std::optional<std::string> already = {};    // if all of it is in the file already: how that is known
};

// All passages of a file, in the order of the request. A refusal covers everything that is wrong:
//   no_match           some match nowhere
//   multiple_matches   some match several places
//   match_moved        they match, but not provably where they were shown
//   file_not_read      some match only loosely, and the lines were not shown
//   pasted_prefix      rows carry the prefixes of what was shown
// REQUIRES: the passages outlive the result.
Result<ProvenPassages> prove_passages(const Session& session, const LoadedFile& file, ShownVersions& shown,
                                      const Policy& policy, std::span<const QuotedPassage> passages);

}  // namespace kedge
