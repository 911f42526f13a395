// Writes patches in the format of apply_patch.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "contract/receipt.hpp"
#include "error/error.hpp"

namespace kedge {

// `@@` and the rows, each with its sign.
std::string v4a_hunk(const std::vector<PassageRow>& rows);

// The same below the header of its file.
std::string v4a_section(const std::string& path, const std::vector<PassageRow>& rows, LineNo first);

// A patch that turns every file's `before` into its `after`. Refused (schema_invalid, limit_exceeded) if the format cannot
// express it.
Result<std::string> v4a_patch(std::span<const FileOutcome> files);

}  // namespace kedge
