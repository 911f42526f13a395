// What is in the state folder of a root besides the database.
#pragma once

#include <string>
#include <vector>

#include "fs/state_folder.hpp"

namespace kedge {

struct Holdings {
  std::size_t pending = 0;              // changes that another process is making
  std::size_t waiting = 0;              // changes whose displaced files are still kept
  std::vector<std::string> unreadable;  // journal records
  std::vector<std::string> kept;
};

Outcome<Holdings> holdings_of(FileSystem& fs, const StateFolder& state);

}  // namespace kedge
