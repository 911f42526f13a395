// A file's version on the command line: the SHA-256 of its bytes in hex.
#pragma once

#include <string_view>

#include "error/error.hpp"
#include "support/sha256.hpp"

namespace kedge {

// Refused (schema_invalid), naming `field`, unless it is 64 hex digits.
Result<Digest> version_of(std::string_view text, std::string_view field, std::string_view command);

}  // namespace kedge
