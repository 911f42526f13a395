// The only place that writes to a user's files. docs/commit.md explains the protocol.
#pragma once

#include <span>

#include "commit/file_change.hpp"
#include "commit/workspace.hpp"

namespace kedge {

// All changes or none, even across a crash. Three outcomes:
//   a receipt          every file is as requested, durably
//   a refusal          every file is as it was, or as another program left it
//   indeterminate      the last step failed and its effect is unknown; the facts say, by path, what is on disk
// REQUIRES: at least one change.
Result<CommitReceipt> commit(Workspace& workspace, std::span<const FileChange> changes, const CommitOptions& options = {});

}  // namespace kedge
