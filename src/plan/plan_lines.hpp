// Operations that name lines, or the whole file, by a version that was shown.
#pragma once

#include "plan/planned_file.hpp"

namespace kedge {

// REQUIRES: every target of `asked` is Lines, or the only one is Removal or Relocation.
Result<PlannedFile> plan_lines(const Request& request, const FileRequest& asked, const LoadedFile& file,
                               const Session& session);

}  // namespace kedge
