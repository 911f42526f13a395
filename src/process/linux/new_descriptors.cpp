#include "process/new_descriptors.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace kedge {
namespace {

bool fill(int memory, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(memory, bytes.data(), bytes.size());
    if (put < 0 && errno != EINTR) return false;
    if (put > 0) bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

}  // namespace

const int without_signal = MSG_NOSIGNAL;
const int closing_what_arrives = MSG_CMSG_CLOEXEC;
const short other_end_closed = POLLRDHUP;

bool make_pipe(std::array<int, 2>& ends, Waits waits) {
  return ::pipe2(ends.data(), O_CLOEXEC | (waits == Waits::no ? O_NONBLOCK : 0)) == 0;
}

bool make_socket_pair(std::array<int, 2>& ends) {
  return ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0;
}

int make_socket(int family, int type) { return ::socket(family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0); }

int accept_socket(int listening) { return ::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK); }

void close_from(int first) { ::close_range(static_cast<unsigned>(first), ~0U, 0); }

int make_shared_memory(std::string_view first, std::string_view then) {
  const int memory = ::memfd_create("kedge", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  constexpr int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  if (fill(memory, first) && fill(memory, then) && ::fcntl(memory, F_ADD_SEALS, seals) == 0) return memory;
  const int problem = errno;
  ::close(memory);
  errno = problem;
  return -1;
}

}  // namespace kedge
