// A quotation found in the file as it is, down the ladder of match modes, and proven to be what the caller was shown: a place
// that fits is not yet the place that was meant.
#pragma once

#include "edit/substitute.hpp"
#include "plan/misread_indentation.hpp"
#include "plan/shown_versions.hpp"

namespace kedge {

struct Quoted {
  std::vector<Substitution> substitutions;  // over the file as it is
  MatchMode mode = MatchMode::exact;
  std::optional<std::string> recovered = std::nullopt;  // the file has changed since it was shown: how the place was found
  Indentation indentation = Indentation::not_quoted;
};

// One operation on a file that exists, with `path`, `op` and the rows that a caller needs in every refusal:
//   no_match            fits nowhere; says what is nearest, and why it is not it
//   multiple_matches    fits several places, and one was asked for
//   count_mismatch      fits another number of places than was said
//   match_moved         fits, but not provably where it was shown
//   file_not_read       fits only loosely, and the lines were not shown
//   limit_exceeded      was to fit loosely, and too many lines are alike
Result<Quoted> find_quoted(const LoadedFile& file, ShownVersions& shown, const Policy& policy, const Match& match,
                           const std::string& body, int op);

// The same on another version, without a proof: what the operation would have done to it. Nothing if it fits nowhere or the
// wrong number of times.
std::optional<std::vector<Substitution>> quoted_in(const Text& text, const Policy& policy, const Match& match,
                                                   const std::string& body, int op, WorkBudget& likeness);

}  // namespace kedge
