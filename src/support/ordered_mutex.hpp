// Mutexes that are always locked in one order, so that two threads cannot deadlock. The sanitized build aborts if a thread
// locks them in another order, whether or not it would have deadlocked this time.
#pragma once

#include <cstdint>
#include <mutex>

namespace kedge {

// A thread that holds a lock takes only locks further down this list. So code that calls others while holding its lock is above
// the locks that they use.
enum class LockOrder : std::uint8_t {
  embedded,       // calls of a program that kedge is embedded in, if they change files: one after the other
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
  void unlock() {
    mutex_.unlock();
    note_released(order_);
  }

  static bool is_checked();

 private:
  // In a file of their own: a sanitized program may have parts that were compiled without, and all of them have to do the same.
  static void note_taken(LockOrder order);
  static void note_released(LockOrder order);

  std::mutex mutex_;
  LockOrder order_;
};

}  // namespace kedge
