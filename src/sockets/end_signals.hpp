// The signals that ask a process to end, as something that it can wait for together with everything else.
#pragma once

#include <memory>

#include "fs/os_error.hpp"

namespace kedge {

// From now on SIGINT, SIGTERM and SIGHUP make this descriptor readable, and no longer end the process.
class EndSignals {
 public:
  static Outcome<std::unique_ptr<EndSignals>> claim();
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  explicit EndSignals(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace kedge
