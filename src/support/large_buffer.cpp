#include "support/large_buffer.hpp"

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace kedge {
namespace {

constexpr std::size_t worth_it = 4UL * 1024 * 1024;
[[maybe_unused]] constexpr std::uintptr_t page = 64UL * 1024;  // the largest that any of our processors has

}  // namespace

std::string large_buffer(std::size_t size) {
  std::string buffer;
  buffer.reserve(size);
#if defined(MADV_HUGEPAGE)
  if (size >= worth_it) {
    const auto begin = (reinterpret_cast<std::uintptr_t>(buffer.data()) + page - 1) / page * page;
    const auto end = (reinterpret_cast<std::uintptr_t>(buffer.data()) + size) / page * page;
    // Only a hint: what comes of it does not matter.
    static_cast<void>(::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE));
  }
#endif
  return buffer;
}

}  // namespace kedge
