// Finds a quotation in the current file, down the ladder of match modes, and proves that it is what the caller was shown: a
// place that matches need not be the place that was meant.
#pragma once

#include "edit/substitute.hpp"
#include "plan/misread_indentation.hpp"
#include "plan/shown_versions.hpp"

namespace kedge {

struct Quoted {
  std::vector<Substitution> substitutions;  // in the current file
  MatchMode mode = MatchMode::exact;
  std::optional<std::string> recovered = std::nullopt;  // if the file has changed since it was shown: how the place was found
  Indentation indentation = Indentation::not_quoted;
};

// One operation on an existing file. Every refusal has `path`, `op` and the rows that the caller needs:
//   no_match            matches nowhere; says what is nearest and how it differs
//   multiple_matches    matches several places, and one was asked for
//   count_mismatch      matches a different number of places than was said
//   match_moved         matches, but not provably where it was shown
//   file_not_read       matches only loosely, and the lines were not shown
//   limit_exceeded      a loose match was asked for, and too many lines are alike
Result<Quoted> find_quoted(const LoadedFile& file, ShownVersions& shown, const Policy& policy, const Match& match,
                           const std::string& body, int op);

// What the operation would have done to another version, without a proof. None if it matches nowhere or the wrong number of
// times.
std::optional<std::vector<Substitution>> quoted_in(const Text& text, const Policy& policy, const Match& match,
                                                   const std::string& body, int op, WorkBudget& likeness);

}  // namespace kedge
