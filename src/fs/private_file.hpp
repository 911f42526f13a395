// A file with a secret in it, which only its owner may be able to read.
#pragma once

#include <expected>
#include <string>

namespace kedge {

// At most 64 KiB. On error, what is wrong: it is missing, not a regular file, another user's, or readable by others.
std::expected<std::string, std::string> read_private_file(const std::string& path);

}  // namespace kedge
