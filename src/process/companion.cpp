#include "process/companion.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "process/descriptor.hpp"
#include "process/new_descriptors.hpp"
#include "process/spawn.hpp"

namespace kedge {
namespace {

using Clock = std::chrono::steady_clock;

// Both ends are the same program.
struct Head {
  std::uint32_t number = 0;
  std::uint32_t size = 0;
};

constexpr Clock::time_point never = Clock::time_point::max();

// Whether the descriptor is ready for this before the time is over.
bool wait_until(int descriptor, short what, Clock::time_point until) {
  for (;;) {
    int wait = -1;
    if (until != never) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
      if (left <= 0) return false;
      wait = static_cast<int>(std::min<std::int64_t>(left, 60'000));
    }
    pollfd one{descriptor, what, 0};
    const int ready = ::poll(&one, 1, wait);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

enum class Moved : std::uint8_t { all, late, broken };

Moved send_all(int channel, std::string_view bytes, Clock::time_point until) {
  while (!bytes.empty()) {
    if (!wait_until(channel, POLLOUT, until)) return Moved::late;
    const ssize_t put = ::send(channel, bytes.data(), bytes.size(), without_signal | MSG_DONTWAIT);
    if (put >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(put));
    } else if (errno != EINTR && errno != EAGAIN) {
      return Moved::broken;
    }
  }
  return Moved::all;
}

Moved receive_all(int channel, char* into, std::size_t size, Clock::time_point until) {
  while (size > 0) {
    if (!wait_until(channel, POLLIN, until)) return Moved::late;
    const ssize_t got = ::read(channel, into, size);
    if (got == 0) return Moved::broken;
    if (got < 0) {
      if (errno != EINTR && errno != EAGAIN) return Moved::broken;
      continue;
    }
    into += got;
    size -= static_cast<std::size_t>(got);
  }
  return Moved::all;
}

std::string framed(std::uint32_t number, std::string_view message) {
  const Head head{number, static_cast<std::uint32_t>(message.size())};
  std::string bytes(sizeof head, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes.append(message);
}

}  // namespace

std::unique_ptr<Companion> Companion::start(const std::vector<std::string>& command) {
  std::array<int, 2> ends{};
  if (!make_socket_pair(ends)) return nullptr;
  const Descriptor theirs(ends[1]);
  const std::optional<pid_t> process = spawn(command, {.input = theirs.get()});
  if (!process) {
    ::close(ends[0]);
    return nullptr;
  }
  return std::unique_ptr<Companion>(new Companion(*process, ends[0]));
}

Companion::~Companion() {
  if (channel_ >= 0) ::close(channel_);
  // It ends when its input does, and takes what it has started along. If it hangs, it is not waited for.
  for (int tries = 0; tries < 20; ++tries) {
    if (::waitpid(process_, nullptr, WNOHANG) != 0) return;
    ::usleep(10'000);
  }
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

std::optional<std::string> Companion::ask(std::string_view message, std::chrono::milliseconds longest) {
  const std::scoped_lock lock(mutex_);
  if (channel_ < 0 || message.size() > largest_companion_message) return std::nullopt;
  const Clock::time_point until = Clock::now() + longest;
  const std::uint32_t number = ++last_;
  // What is sent or received in part cannot be continued by the next question.
  const auto give_up = [&] {
    ::close(channel_);
    channel_ = -1;
    return std::nullopt;
  };
  if (send_all(channel_, framed(number, message), until) != Moved::all) return give_up();
  for (;;) {
    Head head;
    // Answers that came too late for whoever asked are passed over.
    if (!wait_until(channel_, POLLIN, until)) return std::nullopt;
    if (receive_all(channel_, reinterpret_cast<char*>(&head), sizeof head, until) != Moved::all) return give_up();
    if (head.size > largest_companion_message) return give_up();
    std::string answer(head.size, '\0');
    if (receive_all(channel_, answer.data(), answer.size(), until) != Moved::all) return give_up();
    if (head.number == number) return answer;
  }
}

int serve_companion(const std::function<std::string(std::string_view message)>& answer) {
  std::signal(SIGPIPE, SIG_IGN);
  const int channel = STDIN_FILENO;
  for (;;) {
    Head head;
    if (receive_all(channel, reinterpret_cast<char*>(&head), sizeof head, never) != Moved::all) return 0;
    if (head.size > largest_companion_message) return 1;
    std::string message(head.size, '\0');
    if (receive_all(channel, message.data(), message.size(), never) != Moved::all) return 0;
    if (send_all(channel, framed(head.number, answer(message)), never) != Moved::all) return 0;
  }
}

}  // namespace kedge
