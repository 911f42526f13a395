// A task that runs from time to time while there is a reason for it, on its own thread, so that nobody waits for it. The thread
// is started with the first reason.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "support/ordered_mutex.hpp"

namespace kedge::mcp {

class Ticker {
 public:
  // Does what there is to do, and returns how long the rest can wait; nullopt: there is none.
  using Tick = std::function<std::optional<std::chrono::milliseconds>()>;

  // `tick` is called one pause after note(), again once the time that it returned is over, and once more at the end.
  Ticker(std::chrono::milliseconds pause, Tick tick);
  ~Ticker() { finish(); }
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

  void note();  // there is something new
  void finish();

 private:
  void run();
  std::optional<std::chrono::milliseconds> tick();

  std::chrono::milliseconds pause_;
  Tick tick_;
  OrderedMutex mutex_{LockOrder::ticker};
  OrderedCondition changed_;
  bool noted_ = false;
  bool finishing_ = false;
  std::thread thread_;  // last: it uses what is above
};

}  // namespace kedge::mcp
