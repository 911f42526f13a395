// Operations that quote the lines around their changes; the file may also be deleted or moved.
#pragma once

#include "plan/planned_file.hpp"

namespace kedge {

// REQUIRES: the targets of `asked` are Passages, and the last one may be Removal or Relocation.
Result<PlannedFile> plan_passages(const Request& request, const FileRequest& asked, const LoadedFile& file,
                                  const Session& session);

}  // namespace kedge
