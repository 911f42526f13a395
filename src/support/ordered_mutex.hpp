// Mutexes that are always locked in one order, so that two threads cannot deadlock. The sanitized build aborts if a thread
// locks them in another order, whether or not it would have deadlocked this time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "support/require.hpp"

namespace kedge {

// A thread that holds a lock takes only locks further down this list. So code that calls others while holding its lock is above
// the locks that they use.
enum class LockOrder : std::uint8_t {
  search_walk,    // the files to look at next
  search_result,  // what was found in them; progress is reported while it is held
  preview,        // the call that is being previewed
  listening,      // a new subscription: changes are reported after its acknowledgement
  batch,          // the answers of a batch
  outlet,         // what is written to a client. An answer settles its request while this is held
  requests,       // what a client has asked for and not been answered
  conversation,   // the changes that a client hears of
  service,        // what is kept of each session
  subscribers,    // who wants to know about which changes
  workers,        // the queue of work
  ticker,         // periodic work
  misreadings,    // what a session has got wrong about files
  known_ways,     // what became of the versions that a session was shown
  own_rows,       // what a session has written itself
  store,          // the records
  parser,         // the process that parses
  audience,       // the views
  text,           // a hash that is computed on first use
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

#ifdef KEDGE_WITH_SANITIZERS
  static constexpr bool is_checked = true;
#else
  static constexpr bool is_checked = false;
#endif

 private:
  // What this thread holds, outermost first.
  class Held {
   public:
    void take(LockOrder order) {
      KEDGE_REQUIRE(count_ == 0 || locks_[count_ - 1] < order);
      locks_[count_++] = order;
    }
    // Not always the innermost: a lock that is passed on is released early.
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
