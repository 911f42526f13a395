#include "support/ordered_mutex.hpp"

#include <array>
#include <cstddef>

#include "support/require.hpp"

namespace kedge {

#ifdef KEDGE_WITH_SANITIZERS
namespace {

// What a thread holds, outermost first.
class HeldLocks {
 public:
  void take(LockOrder order) {
    KEDGE_REQUIRE(count_ == 0 || locks_[count_ - 1] < order);
    locks_[count_++] = order;
  }
  // Not always the innermost: a lock that is passed on is released early.
  void release(LockOrder order) {
    KEDGE_REQUIRE(count_ > 0);
    std::size_t at = count_;
    while (locks_[--at] != order) KEDGE_REQUIRE(at > 0);
    --count_;
    for (; at < count_; ++at) locks_[at] = locks_[at + 1];
  }

 private:
  std::array<LockOrder, static_cast<std::size_t>(LockOrder::text) + 1> locks_{};
  std::size_t count_ = 0;
};

HeldLocks& held() {
  thread_local HeldLocks mine;
  return mine;
}

}  // namespace

bool OrderedMutex::is_checked() { return true; }
void OrderedMutex::note_taken(LockOrder order) { held().take(order); }
void OrderedMutex::note_released(LockOrder order) { held().release(order); }
#else
bool OrderedMutex::is_checked() { return false; }
void OrderedMutex::note_taken(LockOrder /*order*/) {}
void OrderedMutex::note_released(LockOrder /*order*/) {}
#endif

}  // namespace kedge
