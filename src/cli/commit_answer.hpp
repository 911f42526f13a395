// What all commands that commit whole files report in the same way.
#pragma once

#include <span>
#include <string_view>

#include "commit/file_change.hpp"
#include "commit/workspace.hpp"
#include "support/json.hpp"

namespace kedge {

std::string_view op_of(ChangeKind kind);  // create, update, delete, move

// Adds the workspace's warnings, and those about changed line endings and the like.
// REQUIRES: the receipt is for these changes.
void complete_warnings(CommitReceipt& receipt, const Workspace& workspace, std::span<const FileChange> changes);

}  // namespace kedge
