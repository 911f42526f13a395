// A file that holds a secret: nobody but its owner may read it, or it is none.
#pragma once

#include <expected>
#include <string>

namespace kedge {

// Its bytes, at most 64 KiB. The problem in words where it is missing, no regular file, of another user, or open to others.
std::expected<std::string, std::string> read_private_file(const std::string& path);

}  // namespace kedge
