// A descriptor that can be waited for together with others, and that any thread or a signal handler makes readable.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>

namespace kedge {

class WakeUp {
 public:
  WakeUp();  // valid() says whether it could be had; if not, errno says why
  ~WakeUp();
  WakeUp(const WakeUp&) = delete;
  WakeUp& operator=(const WakeUp&) = delete;

  bool valid() const { return read_end_ >= 0; }
  int descriptor() const { return read_end_; }
  int bell() const { return write_end_; }  // for ring()

  // Safe in a signal handler. `bell` is that of one that still lives.
  static void ring(int bell);
  // How often it rang since the last time; some systems tell only whether it did.
  std::uint64_t take();

 private:
  int read_end_ = -1, write_end_ = -1;
};

// Waits until one of them is readable or closed, or the time is over. Negative ones are left out.
void wait_for_any(std::span<const int> descriptors, std::chrono::milliseconds longest);

}  // namespace kedge
