#include <poll.h>

#include <vector>

#include "sockets/wake_up.hpp"

namespace kedge {

void wait_for_any(std::span<const int> descriptors, std::chrono::milliseconds longest) {
  std::vector<pollfd> waits;
  for (const int each : descriptors) waits.push_back({each, POLLIN, 0});
  ::poll(waits.data(), waits.size(), static_cast<int>(longest.count()));
}

}  // namespace kedge
