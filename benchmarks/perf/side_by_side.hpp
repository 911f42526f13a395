// A stale one-line edit by kedge and by a peer, turn by turn in one run, on the same files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kedge::bench {

struct Turns {
  std::span<const std::uint32_t> sizes;
  std::size_t least = 7;
};

// Prints a table of medians and ratios, and whether both wrote the same file. A peer that cannot do it is told so in the
// table. `peer` is the command that starts it.
void compare_with_peer(const std::vector<std::string>& peer, const Turns& turns);

}  // namespace kedge::bench
