// Writes SEARCH/REPLACE blocks.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "contract/receipt.hpp"
#include "error/error.hpp"

namespace kedge {

// The name of the file, a fence, and the block in it.
std::string search_replace_block(const std::string& path, const std::vector<PassageRow>& rows, LineNo first);

// Blocks that turn every file's `before` into its `after`. Refused (schema_invalid, limit_exceeded) if blocks cannot express
// it.
Result<std::string> search_replace_blocks(std::span<const FileOutcome> files);

}  // namespace kedge
