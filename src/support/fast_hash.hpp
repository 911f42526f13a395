// A fast 64-bit hash for tables in memory. Not an identity: whoever finds equal hashes compares the bytes.
#pragma once

#include <cstdint>
#include <string_view>

namespace kedge {

std::uint64_t fast_hash(std::string_view bytes);

}  // namespace kedge
