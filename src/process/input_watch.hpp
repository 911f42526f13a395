// Lets several threads wait for the same input. One of them gets it, and the others go on waiting until it says that it is
// done: so it can answer what it has read while another one already waits for the rest, and nobody has to be woken in between.
#pragma once

#include <cstdint>
#include <memory>

namespace kedge {

class InputWatch {
 public:
  // Null: the system has no such way, or not for what this descriptor is, such as an ordinary file. REQUIRES: both stay open.
  static std::unique_ptr<InputWatch> over(int input, int end);

  InputWatch() = default;
  InputWatch(const InputWatch&) = delete;
  InputWatch& operator=(const InputWatch&) = delete;
  virtual ~InputWatch() = default;

  enum class Seen : std::uint8_t { input, end, nothing };
  // Waits until there is something to read at one of both. At `end`, everybody sees it. Nothing: errno says why.
  virtual Seen wait() = 0;
  // The next input may be seen by anybody. For the thread that has seen the last.
  virtual void watch_on() = 0;
};

}  // namespace kedge
