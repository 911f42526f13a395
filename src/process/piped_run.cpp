#include "process/piped_run.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "process/descriptor.hpp"
#include "process/new_descriptors.hpp"
#include "process/spawn.hpp"

namespace kedge {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t most_output = std::size_t{16} << 20;

// False: the deadline came first, or it said too much.
bool read_to_end(int from, std::string& output, Clock::time_point deadline) {
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
    if (left <= 0 || output.size() > most_output) return false;
    pollfd wait{from, POLLIN, 0};
    const int ready = ::poll(&wait, 1, static_cast<int>(left));
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got == 0) return true;
    if (got < 0 && errno != EINTR) return false;
    if (got > 0) output.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

std::optional<PipedRun> run_piped(const std::vector<std::string>& command, std::string_view input, milliseconds deadline) {
  const Clock::time_point until = Clock::now() + deadline;
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (!make_pipe(in)) return std::nullopt;
  Descriptor their_input(in[0]);
  Descriptor our_output(in[1]);
  if (!make_pipe(out)) return std::nullopt;
  const Descriptor our_input(out[0]);
  Descriptor their_output(out[1]);
  const std::optional<pid_t> process = spawn(command, {.input = their_input.get(), .output = their_output.get()});
  if (!process) return std::nullopt;
  their_input.close();
  their_output.close();
  const bool given = ::write(our_output.get(), input.data(), input.size()) == static_cast<ssize_t>(input.size());
  our_output.close();
  PipedRun run;
  const bool heard = read_to_end(our_input.get(), run.output, until);
  if (!heard) ::kill(*process, SIGKILL);
  int status = 0;
  while (::waitpid(*process, &status, 0) < 0 && errno == EINTR) {
  }
  run.done = given && heard && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return run;
}

}  // namespace kedge
