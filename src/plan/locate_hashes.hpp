// Finds lines that are named by hash, or by number and hash. If a shown line is gone, its anchor does not move to another line
// with the same hash; where the lines are now is left to the proof.
#pragma once

#include <memory>

#include "plan/located.hpp"

namespace kedge {

bool names_by_hash(const FileRequest& asked);

// REQUIRES: all operations of the task name lines by hash; the task outlives the result.
Result<std::unique_ptr<Locator>> hash_locator(const FileTask& task);

}  // namespace kedge
