// Mutexes that are always locked in one order, so that two threads cannot deadlock. The sanitized build aborts if a thread
// locks them in another order, whether or not it would have deadlocked this time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace kedge {

// A thread that holds a lock takes only locks further down this list. So code that calls others while holding its lock is above
// the locks that they use.
enum class LockOrder : std::uint8_t {
  embedded,       // calls of a program that kedge is embedded in, if they change files: one after the other
  hearing,        // the next message of a client
  search_walk,    // the files to look at next
  search_result,  // what was found in them; progress is reported while it is held
  preview,        // the call that is being previewed
  listening,      // a new subscription: changes are reported after its acknowledgement
  batch,          // the answers of a batch
  outlet,         // what is written to a client. An answer settles its request while this is held
  requests,       // what a client has asked for and not been answered
  conversation,   // the changes that a client hears of
  service,        // what is kept of each session
  consents,       // for which sessions nobody is asked
  quota,          // how many calls each agent has left
  subscribers,    // who wants to know about which changes
  workers,        // the queue of work
  ticker,         // periodic work
  misreadings,    // what a session has got wrong about files
  known_ways,     // what became of the versions that a session was shown
  own_rows,       // what a session has written itself
  displaced,      // that there are displaced files to be removed
  commits,        // which commits have the root's lock together
  staged_ahead,   // the file that the next change will need
  sightings,      // what files looked like when their bytes were last known
  store,          // the records
  records,        // those that wait to be written with the next transaction
  parser,         // the process that parses
  audience,       // the views
  event_feed,     // the questions that a program may answer
  callers_files,  // files of a program that kedge is embedded in
  text,           // a hash that is computed on first use
};

class OrderedMutex {
 public:
  explicit OrderedMutex(LockOrder order) : order_(order) {}

  void lock() {
    note_taken(order_);
    mutex_.lock();
  }
  bool try_lock() {
    if (!mutex_.try_lock()) return false;
    note_taken(order_);
    return true;
  }
  void unlock() {
    mutex_.unlock();
    note_released(order_);
  }

  static bool is_checked();

 private:
  friend class OrderedCondition;

  // In a file of their own: a sanitized program may have parts that were compiled without, and all of them have to do the same.
  static void note_taken(LockOrder order);
  static void note_released(LockOrder order);

  std::mutex mutex_;
  LockOrder order_;
};

// Waits for something that is guarded by such a mutex. std::condition_variable_any would do, but has a mutex of its own, for
// which whoever is woken has to wait again.
class OrderedCondition {
 public:
  using Lock = std::unique_lock<OrderedMutex>;

  template <class Predicate>
  void wait(Lock& lock, Predicate is_met) {
    while (!is_met()) {
      wait_with(lock, [&](std::unique_lock<std::mutex>& held) { changed_.wait(held); });
    }
  }

  // False: the time is over, and it is still not met.
  template <class Predicate>
  bool wait_until(Lock& lock, std::chrono::steady_clock::time_point end, Predicate is_met) {
    while (!is_met()) {
      std::cv_status woken = std::cv_status::no_timeout;
      wait_with(lock, [&](std::unique_lock<std::mutex>& held) { woken = changed_.wait_until(held, end); });
      if (woken == std::cv_status::timeout) return is_met();
    }
    return true;
  }
  template <class Predicate>
  bool wait_for(Lock& lock, std::chrono::nanoseconds longest, Predicate is_met) {
    return wait_until(lock, std::chrono::steady_clock::now() + longest, is_met);
  }
  // Without a condition: the caller looks again.
  void wait_for(Lock& lock, std::chrono::nanoseconds longest) {
    const auto end = std::chrono::steady_clock::now() + longest;
    wait_with(lock, [&](std::unique_lock<std::mutex>& held) { changed_.wait_until(held, end); });
  }

  // Best when the mutex is free: otherwise whoever is woken waits for it at once.
  void notify_one() { changed_.notify_one(); }
  void notify_all() { changed_.notify_all(); }

 private:
  template <class Wait>
  static void wait_with(Lock& lock, const Wait& wait) {
    OrderedMutex& mutex = *lock.mutex();
    OrderedMutex::note_released(mutex.order_);
    std::unique_lock held(mutex.mutex_, std::adopt_lock);
    wait(held);
    held.release();
    OrderedMutex::note_taken(mutex.order_);
  }

  std::condition_variable changed_;
};

}  // namespace kedge
