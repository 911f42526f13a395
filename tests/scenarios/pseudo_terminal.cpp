#include "scenarios/pseudo_terminal.hpp"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace kedge::test {

PseudoTerminal::PseudoTerminal(const Command& command)
    : master_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)), patience_(command.patience) {
  check(master_.open() ? 0 : errno, "posix_openpt");
  check(::grantpt(master_.get()) == 0 && ::unlockpt(master_.get()) == 0 ? 0 : errno, "unlockpt");
  std::array<char, 64> name{};
  check(::ptsname_r(master_.get(), name.data(), name.size()), "ptsname");
  const Descriptor slave(::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  check(slave.open() ? 0 : errno, name.data());
  Command seated = command;
  seated.terminal = name.data();
  child_ = start(seated, slave.get(), slave.get(), slave.get());
}

PseudoTerminal::~PseudoTerminal() {
  if (child_ < 0) return;
  ::kill(-child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
}

std::string PseudoTerminal::read_until(std::string_view text) {
  const auto until = std::chrono::steady_clock::now() + patience_;
  for (;;) {
    if (const std::size_t at = unread_.find(text); at != std::string::npos) {
      std::string read = unread_.substr(0, at + text.size());
      unread_.erase(0, at + text.size());
      return read;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    pollfd wait{master_.get(), POLLIN, 0};
    if (left.count() <= 0 || ::poll(&wait, 1, static_cast<int>(left.count())) <= 0) return std::exchange(unread_, {});
    std::array<char, 4096> buffer{};
    const ssize_t got = ::read(master_.get(), buffer.data(), buffer.size());
    if (got <= 0) return std::exchange(unread_, {});
    unread_.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

std::string PseudoTerminal::read_all() { return read_until(std::string_view("\0", 1)); }

void PseudoTerminal::type(std::string_view keys) {
  check(::write(master_.get(), keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()) ? 0 : errno, "terminal");
}

void PseudoTerminal::signal(int number) const { ::kill(child_, number); }

int PseudoTerminal::status() {
  int status = 0;
  ::waitpid(std::exchange(child_, -1), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace kedge::test
