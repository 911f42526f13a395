// What every command that has committed whole files tells alike.
#pragma once

#include <span>
#include <string_view>

#include "commit/file_change.hpp"
#include "commit/workspace.hpp"
#include "support/json.hpp"

namespace kedge {

std::string_view op_of(ChangeKind kind);  // create, update, delete, move

// Adds what was found when the workspace was opened, and what the new content of a whole file changes besides its lines.
// REQUIRES: the receipt is that of these changes.
void complete_warnings(CommitReceipt& receipt, const Workspace& workspace, std::span<const FileChange> changes);

}  // namespace kedge
