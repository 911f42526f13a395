// The step that changes what a user's name refers to, with the checks before and after it; and undoing it.
#pragma once

#include "commit/prepared_file.hpp"

namespace kedge {

// After a refusal the target is as it was, or as another program left it, unless the refusal is indeterminate. Remarks name
// bytes of other programs that were kept.
Result<void> take_step(Workspace& workspace, PreparedFile& file, Durability durability, std::vector<std::string>& remarks);

// REQUIRES: the step was taken.
Result<void> take_step_back(Workspace& workspace, PreparedFile& file, Durability durability, std::vector<std::string>& remarks);

}  // namespace kedge
