// Plans the operations on one file that change some of its lines, whatever their kind.
#pragma once

#include "plan/planned_file.hpp"

namespace kedge {

// REQUIRES: the file exists, and its operations are not about the file as a whole, except for the last one of passages.
Result<PlannedFile> plan_edits(const Request& request, const FileRequest& asked, const LoadedFile& file,
                               const Session& session);

}  // namespace kedge
