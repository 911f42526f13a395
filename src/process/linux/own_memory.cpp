#include "process/own_memory.hpp"

#include <unistd.h>

#include <cstddef>
#include <cstdlib>

namespace kedge {
namespace {

// Below 128 KB, from where on glibc asks for memory of its own for each text, and gives back what is free at the end.
constexpr std::size_t bytes_in_advance = 124UL * 1024;

}  // namespace

// glibc makes the memory of a thread larger by what is missing, in whole pages, and keeps what is free then. Only that of the
// first thread it makes larger than it has to.
void have_memory_ready() {
  static thread_local const bool is_first = ::getpid() == ::gettid();
  if (is_first) return;
  void* volatile const memory =
      std::malloc(bytes_in_advance);  // NOLINT(cppcoreguidelines-no-malloc): seen, so it is not left out
  std::free(memory);                  // NOLINT(cppcoreguidelines-no-malloc)
}

}  // namespace kedge
