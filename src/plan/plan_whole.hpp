// The whole of a file, new or instead of what it has.
#pragma once

#include "plan/planned_file.hpp"

namespace kedge {

// REQUIRES: the only target of `asked` is Whole.
Result<PlannedFile> plan_whole(const Request& request, const FileRequest& asked, const LoadedFile& file,
                               const Session& session);

// Nobody may throw away rows that nobody has looked at (lines_not_shown): all rows of the file as it is have to have been
// shown.
Result<void> check_seen(const LoadedFile& file, const Session& session, const Policy& policy);

}  // namespace kedge
