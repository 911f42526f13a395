// Operations about a file as a whole: create it, replace all of it, delete it, move it.
#pragma once

#include "plan/planned_file.hpp"

namespace kedge {

// REQUIRES: the only target of `asked` is Whole.
Result<PlannedFile> plan_whole(const Request& request, const FileRequest& asked, const LoadedFile& file,
                               const Session& session);

// For a file that does not exist and is not replaced as a whole. Rows at an edge of it create it.
Result<PlannedFile> plan_missing(const Request& request, const FileRequest& asked, const LoadedFile& file,
                                 const Session& session);

// A file that is only deleted or moved must have been seen as it is.
Result<void> check_known(const Request& request, const FileRequest& asked, const LoadedFile& file, const Session& session);

// Deletes or moves the file after what is planned so far, if the last operation of `asked` says so. Refused (no_match) if
// anything would be left of a file that is to be deleted, because then another file was meant.
Result<PlannedFile> plan_removal_or_move(PlannedFile planned, const FileRequest& asked, const LoadedFile& file,
                                         const Session& session);

}  // namespace kedge
