// Records are kept for seven days, even those of a root where kedge never runs again. So every run cleans up some of the other
// roots.
#pragma once

#include <cstdint>

#include "fs/state_folder.hpp"
#include "store/store.hpp"

namespace kedge {

// Each root has its turn once a day, a few at a time. Whatever is in use, damaged, of a later version or not ours is left
// alone. Errors are not reported, because the caller came for something else.
void look_after_other_roots(FileSystem& fs, const StateFolder& own, const StoreLimits& limits = {});

}  // namespace kedge
