// What the SHA-256 instructions of this processor cost by themselves, with nothing waiting for anything else.
#pragma once

#include <cstddef>

namespace kedge::bench {

bool has_sha256_instructions();

// As many of them as so many blocks of 64 bytes take, on registers alone: what no kernel can be quicker than. Returns
// something that depends on all of them. REQUIRES: has_sha256_instructions().
std::size_t run_sha256_instructions(std::size_t blocks);

}  // namespace kedge::bench
