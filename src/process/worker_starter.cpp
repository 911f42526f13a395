#include "process/worker_starter.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "process/descriptor.hpp"
#include "process/new_descriptors.hpp"
#include "process/spawn.hpp"

namespace kedge {

std::unique_ptr<WorkerStarter> WorkerStarter::start(const std::vector<std::string>& command) {
  std::array<int, 2> ends{};
  if (!make_socket_pair(ends)) return nullptr;
  Descriptor ours(ends[0]);
  const Descriptor theirs(ends[1]);
  const std::optional<pid_t> process = spawn(command, {.input = theirs.get()});
  if (!process) return nullptr;
  return std::unique_ptr<WorkerStarter>(new WorkerStarter(*process, ours.release()));
}

WorkerStarter::~WorkerStarter() {
  give_up();
  // If it is stopped, it is not waited for: it ends once it goes on.
  for (int tries = 0; tries < 20; ++tries) {
    if (::waitpid(process_, nullptr, WNOHANG) != 0) return;
    ::usleep(5'000);
  }
}

int WorkerStarter::give_up() {
  if (channel_ >= 0) ::close(std::exchange(channel_, -1));
  return -1;
}

int WorkerStarter::start_worker(std::chrono::milliseconds longest) {
  const char request = 's';
  if (channel_ < 0 || ::send(channel_, &request, 1, without_signal | MSG_DONTWAIT) != 1) return give_up();
  pollfd wait{channel_, POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&wait, 1, static_cast<int>(longest.count()));
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0) return give_up();  // a late answer would be taken for that to the next request
  char told = 0;
  iovec part{&told, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  ssize_t got = 0;
  do {
    got = ::recvmsg(channel_, &message, closing_what_arrives);
  } while (got < 0 && errno == EINTR);
  const cmsghdr* const header = CMSG_FIRSTHDR(&message);
  if (got != 1) return give_up();
  if (header == nullptr || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) return -1;
  int socket = -1;
  std::memcpy(&socket, CMSG_DATA(header), sizeof socket);
  return socket;
}

}  // namespace kedge
