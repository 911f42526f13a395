// Tells when the terminal has got another size, as something that can be waited for together with everything else.
#pragma once

#include <memory>

#include "fs/os_error.hpp"

namespace kedge {

class TerminalResizes {
 public:
  // From now on the signal for it does nothing else. There is one at a time.
  static Outcome<std::unique_ptr<TerminalResizes>> claim();
  virtual ~TerminalResizes() = default;

  virtual int descriptor() const = 0;
  virtual bool take() = 0;  // whether there was one since the last time
};

}  // namespace kedge
