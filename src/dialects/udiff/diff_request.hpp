// What a unified diff asks for, file by file.
#pragma once

#include <vector>

#include "contract/request.hpp"
#include "dialects/udiff/unified_diff_text.hpp"

namespace kedge {

// Sections of one file are joined if all of them only change its lines. What makes no sense is added to the faults.
std::vector<FileRequest> files_of_diff(const UnifiedDiff& diff, SentFaults& faults);

}  // namespace kedge
