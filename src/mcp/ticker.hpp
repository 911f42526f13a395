// A task that runs from time to time while there is a reason for it, on its own thread, so that nobody waits for it. The thread
// is started with the first reason.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "support/ordered_mutex.hpp"

namespace kedge::mcp {

class Ticker {
 public:
  // `tick` is called at most once per pause, some time after note(), and once more at the end. As long as it returns false,
  // something is left to do, and it is called again after the next pause.
  Ticker(std::chrono::milliseconds pause, std::function<bool()> tick);
  ~Ticker() { finish(); }
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

  void note();  // there is something new
  void finish();

 private:
  void run();
  bool is_done();

  std::chrono::milliseconds pause_;
  std::function<bool()> tick_;
  OrderedMutex mutex_{LockOrder::ticker};
  std::condition_variable_any changed_;
  bool noted_ = false;
  bool finishing_ = false;
  std::thread thread_;  // last: it uses what is above
};

}  // namespace kedge::mcp
