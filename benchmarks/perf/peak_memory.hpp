// How much memory this process holds at most while something is done, beyond what it held before.
#pragma once

#include <cstddef>

namespace kedge::bench {

class PeakMemory {
 public:
  PeakMemory();               // from here on
  std::size_t bytes() const;  // up to now; 0 where the system does not tell

 private:
  std::size_t before_;
};

}  // namespace kedge::bench
