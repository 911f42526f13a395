// Whether this program was built with a sanitizer, which makes system calls of its own.
#pragma once

namespace kedge {

#ifdef KEDGE_WITH_SANITIZERS
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

}  // namespace kedge
