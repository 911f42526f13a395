// Whether this program was built with a sanitizer, which makes system calls of its own.
#pragma once

namespace kedge {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define KEDGE_HAS_SANITIZER
#endif
#endif

#if defined(KEDGE_HAS_SANITIZER) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

}  // namespace kedge
