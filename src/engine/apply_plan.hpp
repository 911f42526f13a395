// Carries out a plan, all files or none, and records it.
#pragma once

#include "plan/plan.hpp"

namespace kedge {

// What the history will say about it.
struct Deed {
  RecordKind kind = RecordKind::edit;
  Digest call{};
  std::string takes_back = {};
  PreviewShape answer = {};  // which rows of each file the answer will print
};

// Refused if the commit refuses; then nothing was written, unless the code is indeterminate. If something cannot be recorded,
// that is only a warning, because the files are as requested.
Result<Receipt> apply_plan(Plan plan, const Session& session, const Deed& deed);

}  // namespace kedge
