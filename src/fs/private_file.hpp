// Files of the user that kedge relies on: secrets, which only their owner may be able to read, and settings, which nobody else
// may be able to write.
#pragma once

#include <expected>
#include <optional>
#include <string>

namespace kedge {

// At most 64 KiB. On error, what is wrong: it is missing, not a regular file, another user's, or readable by others.
std::expected<std::string, std::string> read_private_file(const std::string& path);

// Of this user or root, and not writable by others; at most 64 KiB. nullopt if there is none.
std::expected<std::optional<std::string>, std::string> read_trusted_file(const std::string& path);

}  // namespace kedge
