#include "process/child_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "process/descriptor.hpp"
#include "process/new_descriptors.hpp"
#include "process/own_environment.hpp"

namespace kedge {
namespace {

bool is_ready(int descriptor, short what, ChildProgram::Clock::time_point until) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - ChildProgram::Clock::now()).count();
    if (left <= 0) return false;
    pollfd one{descriptor, what, 0};
    const int ready = ::poll(&one, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

}  // namespace

std::unique_ptr<ChildProgram> ChildProgram::start(const std::vector<std::string>& command, const std::string& folder) {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (!make_pipe(in)) return nullptr;
  const Descriptor their_input(in[0]);
  Descriptor our_input(in[1]);
  if (!make_pipe(out)) return nullptr;
  Descriptor our_output(out[0]);
  const Descriptor their_output(out[1]);
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  if (::posix_spawn_file_actions_init(&files) != 0) return nullptr;
  ::posix_spawnattr_init(&attributes);
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  ::posix_spawn_file_actions_adddup2(&files, their_input.get(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, their_output.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addchdir_np(&files, folder.c_str());
  pid_t process = 0;
  const int failure = ::posix_spawn(&process, words.front(), &files, &attributes, words.data(), variables_of_process());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  if (failure != 0) return nullptr;
  for (const int descriptor : {our_input.get(), our_output.get()}) ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
  return std::unique_ptr<ChildProgram>(new ChildProgram(process, our_input.release(), our_output.release()));
}

ChildProgram::~ChildProgram() {
  end_input();
  ::close(output_);
  ::kill(-process_, SIGKILL);
  if (!status_) ::waitpid(process_, nullptr, 0);
}

bool ChildProgram::write(std::string_view bytes, Clock::time_point until) {
  while (!bytes.empty()) {
    if (input_ < 0 || !is_ready(input_, POLLOUT, until)) return false;
    const ssize_t put = ::write(input_, bytes.data(), bytes.size());
    if (put >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(put));
    } else if (errno != EINTR && errno != EAGAIN) {
      return false;
    }
  }
  return true;
}

void ChildProgram::end_input() {
  if (input_ >= 0) ::close(input_);
  input_ = -1;
}

ChildProgram::Read ChildProgram::read(std::string& into, Clock::time_point until) {
  std::array<char, 65536> buffer;
  for (;;) {
    if (!is_ready(output_, POLLIN, until)) return Read::late;
    const ssize_t got = ::read(output_, buffer.data(), buffer.size());
    if (got > 0) {
      into.append(buffer.data(), static_cast<std::size_t>(got));
      return Read::some;
    }
    if (got == 0 || (errno != EINTR && errno != EAGAIN)) return Read::ended;
  }
}

std::optional<int> ChildProgram::exit_status(Clock::time_point until) {
  while (!status_) {
    int status = 0;
    const pid_t ended = ::waitpid(process_, &status, WNOHANG);
    if (ended < 0 && errno != EINTR) return std::nullopt;
    if (ended == process_) status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (status_ || Clock::now() >= until) break;
    ::usleep(1000);
  }
  return status_;
}

}  // namespace kedge
