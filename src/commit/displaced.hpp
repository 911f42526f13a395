// Displaced files: whole, in tx/, next to the change's record `<id>.done`, or by a name that tells what a record would. A
// program that still has one open may write to it, so each is checked once more before it is removed, and what somebody wrote
// is kept.
#pragma once

#include <cstdint>
#include <deque>
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

// Removes a few expired ones of these, oldest first. If there are too many, waits until the oldest expires.
Result<void> look_after_displaced(FileSystem& fs, const StateFolder& state, std::deque<Displaced>& files,
                                  std::vector<std::string>& remarks);
// Removes all expired ones.
Result<void> drop_expired(FileSystem& fs, const StateFolder& state, std::vector<std::string>& remarks);
// Removes those of these paths, or all if none is given, without waiting for them to expire.
Result<void> drop_displaced(FileSystem& fs, const StateFolder& state, std::span<const std::string> paths,
                            std::vector<std::string>& remarks);

}  // namespace kedge
