// The step that changes what stands under a user's name, with the checks on both sides of it; and the way back.
#pragma once

#include "commit/prepared_file.hpp"

namespace kedge {

// After a refusal the target is as it was, or as a foreign writer left it, unless it says indeterminate. Remarks tell of
// foreign bytes that were kept.
Result<void> take_step(Workspace& workspace, PreparedFile& file, Durability durability, std::vector<std::string>& remarks);

// REQUIRES: the step was taken.
Result<void> take_step_back(Workspace& workspace, PreparedFile& file, Durability durability, std::vector<std::string>& remarks);

}  // namespace kedge
