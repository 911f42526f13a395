// A plan carried out: all files or none, and what is remembered about it.
#pragma once

#include "plan/plan.hpp"

namespace kedge {

// What the history shall say about it.
struct Deed {
  RecordKind kind = RecordKind::edit;
  Digest call{};
  std::string takes_back = {};
  PreviewShape answer = {};  // which rows of each file will stand in the answer
};

// Refused as the commit refuses it: nothing was written then, unless the code is indeterminate. What cannot be remembered is a
// warning, because the files are as asked.
Result<Receipt> apply_plan(Plan plan, const Session& session, const Deed& deed);

}  // namespace kedge
