// The part of a plan that a person has left of it: without the hunks that were declined, and with the text that was put in
// their place.
#pragma once

#include <string>
#include <vector>

#include "edit/diff.hpp"
#include "plan/plan.hpp"
#include "plan/verdict.hpp"

namespace kedge {

// The hunks of a file by which parts of a change are named. A file that is created, deleted or moved has none: it is written
// as a whole or not at all.
std::vector<Hunk> proposed_hunks(const FileOutcome& file);

struct Narrowed {
  Plan plan;
  bool writes = false;                 // something is left of it
  std::vector<std::string> said = {};  // for the caller: what was declined or changed, and the note
};

// Refused (schema_invalid) if the verdict names files or hunks that the plan does not have.
Result<Narrowed> narrowed(Plan plan, const Verdict& verdict);

}  // namespace kedge
