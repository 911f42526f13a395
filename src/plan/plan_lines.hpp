// Operations that name lines by their numbers in a version that was shown, or the whole file by such a version.
#pragma once

#include "plan/planned_file.hpp"

namespace kedge {

// REQUIRES: every target of `asked` is Lines, or the only one is Removal or Relocation.
Result<PlannedFile> plan_lines(const Request& request, const FileRequest& asked, const LoadedFile& file,
                               const Session& session);

}  // namespace kedge
