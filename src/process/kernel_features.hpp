// What the kernel offers for holding a process to its task. Asking changes nothing.
#pragma once

namespace kedge {

int landlock_abi();         // 0: there is none, or it is switched off
bool has_seccomp_filter();  // system calls can be filtered
bool has_openat2();         // a path can be opened in one call that cannot be led out of a folder

}  // namespace kedge
