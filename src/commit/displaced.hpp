// Displaced files: whole, in tx/, next to the change's record `<id>.done`, or by a name that tells what a record would. A
// program that still has one open may write to it, so each is checked once more before it is removed, and what somebody wrote
// is kept.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "fs/state_folder.hpp"

namespace kedge {

// How long a displaced file is kept for programs that had it open.
constexpr std::int64_t grace_for_writers = 2'000'000'000;  // nanoseconds

struct Displaced {
  std::string name;         // in tx/
  std::uint64_t bytes = 0;  // 0: not known, because an earlier process left it
};

// The bytes of a journal record, by its file name in tx/.
Result<std::string> read_record(FileSystem& fs, const StateFolder& state, const std::string& name);

// All of these REQUIRE that the root's lock is held. `remarks` tells people what other programs' bytes were kept, and where.

// Removes a few expired ones of these, oldest first, unless they are few and there was a change just now.
Result<void> look_after_displaced(FileSystem& fs, const StateFolder& state, std::deque<Displaced>& files,
                                  std::vector<std::string>& remarks);
// Only if they are many, or large. Waits until the oldest expires if they are too many.
Result<void> make_room_for_displaced(FileSystem& fs, const StateFolder& state, std::deque<Displaced>& files,
                                     std::vector<std::string>& remarks);
// What is left of them.
enum class DisplacedLeft : std::uint8_t { none, fresh, expired };
// Removes expired ones, at most so many.
Result<DisplacedLeft> drop_expired(FileSystem& fs, const StateFolder& state, std::vector<std::string>& remarks,
                                   std::size_t most = std::numeric_limits<std::size_t>::max());
// Removes those of these paths, or all if none is given, without waiting for them to expire.
Result<void> drop_displaced(FileSystem& fs, const StateFolder& state, std::span<const std::string> paths,
                            std::vector<std::string>& remarks);

}  // namespace kedge
