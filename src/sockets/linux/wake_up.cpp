#include "sockets/wake_up.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

namespace kedge {

WakeUp::WakeUp() : read_end_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), write_end_(read_end_) {}

WakeUp::~WakeUp() {
  if (read_end_ >= 0) ::close(read_end_);
}

void WakeUp::ring(int bell) {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t told = ::write(bell, &one, sizeof one);  // fails only if it is readable already
}

std::uint64_t WakeUp::take() {
  std::uint64_t count = 0;
  return ::read(read_end_, &count, sizeof count) == static_cast<ssize_t>(sizeof count) ? count : 0;
}

}  // namespace kedge
