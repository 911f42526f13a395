#include "tested.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "fs/real_file_system.hpp"
#include "scarce.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace scarce {
namespace {

using kedge::concat;
using kedge::Json;

constexpr int patience_in_milliseconds = 20'000;
constexpr unsigned alarm_in_seconds = 60;

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

// What main does, with the words it would be given.
[[noreturn]] void be_program(const std::vector<std::string_view>& words) {
  int status = 0;
  count_here();
  try {
    kedge::hold_standard_streams();
    status = static_cast<int>(kedge::run_program(words));
  } catch (const std::bad_alloc&) {
    kedge::to_stderr("kedge: out of memory; kedge doctor finishes or takes back what was under way\n");
    status = static_cast<int>(kedge::Exit::failed);
  }
  ::_exit(status);
}

std::string all_of(int memory) {
  std::string bytes(static_cast<std::size_t>(checked(static_cast<int>(::lseek(memory, 0, SEEK_END)), "lseek")), '\0');
  checked(static_cast<int>(::pread(memory, bytes.data(), bytes.size(), 0)), "pread");
  ::close(memory);
  return bytes;
}

std::string end_text(int status) {
  return WIFSIGNALED(status) ? concat("signal ", WTERMSIG(status)) : concat("exit ", WEXITSTATUS(status));
}

}  // namespace

std::string to_text(const Ended& ended) {
  return concat(ended.signal != 0 ? "signal " : "exit ", ended.signal != 0 ? ended.signal : ended.status, ' ',
                ended.output.substr(0, 600), ended.errors.substr(0, 400));
}

Ended run(const std::vector<std::string>& words) {
  const int output = checked(::memfd_create("output", MFD_CLOEXEC), "memfd");
  const int errors = checked(::memfd_create("errors", MFD_CLOEXEC), "memfd");
  const std::vector<std::string_view> views(words.begin(), words.end());
  const pid_t child = checked(::fork(), "fork");
  if (child == 0) {
    ::alarm(alarm_in_seconds);
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (::dup2(nothing, 0) < 0 || ::dup2(output, 1) < 0 || ::dup2(errors, 2) < 0) ::_exit(126);
    be_program(views);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0, all_of(output),
          all_of(errors)};
}

Server::Server(const std::vector<std::string>& words) {
  std::array<int, 2> input{};
  std::array<int, 2> output{};
  checked(::pipe2(input.data(), O_CLOEXEC), "pipe");
  checked(::pipe2(output.data(), O_CLOEXEC), "pipe");
  const std::vector<std::string_view> views(words.begin(), words.end());
  pid_ = checked(::fork(), "fork");
  if (pid_ == 0) {
    if (::dup2(input[0], 0) < 0 || ::dup2(output[1], 1) < 0) ::_exit(126);
    for (const int end : {input[0], input[1], output[0], output[1]}) ::close(end);
    be_program(views);
  }
  ::close(input[0]);
  ::close(output[1]);
  to_ = input[1];
  from_ = output[0];
  ask("initialize", Json::object({{"protocolVersion", "2025-11-25"},
                                  {"capabilities", Json::object()},
                                  {"clientInfo", Json::object({{"name", "battery"}, {"version", "1"}})}}));
}

Server::~Server() {
  ::close(to_);
  end();
  ::close(from_);
}

std::string Server::end() {
  if (pid_ < 0) return end_;
  ::kill(pid_, SIGCONT);
  int status = 0;
  for (int waited = 0; ::waitpid(pid_, &status, WNOHANG) == 0; ++waited) {
    if (waited == 5000) ::kill(pid_, SIGKILL);
    ::usleep(1000);
  }
  pid_ = -1;
  return end_ = end_text(status);
}

std::optional<std::string> Server::hear() {
  for (;;) {
    if (const std::size_t end = heard_.find('\n'); end != std::string::npos) {
      std::string line = heard_.substr(0, end);
      heard_.erase(0, end + 1);
      return line;
    }
    pollfd wait{from_, POLLIN, 0};
    if (::poll(&wait, 1, patience_in_milliseconds) <= 0) return std::nullopt;
    std::array<char, 65536> piece{};
    const ssize_t got = ::read(from_, piece.data(), piece.size());
    fuse().disarm();
    if (got <= 0) return std::nullopt;
    heard_.append(piece.data(), static_cast<std::size_t>(got));
  }
}

std::optional<Json> Server::ask(std::string_view method, const Json& params) {
  const std::int64_t id = ++last_id_;
  const std::string line = Json::object({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}).dump() + '\n';
  if (::write(to_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) return std::nullopt;
  for (;;) {
    const std::optional<std::string> answer = hear();
    if (!answer) return std::nullopt;
    const std::expected<Json, kedge::JsonProblem> json = kedge::read_json(*answer);
    if (!json) return std::nullopt;
    // Without an id it is about a message that could not even be read: this one.
    const Json* const of = json->find("id");
    if (of == nullptr || of->is_null() || *of == Json(id)) return *json;
  }
}

std::optional<Json> Server::call(std::string_view tool, const Json& arguments) {
  return ask("tools/call", Json::object({{"name", tool}, {"arguments", arguments}}));
}

}  // namespace scarce
