// Mutexes that are taken in one order, so that no two threads can wait for each other. The sanitized build stops a thread that
// takes them in another one, whether or not it would have met somebody this time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "support/require.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define KEDGE_CHECKS_LOCK_ORDER
#endif
#endif

namespace kedge {

// A thread that holds a lock takes only locks that stand further down. What calls others while it holds its lock stands above
// those that they use.
enum class LockOrder : std::uint8_t {
  search_walk,    // the files that are looked at next
  search_result,  // what was found in them; progress is told while it is held
  preview,        // the call that is being shown
  listening,      // a subscription that begins: what changes is told behind its acknowledgement
  batch,          // the answers of a batch
  outlet,         // what is written to a client. An answer settles its request while this is held
  requests,       // what a client has asked for and not been answered
  conversation,   // the changes that a client hears of
  service,        // what is kept of each session
  subscribers,    // who wants to know of which changes
  workers,        // what is to be done
  ticker,         // what is done now and then
  misreadings,    // what a session has got wrong about files
  store,          // the records
  parser,         // the process that parses
  audience,       // those who watch
  text,           // a hash that is computed when it is first asked for
};

class OrderedMutex {
 public:
  explicit OrderedMutex(LockOrder order) : order_(order) {}

  void lock() {
    if constexpr (is_checked) held().take(order_);
    mutex_.lock();
  }
  void unlock() {
    mutex_.unlock();
    if constexpr (is_checked) held().release(order_);
  }

#ifdef KEDGE_CHECKS_LOCK_ORDER
  static constexpr bool is_checked = true;
#else
  static constexpr bool is_checked = false;
#endif

 private:
  // What the thread holds, outermost first.
  class Held {
   public:
    void take(LockOrder order) {
      KEDGE_REQUIRE(count_ == 0 || locks_[count_ - 1] < order);
      locks_[count_++] = order;
    }
    // Not always the innermost: a lock that is handed on is let go early.
    void release(LockOrder order) {
      std::size_t at = count_;
      while (locks_[--at] != order) KEDGE_REQUIRE(at > 0);
      --count_;
      for (; at < count_; ++at) locks_[at] = locks_[at + 1];
    }

   private:
    std::array<LockOrder, static_cast<std::size_t>(LockOrder::text) + 1> locks_{};
    std::size_t count_ = 0;
  };
  static Held& held() {
    thread_local Held mine;
    return mine;
  }

  std::mutex mutex_;
  [[maybe_unused]] LockOrder order_;
};

}  // namespace kedge
