// Files that a change has displaced: whole, in tx/, beside the record `<id>.done` of the change. A program that still had one
// open may write to it, so it is looked at once more before it goes, and bytes that somebody has written are kept.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fs/state_folder.hpp"

namespace kedge {

// How long a displaced file waits for those who had it open.
constexpr std::int64_t grace_for_writers = 2'000'000'000;  // nanoseconds

// The bytes of a journal record, by its file name in tx/.
Result<std::string> read_record(FileSystem& fs, const StateFolder& state, const std::string& name);

// All of these REQUIRE that the root's lock is held. `remarks` says, for people, what of others' was kept and where.

// A few of those whose time is up, of the changes with these ids. Where too many wait, it waits for the oldest.
Result<void> look_after_displaced(FileSystem& fs, const StateFolder& state, std::vector<std::string> ids,
                                  std::vector<std::string>& remarks);
// All whose time is up.
Result<void> drop_expired(FileSystem& fs, const StateFolder& state, std::vector<std::string>& remarks);
// Those of these paths, or all if none is given, now and not in two seconds.
Result<void> drop_displaced(FileSystem& fs, const StateFolder& state, std::span<const std::string> paths,
                            std::vector<std::string>& remarks);

}  // namespace kedge
