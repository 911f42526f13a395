// Who is asking: one connection or one command line, the workspace it works in, and what kedge remembers for it.
#pragma once

#include <functional>
#include <string>

#include "contract/receipt.hpp"
#include "engine/file_change.hpp"
#include "engine/workspace.hpp"
#include "store/store.hpp"

namespace kedge {

struct Session {
  Workspace& workspace;
  Store& store;
  std::string id;  // versions that were shown to one session are not taken for shown to another
  CommitOptions commit = {};
  // Asks whoever watches; nothing: nobody is asked. Gets what is about to be written.
  std::function<bool(const Receipt& planned)> confirm = {};
};

}  // namespace kedge
