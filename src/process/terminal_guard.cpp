#include "process/terminal_guard.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "process/new_descriptors.hpp"

namespace kedge {
namespace {

// In the other process, which shares nothing with us but the pipe and the terminal. Only calls that are safe after fork().
[[noreturn]] void keep_watch(int pipe, int terminal, const termios& settings, const std::string& farewell) {
  ::setsid();  // so that what ends our group does not end this
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTTOU, SIGPIPE}) std::signal(signal, SIG_IGN);
  char said = 0;
  ssize_t got = 0;
  do {
    got = ::read(pipe, &said, 1);
  } while (got < 0 && errno == EINTR);
  if (got == 0) {
    ::tcsetattr(terminal, TCSANOW, &settings);
    // If it cannot be written, nobody is there to see it.
    if (::write(terminal, farewell.data(), farewell.size()) < 0) ::_exit(1);
  }
  ::_exit(0);
}

}  // namespace

std::unique_ptr<TerminalGuard> TerminalGuard::set(const std::string& farewell) {
  termios settings{};
  if (::tcgetattr(STDOUT_FILENO, &settings) != 0) return nullptr;
  std::array<int, 2> pipe{};
  if (!make_pipe(pipe)) return nullptr;
  const pid_t process = ::fork();
  if (process == 0) {
    ::close(pipe[1]);
    keep_watch(pipe[0], STDOUT_FILENO, settings, farewell);
  }
  ::close(pipe[0]);
  if (process < 0) {
    ::close(pipe[1]);
    return nullptr;
  }
  return std::unique_ptr<TerminalGuard>(new TerminalGuard(pipe[1], process));
}

TerminalGuard::~TerminalGuard() {
  const char all_is_well = 1;
  const bool told = ::write(pipe_, &all_is_well, 1) == 1;
  ::close(pipe_);
  if (!told) return;
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace kedge
