// Checks whether the clients' entries for kedge would start this program correctly, and whether the clients let it work.
// Nothing that an entry names is run, because the author of the project may have written the entry; only another kedge that the
// user has installed is asked for its version.
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
  std::vector<std::string> problems;  // empty: all is well
  std::string remedy;                 // the command that fixes them
};

// All clients and scopes with an entry for kedge, or with an unreadable file that mentions it.
std::vector<ClientCheck> check_clients(const Places& places, const std::string& own_program);

}  // namespace kedge
