#include "scenarios/pipe.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace kedge::test {

void check(int error_number, const char* what) {
  if (error_number != 0) throw std::system_error(error_number, std::generic_category(), what);
}

Descriptor::Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  close();
  fd_ = std::exchange(other.fd_, -1);
  return *this;
}

void Descriptor::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Pipe make_pipe(Ours ours) {
  std::array<int, 2> ends{};
  check(::pipe2(ends.data(), O_CLOEXEC) == 0 ? 0 : errno, "pipe");
  Pipe pipe{Descriptor(ends[0]), Descriptor(ends[1])};
  ::fcntl(ours == Ours::read ? ends[0] : ends[1], F_SETFL, O_NONBLOCK);
  return pipe;
}

}  // namespace kedge::test
