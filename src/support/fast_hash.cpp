#include "support/fast_hash.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace kedge {

std::uint64_t fast_hash(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace kedge
