#include "process/new_descriptors.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

namespace kedge {
namespace {

void prepare(int descriptor, Waits waits) {
  ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  if (waits == Waits::no) ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

void prepare_socket(int descriptor, Waits waits) {
  prepare(descriptor, waits);
  const int on = 1;
  ::setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
}

}  // namespace

const int without_signal = 0;  // each socket says it for itself
const int closing_what_arrives = 0;
const short other_end_closed = 0;

bool make_pipe(std::array<int, 2>& ends, Waits waits) {
  if (::pipe(ends.data()) != 0) return false;
  for (const int end : ends) prepare(end, waits);
  return true;
}

bool make_socket_pair(std::array<int, 2>& ends) {
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) return false;
  for (const int end : ends) prepare_socket(end, Waits::yes);
  return true;
}

int make_socket(int family, int type) {
  const int made = ::socket(family, type, 0);
  if (made >= 0) prepare_socket(made, Waits::no);
  return made;
}

int accept_socket(int listening) {
  const int accepted = ::accept(listening, nullptr, nullptr);
  if (accepted >= 0) prepare_socket(accepted, Waits::no);
  return accepted;
}

void close_from(int first) {
  for (int descriptor = first; descriptor < ::getdtablesize(); ++descriptor) ::close(descriptor);
}

// A file that has no name any more: whoever has it open can read and map it.
int make_shared_memory(std::string_view first, std::string_view then) {
  const char* const folder = std::getenv("TMPDIR");
  std::string name = std::string(folder != nullptr && *folder == '/' ? folder : "/tmp") + "/kedge-XXXXXX";
  const int memory = ::mkstemp(name.data());
  if (memory < 0) return -1;
  ::unlink(name.c_str());
  prepare(memory, Waits::yes);
  for (std::string_view piece : {first, then}) {
    while (!piece.empty()) {
      const ssize_t put = ::write(memory, piece.data(), piece.size());
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) {
        const int problem = errno;
        ::close(memory);
        errno = problem;
        return -1;
      }
      piece.remove_prefix(static_cast<std::size_t>(put));
    }
  }
  return memory;
}

}  // namespace kedge
