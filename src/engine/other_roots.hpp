// Records are kept for seven days, also those of a root where kedge never runs again: whoever runs in any root looks after
// some of the others.
#pragma once

#include <cstdint>

#include "fs/state_folder.hpp"
#include "store/store.hpp"

namespace kedge {

// Once a day each of them has its turn, a few in one go. What is in use, damaged, of a later version or not ours is left as it
// is; nothing that goes wrong is worth a word to whoever came for something else.
void look_after_other_roots(FileSystem& fs, const StateFolder& own, const StoreLimits& limits = {});

}  // namespace kedge
