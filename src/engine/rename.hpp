// Renames a symbol everywhere: the language server says where it is used, and the bytes of the files prove it.
#pragma once

#include "plan/session.hpp"

namespace kedge {

struct RenameWanted {
  std::string path;
  LineNo line{1};    // that has the name
  std::string name;  // that it has
  std::string new_name;
  bool dry_run = false;
};

// All files or none, as one change. Refused (rename_failed) if no server is configured for the file, or it has no answer;
// (conflict) if what it names is not there any more.
Result<Receipt> rename(const RenameWanted& wanted, const Session& session);

}  // namespace kedge
