#include "scenarios/running_process.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <thread>
#include <utility>

#include "support/strings.hpp"

namespace kedge::test {
namespace {

// False at the end.
bool read_some(const Descriptor& from, std::string& into) {
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
  if (count > 0) into.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EAGAIN);
}

}  // namespace

RunningProcess::RunningProcess(const Command& command) : patience_(command.patience) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe input = make_pipe(Ours::write);
  Pipe output = make_pipe(Ours::read);
  Pipe errors = make_pipe(Ours::read);
  child_ = start(command, input.read.get(), output.write.get(), errors.write.get());
  input_ = std::move(input.write);
  output_ = std::move(output.read);
  errors_ = std::move(errors.read);
}

RunningProcess::~RunningProcess() {
  if (child_ < 0) return;
  ::kill(-child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
}

bool RunningProcess::wait_for(int descriptor, short event, std::chrono::steady_clock::time_point until) const {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
  pollfd wait{descriptor, event, 0};
  return left.count() > 0 && ::poll(&wait, 1, static_cast<int>(left.count())) > 0;
}

std::size_t RunningProcess::write_at_once(std::string_view bytes) {
  const ssize_t count = ::write(input_.get(), bytes.data(), bytes.size());
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

bool RunningProcess::write(std::string_view bytes) {
  const auto until = deadline();
  while (!bytes.empty()) {
    const ssize_t count = ::write(input_.get(), bytes.data(), bytes.size());
    if (count > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EAGAIN || !wait_for(input_.get(), POLLOUT, until)) {
      return false;
    }
  }
  return true;
}

std::optional<std::string> RunningProcess::read_line() { return read_line_of(output_, unread_); }
std::optional<std::string> RunningProcess::read_error_line() { return read_line_of(errors_, unread_errors_); }

std::optional<std::string> RunningProcess::read_line_of(const Descriptor& from, std::string& unread) const {
  const auto until = deadline();
  std::size_t searched = 0;
  for (;;) {
    if (const std::size_t end = unread.find('\n', searched); end != std::string::npos) {
      std::string line = unread.substr(0, end);
      unread.erase(0, end + 1);
      return line;
    }
    searched = unread.size();
    if (!wait_for(from.get(), POLLIN, until) || !read_some(from, unread)) return std::nullopt;
  }
}

bool RunningProcess::ends() const {
  for (const auto until = deadline(); std::chrono::steady_clock::now() < until;) {
    siginfo_t info{};
    const int waited = ::waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT);
    if (waited == 0 && info.si_pid == child_) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

Finished RunningProcess::finish() {
  close_input();
  Finished finished;
  finished.errors = std::exchange(unread_errors_, {});
  const auto until = deadline();
  // Both streams until both are closed, so that neither blocks the program.
  while (output_.open() || errors_.open()) {
    std::array<pollfd, 2> waits{{{output_.get(), POLLIN, 0}, {errors_.get(), POLLIN, 0}}};
    ::poll(waits.data(), waits.size(), 100);
    if (waits[0].revents != 0 && !read_some(output_, unread_)) output_.close();
    if (waits[1].revents != 0 && !read_some(errors_, finished.errors)) errors_.close();
    finished.timed_out = std::chrono::steady_clock::now() > until;
    if (finished.timed_out) {
      ::kill(-child_, SIGKILL);
      break;
    }
  }
  int status = 0;
  ::waitpid(std::exchange(child_, -1), &status, 0);
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  finished.output = std::exchange(unread_, {});
  return finished;
}

std::size_t RunningProcess::peak_memory() const {
  std::ifstream rows(concat("/proc/", child_, "/status"));
  for (std::string row; std::getline(rows, row);) {
    if (row.starts_with("VmHWM:")) return std::stoul(row.substr(6));
  }
  return 0;
}

}  // namespace kedge::test
