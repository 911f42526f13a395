// Finds quoted lines of which some are kept and others go.
#pragma once

#include <memory>

#include "plan/located.hpp"

namespace kedge {

// Null if there are no passages. REQUIRES: the task outlives the result.
Result<std::unique_ptr<Locator>> passage_locator(const FileTask& task);

}  // namespace kedge
