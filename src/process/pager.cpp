#include "process/pager.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "process/descriptor.hpp"
#include "process/new_descriptors.hpp"
#include "process/own_environment.hpp"

namespace kedge {
namespace {

// It shares our terminal, so it stays in our group: Ctrl-C reaches both, and we wait for it to end.
bool start_on_terminal(const std::string& command, int input, pid_t& process) {
  std::string shell = "/bin/sh";
  std::string option = "-c";
  std::string words = command;
  const std::array<char*, 4> arguments{shell.data(), option.data(), words.data(), nullptr};
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  if (::posix_spawn_file_actions_init(&files) != 0) return false;
  if (::posix_spawnattr_init(&attributes) != 0) {
    ::posix_spawn_file_actions_destroy(&files);
    return false;
  }
  sigset_t all;
  sigfillset(&all);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  ::posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  const int failure = ::posix_spawn(&process, shell.c_str(), &files, &attributes, arguments.data(), variables_of_process());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  return failure == 0;
}

void write_as_far_as_read(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(to, text.data(), text.size());
    if (put >= 0) {
      text.remove_prefix(static_cast<std::size_t>(put));
    } else if (errno != EINTR) {
      return;
    }
  }
}

}  // namespace

bool show_with(const std::string& command, std::string_view text) {
  constexpr int not_found = 127;
  std::array<int, 2> pipe{};
  if (!make_pipe(pipe)) return false;
  Descriptor theirs(pipe[0]);
  Descriptor ours(pipe[1]);
  pid_t process = 0;
  if (!start_on_terminal(command, theirs.get(), process)) return false;
  theirs.close();
  write_as_far_as_read(ours.get(), text);
  ours.close();
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return !WIFEXITED(status) || (WEXITSTATUS(status) != not_found && WEXITSTATUS(status) != not_found - 1);
}

}  // namespace kedge
