// Hashes or compares a file without loading it into memory.
#pragma once

#include <string_view>

#include "fs/file_system.hpp"
#include "support/sha256.hpp"

namespace kedge {

Outcome<Digest> digest_of(FileSystem& fs, const Handle& file);

// Whether the file has exactly these bytes.
Outcome<bool> holds_bytes(FileSystem& fs, const Handle& file, std::string_view bytes);

}  // namespace kedge
