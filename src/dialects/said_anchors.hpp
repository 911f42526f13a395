// Writes a change as operations on lines named by hash.
#pragma once

#include <span>

#include "contract/receipt.hpp"
#include "support/json.hpp"

namespace kedge {

// The `operations` for the edit of one file. Lines without distinctive content, and lines that occur several times, are not
// named: the operation extends to the next line that can be. Refused (schema_invalid) if there is none.
Result<Json> said_anchors(const FileOutcome& file);

}  // namespace kedge
