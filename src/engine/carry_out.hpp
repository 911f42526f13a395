// From a plan to a receipt: shown, confirmed, committed. Edits and undos share it.
#pragma once

#include <functional>

#include "engine/apply_plan.hpp"

namespace kedge {

// `plan` is called again, and proves again, if somebody else changed a file between planning and committing.
Result<Receipt> carry_out(const std::function<Result<Plan>()>& plan, const Deed& deed, bool dry_run, const Session& session);

}  // namespace kedge
