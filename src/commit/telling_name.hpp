// A name for the file aside that tells all that a journal record would. When one file is exchanged for another in a single
// step, the name is made durable by the very operation that recovery has to judge, so nothing else has to be written or synced
// first.
//
//   <id>-0=<root>,<inode before>,<inode after>,<digest before>,<digest after>,<path>     and at its end, once the change is
//   done:
//   .<time>.done
//
// The root is the beginning of a digest of its identity; digests are in base 64. In the path `/` is `+`, `.` is `^`, and other
// bytes than letters, digits, `_` and `-` are %XX. A name that would be too long for a file system tells nothing: nullopt.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "commit/journal.hpp"

namespace kedge {

struct ToldByName {
  std::string id;
  std::string root;  // see root_in_name()
  JournalEntry entry;
  std::optional<std::int64_t> done = {};  // when, in nanoseconds of the wall clock
};

std::string root_in_name(std::string_view root_identity);

// Nullopt also if it is not known which bytes are exchanged for which.
std::optional<std::string> telling_name(std::string_view id, std::string_view root_identity, const JournalEntry& entry);
std::string done_name(std::string_view telling_name, std::int64_t now);

// Whether a name in tx/ is meant to tell something; told_by() is nullopt if it does not make sense.
bool is_telling(std::string_view name);
std::optional<ToldByName> told_by(std::string_view name);

}  // namespace kedge
