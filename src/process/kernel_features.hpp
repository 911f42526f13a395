// Which kernel features for sandboxing are available. Has no side effects.
#pragma once

namespace kedge {

int landlock_abi();         // 0: not available, or turned off
bool has_seccomp_filter();  // system calls can be filtered
bool has_openat2();         // a path can be opened in one call that cannot leave a folder

}  // namespace kedge
