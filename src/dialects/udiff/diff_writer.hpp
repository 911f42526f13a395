// Writes changes as a diff in git's format. `git apply` produces the same bytes from it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "contract/receipt.hpp"

namespace kedge {

// Empty if nothing changes.
std::string written_diff(std::span<const FileOutcome> files);

// A single hunk below the names of its file. `first` is the line of its first row.
std::string written_hunk(const std::string& path, const std::vector<PassageRow>& rows, LineNo first);

}  // namespace kedge
