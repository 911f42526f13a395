// From a plan to a receipt: shown, confirmed, committed. Edits and undos share it.
#pragma once

#include <functional>
#include <vector>

#include "engine/apply_plan.hpp"

namespace kedge {

// A plan for these files, or everything that is wrong with them.
Result<Plan> plan_for(std::vector<Result<FileOutcome>> files);

// Makes a plan. Not null: it may leave files unread.
using MakePlan = std::function<Result<Plan>(Unread*)>;

// `plan` is called again, and proves again, if somebody else changed a file between planning and committing.
Result<Receipt> carry_out(const MakePlan& plan, const Deed& deed, bool dry_run, const Session& session);

}  // namespace kedge
