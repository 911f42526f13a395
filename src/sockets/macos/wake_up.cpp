#include "sockets/wake_up.hpp"

#include <unistd.h>

#include <array>

#include "process/new_descriptors.hpp"

namespace kedge {

WakeUp::WakeUp() {
  std::array<int, 2> ends{-1, -1};
  if (!make_pipe(ends, Waits::no)) return;
  read_end_ = ends[0];
  write_end_ = ends[1];
}

WakeUp::~WakeUp() {
  if (read_end_ >= 0) ::close(read_end_);
  if (write_end_ >= 0) ::close(write_end_);
}

void WakeUp::ring(int bell) {
  const char one = 1;
  [[maybe_unused]] const ssize_t told = ::write(bell, &one, sizeof one);  // fails only if it is readable already
}

std::uint64_t WakeUp::take() {
  std::array<char, 64> rings{};
  std::uint64_t count = 0;
  for (ssize_t got = 0; (got = ::read(read_end_, rings.data(), rings.size())) > 0;) count += static_cast<std::uint64_t>(got);
  return count;
}

}  // namespace kedge
