// Writes a change as a patch.
#pragma once

#include <span>

#include "contract/receipt.hpp"
#include "support/json.hpp"

namespace kedge {

// The arguments of the edit tool. REQUIRES: `tag_named` of every file that is not created is the tag of its `before`.
Result<Json> said_patch(std::span<const FileOutcome> files);
// A proposed operation as a hunk.
std::string said_hunk(const CorrectedLines& corrected);

}  // namespace kedge
