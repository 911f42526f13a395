#include "scarce.hpp"

#include <signal.h>
#include <sqlite3.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <system_error>

namespace scarce {
namespace {

Fuse alone;
Fuse* shared = &alone;
bool counts = false;
sqlite3_mem_methods plenty;

// Whether the allocation that is asked for is one that fails.
bool runs_out() {
  if (!counts || !shared->armed) return false;
  ++shared->counted;
  const long before = shared->left.fetch_sub(1);
  if (before > 1 || (before < 1 && !shared->lasting)) return false;
  ++shared->failed;
  if (shared->kills) ::kill(::getpid(), SIGKILL);
  return true;
}

void* given(std::size_t size) { return runs_out() ? nullptr : std::malloc(size > 0 ? size : 1); }

void* given_aligned(std::size_t size, std::align_val_t alignment) {
  void* memory = nullptr;
  if (runs_out() || ::posix_memalign(&memory, static_cast<std::size_t>(alignment), size > 0 ? size : 1) != 0) return nullptr;
  return memory;
}

void* or_throw(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void Fuse::arm(unsigned long nth, Lasts lasts) {
  left = static_cast<long>(nth);
  lasting = lasts == Lasts::until_it_is_over;
  kills = false;
  counted = failed = 0;
  armed = true;
}

Fuse& fuse() { return *shared; }

void share_fuse() {
  void* const memory = ::mmap(nullptr, sizeof(Fuse), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  shared = new (memory) Fuse;
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plenty);
  sqlite3_mem_methods methods = plenty;
  methods.xMalloc = [](int size) { return runs_out() ? nullptr : plenty.xMalloc(size); };
  methods.xRealloc = [](void* old, int size) { return runs_out() ? nullptr : plenty.xRealloc(old, size); };
  if (sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) != SQLITE_OK) throw std::runtime_error("SQLite keeps its own memory");
}

void count_here() { counts = true; }

}  // namespace scarce

void* operator new(std::size_t size) { return scarce::or_throw(scarce::given(size)); }
void* operator new[](std::size_t size) { return scarce::or_throw(scarce::given(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return scarce::given(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return scarce::given(size); }
void* operator new(std::size_t size, std::align_val_t align) { return scarce::or_throw(scarce::given_aligned(size, align)); }
void* operator new[](std::size_t size, std::align_val_t align) { return scarce::or_throw(scarce::given_aligned(size, align)); }
void* operator new(std::size_t size, std::align_val_t align, const std::nothrow_t&) noexcept {
  return scarce::given_aligned(size, align);
}
void* operator new[](std::size_t size, std::align_val_t align, const std::nothrow_t&) noexcept {
  return scarce::given_aligned(size, align);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept { std::free(memory); }
