// A change as operations on lines that are named by their hashes.
#pragma once

#include <span>

#include "contract/receipt.hpp"
#include "support/json.hpp"

namespace kedge {

// The `operations` for the edit of one file. Lines that say nothing, or that stand several times, are not named: the operation
// reaches on to the next line that can be. Refused (schema_invalid) where there is none.
Result<Json> said_anchors(const FileOutcome& file);

}  // namespace kedge
