// What the state folder of a root holds beside the records.
#pragma once

#include <string>
#include <vector>

#include "fs/state_folder.hpp"

namespace kedge {

struct Holdings {
  std::size_t pending = 0;              // changes of another process that is at work
  std::size_t waiting = 0;              // changes whose displaced files are looked at once more before they go
  std::vector<std::string> unreadable;  // records
  std::vector<std::string> kept;
};

Outcome<Holdings> holdings_of(FileSystem& fs, const StateFolder& state);

}  // namespace kedge
