#include "process/kernel_features.hpp"

namespace kedge {

int landlock_abi() { return 0; }
bool has_seccomp_filter() { return false; }
bool has_openat2() { return false; }

}  // namespace kedge
