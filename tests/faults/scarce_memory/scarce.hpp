// Memory that runs out where a test wants it to: every allocation of this program, and of SQLite in it, is counted, and from
// the n-th on it fails, once or for as long as the test says. The count is shared with the processes that are forked from this
// one, so that the test can set it for the program that it asks.
#pragma once

#include <atomic>

namespace scarce {

enum class Lasts { once, until_it_is_over };

struct Fuse {
  std::atomic<long> left = 0;  // allocations until one fails; less than 1: it has
  std::atomic<bool> armed = false;
  std::atomic<bool> lasting = false;
  std::atomic<bool> kills = false;  // instead of failing
  std::atomic<unsigned long> counted = 0;
  std::atomic<unsigned long> failed = 0;

  void arm(unsigned long nth, Lasts lasts);
  void disarm() { armed = false; }
};

Fuse& fuse();

// Before anything is forked and SQLite is used.
void share_fuse();
// In the process under test: its allocations count from here on, those of the test itself never do.
void count_here();

}  // namespace scarce
