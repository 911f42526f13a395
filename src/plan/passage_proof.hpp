// Passages found in the file as it is, and proven to be what the caller was shown: they are placed in the version that the
// caller saw, and moved from there over whatever has happened since, if every line that they touch can be followed. An
// unchanged file is the case in which nothing has.
#pragma once

#include "plan/passage_edits.hpp"
#include "plan/shown_versions.hpp"

namespace kedge {

struct ProvenPassages {
  Text placed_in = {};                        // the version in which they were found
  std::vector<PlacedPassage> placed = {};     // over it
  std::vector<EditedPassage> edited = {};     // over the file as it is
  std::optional<std::string> recovered = {};  // the file has changed since it was shown: how the places were found
  std::optional<std::string> already = {};    // all of it is in the file already: why that is known
};

// All passages of a file, in the order of the request. Refused, all that is wrong together:
//   no_match           some fit nowhere
//   multiple_matches   some fit several places
//   match_moved        they fit, but not provably where they were shown
//   file_not_read      some fit only loosely, and the lines were not shown
//   pasted_prefix      rows carry the prefixes of what was shown
// REQUIRES: the passages outlive what is returned.
Result<ProvenPassages> prove_passages(const Session& session, const LoadedFile& file, ShownVersions& shown,
                                      const Policy& policy, std::span<const QuotedPassage> passages);

}  // namespace kedge
