#include "process/spawn.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <csignal>

#include "process/own_environment.hpp"

namespace kedge {

namespace {

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  all.reserve(texts.size() + 1);
  for (const std::string& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  all.push_back(nullptr);
  return all;
}

}  // namespace

std::optional<pid_t> spawn(const std::vector<std::string>& command, SpawnedStreams streams, SpawnedEnvironment environment) {
  const std::vector<char*> words = pointers_to(command);
  const std::vector<std::string> few = environment_of_runtimes();
  const std::vector<char*> variables = pointers_to(few);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  if (::posix_spawn_file_actions_init(&files) != 0) return std::nullopt;
  if (::posix_spawnattr_init(&attributes) != 0) {
    ::posix_spawn_file_actions_destroy(&files);
    return std::nullopt;
  }
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  ::posix_spawn_file_actions_adddup2(&files, streams.input, STDIN_FILENO);
  if (streams.output >= 0) {
    ::posix_spawn_file_actions_adddup2(&files, streams.output, STDOUT_FILENO);
  } else {
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  }
  ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  const int failure = ::posix_spawn(&process, words.front(), &files, &attributes, words.data(),
                                    environment == SpawnedEnvironment::ours ? variables_of_process() : variables.data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  return failure == 0 ? std::optional(process) : std::nullopt;
}

}  // namespace kedge
