#include "scenarios/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <thread>

#include "scenarios/pipe.hpp"

namespace kedge::test {
namespace {

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

void write_some(Descriptor& to, std::string_view& left) {
  const ssize_t count = ::write(to.get(), left.data(), left.size());
  if (count > 0) left.remove_prefix(static_cast<std::size_t>(count));
  const bool refused = count < 0 && errno != EAGAIN && errno != EINTR;
  if (left.empty() || refused) to.close();
}

void read_or_close(Descriptor& from, std::string& into) {
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
  if (count > 0) into.append(buffer.data(), static_cast<std::size_t>(count));
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) from.close();
}

// Feeds and drains the three pipes until the child has closed both of its outputs. False if that took too long.
bool converse(Descriptor& input, std::string_view to_write, Descriptor& output, Descriptor& errors, Finished& finished,
              std::chrono::steady_clock::time_point deadline) {
  while (output.open() || errors.open()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    // A closed descriptor is -1, which poll skips.
    std::array<pollfd, 3> waits{{{input.get(), POLLOUT, 0}, {output.get(), POLLIN, 0}, {errors.get(), POLLIN, 0}}};
    if (::poll(waits.data(), waits.size(), static_cast<int>(left.count())) < 0 && errno != EINTR) check(errno, "poll");
    if (waits[0].revents != 0) write_some(input, to_write);
    if (waits[1].revents != 0) read_or_close(output, finished.output);
    if (waits[2].revents != 0) read_or_close(errors, finished.errors);
  }
  return true;
}

bool reaped(pid_t child, int& status, std::chrono::steady_clock::time_point deadline) {
  for (;;) {
    if (::waitpid(child, &status, WNOHANG) == child) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

pid_t start(const Command& command, int input, int output, int errors) {
  std::vector<std::string> words{command.program.filename().string()};
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  std::vector<std::string> environment = command.environment;

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());
  if (!command.terminal.empty()) {
    // The first that the leader of a session opens is the one that it belongs to.
    posix_spawn_file_actions_addopen(&actions, 0, command.terminal.c_str(), O_RDWR, 0);
  } else if (input >= 0) {
    posix_spawn_file_actions_adddup2(&actions, input, 0);
  } else {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  }
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_adddup2(&actions, errors, 2);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t reset;
  sigemptyset(&reset);
  sigaddset(&reset, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &reset);
  posix_spawnattr_setpgroup(&attributes, 0);  // so that its own children can be ended with it
  const int group = command.terminal.empty() ? POSIX_SPAWN_SETPGROUP : POSIX_SPAWN_SETSID;
  posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGDEF | group));

  pid_t child = 0;
  const int error = ::posix_spawn(&child, command.program.c_str(), &actions, &attributes, pointers_to(words).data(),
                                  pointers_to(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  check(error, command.program.c_str());
  return child;
}

Finished run_to_end(const Command& command) {
  std::signal(SIGPIPE, SIG_IGN);  // a child that does not read its input is no reason to die
  Pipe input = command.input ? make_pipe(Ours::write) : Pipe{};
  Pipe output = make_pipe(Ours::read);
  Pipe errors = command.errors_to_output ? Pipe{} : make_pipe(Ours::read);
  const auto deadline = std::chrono::steady_clock::now() + command.patience;
  const pid_t child =
      start(command, input.read.get(), output.write.get(), command.errors_to_output ? output.write.get() : errors.write.get());
  input.read.close();
  output.write.close();
  errors.write.close();
  const std::string_view to_write = command.input ? std::string_view(*command.input) : std::string_view();
  if (to_write.empty()) input.write.close();

  Finished finished;
  int status = 0;
  if (!converse(input.write, to_write, output.read, errors.read, finished, deadline) || !reaped(child, status, deadline)) {
    finished.timed_out = true;
    ::kill(-child, SIGKILL);
    ::waitpid(child, &status, 0);
  }
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return finished;
}

}  // namespace kedge::test
