// Whether the entries that clients have for kedge would start this program as it should be started. Looks only: nothing that an
// entry names is run, because whoever wrote the project may have written the entry.
#pragma once

#include <string>
#include <vector>

#include "setup/config_file.hpp"
#include "setup/server_entry.hpp"

namespace kedge {

struct ClientCheck {
  const Client* client = nullptr;
  Scope scope = Scope::project;
  std::string file;  // as shown to people
  ServerCommand command;
  std::vector<std::string> problems;  // none: all is well
  std::string remedy;                 // the command that mends them, as it is typed
};

// Of all clients in both scopes, those that have an entry for kedge or a file that cannot be read and speaks of it.
std::vector<ClientCheck> check_clients(const Places& places, const std::string& own_program);

}  // namespace kedge
