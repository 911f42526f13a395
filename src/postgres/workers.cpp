#include "postgres/workers.hpp"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "process/sent_descriptor.hpp"

namespace kedge::postgres {
namespace {

constexpr int requests = STDIN_FILENO;

// Whoever ends the workers by their name or by a signal to all should not end this: it ends with its caller.
constexpr const char* name_of_starter = "kedge-starter";
constexpr const char* name_of_worker = "kedge-postgres";
constexpr std::array signals_of_others{SIGTERM, SIGINT, SIGHUP, SIGPIPE};

void set_signals(void (*handler)(int)) {
  for (const int number : signals_of_others) std::signal(number, handler);
}

// The caller's end of the socket to the worker; -1: there is no worker.
bool hand_over(int socket) { return send_with_descriptor(requests, "w", socket) == 1; }

void end(pid_t worker) {
  if (worker <= 0) return;
  ::kill(worker, SIGKILL);
  while (::waitpid(worker, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool is_asked() {
  char request = 0;
  ssize_t got = 0;
  do {
    got = ::read(requests, &request, 1);
  } while (got < 0 && errno == EINTR);
  return got == 1;
}

}  // namespace

int become_a_worker() {
  set_signals(SIG_IGN);
  ::prctl(PR_SET_NAME, name_of_starter);
  if (::chdir("/") != 0) ::_exit(1);  // keeps no folder busy
  pid_t worker = 0;
  for (int count = 1; is_asked(); ++count) {
    end(worker);
    worker = 0;
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) ends = {-1, -1};
    if (ends[0] >= 0) worker = ::fork();
    if (worker == 0 && ends[0] >= 0) {
      ::prctl(PR_SET_NAME, name_of_worker);
      set_signals(SIG_DFL);
      ::dup2(ends[1], STDIN_FILENO);
      ::dup2(ends[1], STDOUT_FILENO);
      ::close(ends[0]);
      ::close(ends[1]);
      return count;
    }
    if (ends[1] >= 0) ::close(ends[1]);
    const bool is_told = hand_over(worker > 0 ? ends[0] : -1);
    if (ends[0] >= 0) ::close(ends[0]);
    if (!is_told) break;
  }
  ::_exit(0);
}

}  // namespace kedge::postgres
