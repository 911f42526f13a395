#include "process/worker_starter.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "process/descriptor.hpp"
#include "process/new_descriptors.hpp"
#include "process/sent_descriptor.hpp"
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
  const ReceivedWithDescriptor received = receive_with_descriptor(channel_, {&told, 1});
  return received.size == 1 ? received.attached : give_up();
}

}  // namespace kedge
