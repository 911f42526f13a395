// What a file's bytes are, without a copy of all of them in memory.
#pragma once

#include <string_view>

#include "fs/file_system.hpp"
#include "support/sha256.hpp"

namespace kedge {

Outcome<Digest> digest_of(FileSystem& fs, const Handle& file);

// Exactly these and no more.
Outcome<bool> holds_bytes(FileSystem& fs, const Handle& file, std::string_view bytes);

}  // namespace kedge
