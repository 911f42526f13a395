#include "benchmarks/perf/process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "support/require.hpp"

namespace kedge::bench {

Ran run_program(const std::vector<std::string>& words, const std::string& folder) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::array<int, 2> pipe_ends{};
  KEDGE_REQUIRE(pipe2(pipe_ends.data(), O_CLOEXEC) == 0);
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);

  Ran ran;
  const WallClock clock;
  pid_t child = 0;
  KEDGE_REQUIRE(posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0);
  ::close(pipe_ends[1]);
  std::array<char, 65536> buffer{};
  for (ssize_t got = 0; (got = ::read(pipe_ends[0], buffer.data(), buffer.size())) > 0;) {
    ran.output.append(buffer.data(), static_cast<std::size_t>(got));
  }
  int status = 0;
  rusage usage{};
  KEDGE_REQUIRE(wait4(child, &status, 0, &usage) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  ran.time = clock.elapsed();
  ran.peak_kilobytes = usage.ru_maxrss;
  ::close(pipe_ends[0]);
  posix_spawn_file_actions_destroy(&actions);
  return ran;
}

}  // namespace kedge::bench
