// A fast 64-bit hash for tables in memory. Equal hashes do not mean equal bytes: callers compare the bytes, too.
#pragma once

#include <cstdint>
#include <string_view>

namespace kedge {

std::uint64_t fast_hash(std::string_view bytes);

}  // namespace kedge
