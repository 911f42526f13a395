// Finds quoted text, down the ladder of match modes. The first match never wins: if there are several, one must have been asked
// for in another way.
#pragma once

#include <memory>

#include "plan/located.hpp"

namespace kedge {

// Null if no operation changes anything. REQUIRES: all operations of the task are about a Match; the task outlives the result.
Result<std::unique_ptr<Locator>> text_locator(const FileTask& task);

}  // namespace kedge
