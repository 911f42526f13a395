// Operations that name a place by its own text.
#pragma once

#include "plan/planned_file.hpp"

namespace kedge {

// REQUIRES: every target of `asked` is a Match.
Result<PlannedFile> plan_matches(const Request& request, const FileRequest& asked, const LoadedFile& file,
                                 const Session& session);

}  // namespace kedge
