// Operations that create a file or replace all of it.
#pragma once

#include "plan/planned_file.hpp"

namespace kedge {

// REQUIRES: the only target of `asked` is Whole.
Result<PlannedFile> plan_whole(const Request& request, const FileRequest& asked, const LoadedFile& file,
                               const Session& session);

}  // namespace kedge
