// The signals that ask a process to end, as something that it can wait for together with everything else.
#pragma once

#include <array>
#include <csignal>
#include <cstdint>
#include <memory>

#include "fs/os_error.hpp"
#include "sockets/wake_up.hpp"

namespace kedge {

// As long as this lives, SIGINT, SIGTERM and SIGHUP make its descriptor readable, in whichever thread they arrive, and do not
// end the process. Of several, the latest hears them.
class EndSignals {
 public:
  static Outcome<std::unique_ptr<EndSignals>> claim();
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  int descriptor() const { return heard_.descriptor(); }
  // How many have come since the last time.
  std::uint64_t take() { return heard_.take(); }

 private:
  static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};

  EndSignals() = default;
  void begin();

  WakeUp heard_;
  bool has_begun_ = false;
  int heard_before_ = -1;
  std::array<struct sigaction, signals.size()> before_{};
};

}  // namespace kedge
