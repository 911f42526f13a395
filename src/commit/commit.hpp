// The one place from which bytes reach a user's file. See docs/commit.md for the protocol and its reasons.
#pragma once

#include <span>

#include "commit/file_change.hpp"
#include "commit/workspace.hpp"

namespace kedge {

// All changes or none, also across a crash. Three ends:
//   a receipt          every file is as asked, and durably so
//   a refusal          every file is as it was, or as a foreign writer left it
//   indeterminate      the last step failed in a way that does not tell; the facts say, by path, what is on disk
// REQUIRES: at least one change.
Result<CommitReceipt> commit(Workspace& workspace, std::span<const FileChange> changes, const CommitOptions& options = {});

}  // namespace kedge
