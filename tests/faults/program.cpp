#include "program.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

#include "support/strings.hpp"

namespace faults {
namespace {

constexpr unsigned patience_with_program = 120;
constexpr int cannot_start = 126;

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

std::vector<char*> words_for_exec(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::string all_of(int memory) {
  std::string bytes(static_cast<std::size_t>(checked(static_cast<int>(::lseek(memory, 0, SEEK_END)), "lseek")), '\0');
  checked(static_cast<int>(::pread(memory, bytes.data(), bytes.size(), 0)), "pread");
  return bytes;
}

std::string shortened(std::string text) {
  constexpr std::size_t most = 400;
  if (text.size() > most) {
    text.resize(most);
    text.append("…");
  }
  return text;
}

}  // namespace

std::string to_text(const Ended& ended) {
  return kedge::concat(ended.died() ? "signal " : "exit ", ended.died() ? ended.signal : ended.status,
                       "; stdout: ", shortened(ended.output), "; stderr: ", shortened(ended.errors));
}

Child::Child(const Program& program, Start start) {
  std::vector<std::string> words{program.binary.filename().string()};
  words.insert(words.end(), program.arguments.begin(), program.arguments.end());
  const std::vector<char*> arguments = words_for_exec(words);
  const std::vector<char*> environment = words_for_exec(program.environment);
  output_ = checked(::memfd_create("output", MFD_CLOEXEC), "memfd_create");
  errors_ = checked(::memfd_create("errors", MFD_CLOEXEC), "memfd_create");
  pid_ = checked(::fork(), "fork");
  if (pid_ > 0) return;

  // Only calls that are safe after fork.
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing < 0 || ::dup2(nothing, 0) < 0 || ::dup2(output_, 1) < 0 || ::dup2(errors_, 2) < 0) ::_exit(cannot_start);
  if (::chdir(program.folder.c_str()) != 0) ::_exit(cannot_start);
  ::alarm(patience_with_program);
  if (start == Start::traced && ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(cannot_start);
  ::execve(program.binary.c_str(), arguments.data(), environment.data());
  ::_exit(cannot_start);
}

Child::~Child() {
  if (living()) {
    ::kill(pid_, SIGKILL);
    while (living()) wait();
  }
  ::close(output_);
  ::close(errors_);
}

int Child::wait(int options) {
  int status = 0;
  pid_t waited = 0;
  do {
    waited = ::waitpid(pid_, &status, options);
  } while (waited < 0 && errno == EINTR);
  checked(waited, "waitpid");
  if (waited == 0 || (!WIFEXITED(status) && !WIFSIGNALED(status))) return status;
  pid_ = -1;
  ended_.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  ended_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  ended_.output = all_of(output_);
  ended_.errors = all_of(errors_);
  if (ended_.status == cannot_start) throw std::runtime_error("the program under test cannot be started");
  return status;
}

Ended run(const Program& program) {
  Child child(program);
  while (child.living()) child.wait();
  return child.end();
}

}  // namespace faults
