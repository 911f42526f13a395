// Whole folders of files, before and after somebody worked on them: lines that change, files that come, go, move or become
// programs. Names and contents are of the kinds that diffs find hard.
#pragma once

#include <map>
#include <string>

#include "laws/other_programs.hpp"
#include "laws/random_source.hpp"

namespace kedge::laws {

struct WorldFile {
  std::string bytes;
  bool executable = false;

  friend bool operator==(const WorldFile&, const WorldFile&) = default;
};
using World = std::map<std::string, WorldFile>;  // by path

struct TwoWorlds {
  World before, after;
};

enum class Modes : std::uint8_t { kept, changed };

// About that many files. Texts are UTF-8 without NUL, because others cannot be edited by quoting them.
TwoWorlds random_worlds(Random& random, std::size_t files, Modes modes);

// Writes the files below a folder, and reads all files below it; what is git's own is left out.
void put_world(const World& world, const std::filesystem::path& folder);
World world_in(const std::filesystem::path& folder);

// What differs first between two worlds, for people; empty if nothing does.
std::string difference(const World& wanted, const World& got);

}  // namespace kedge::laws
