// Changes as a diff in git's form. `git apply` makes the same bytes of it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "contract/receipt.hpp"

namespace kedge {

// Empty where nothing changes.
std::string written_diff(std::span<const FileOutcome> files);

// A hunk of its own, below the names of its file. `first` is the line of its first row.
std::string written_hunk(const std::string& path, const std::vector<PassageRow>& rows, LineNo first);

}  // namespace kedge
