// Operations that quote the lines around what they change, and what becomes of the file besides: it may go or get another name.
#pragma once

#include "plan/planned_file.hpp"

namespace kedge {

// REQUIRES: the targets of `asked` are Passages, and the last one may be Removal or Relocation.
Result<PlannedFile> plan_passages(const Request& request, const FileRequest& asked, const LoadedFile& file,
                                  const Session& session);

}  // namespace kedge
