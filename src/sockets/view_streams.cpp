#include "sockets/view_streams.hpp"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <utility>

namespace kedge {
namespace {

// Whether we are in the foreground: in the background, reading would stop the process.
bool may_read_terminal() {
  const pid_t foreground = ::tcgetpgrp(STDIN_FILENO);
  return foreground < 0 || foreground == ::getpgrp();
}

}  // namespace

Outcome<std::unique_ptr<ViewStreams>> ViewStreams::claim() {
  KEDGE_TRY(std::unique_ptr<EndSignals> ends, EndSignals::claim());
  KEDGE_TRY(std::unique_ptr<TerminalResizes> resizes, TerminalResizes::claim());
  return std::unique_ptr<ViewStreams>(new ViewStreams(std::move(ends), std::move(resizes)));
}

ViewStreams::ViewStreams(std::unique_ptr<EndSignals> ends, std::unique_ptr<TerminalResizes> resizes)
    : ends_(std::move(ends)),
      resizes_(std::move(resizes)),
      prints_on_terminal_(::isatty(STDOUT_FILENO) == 1),
      can_ask_(prints_on_terminal_ && ::isatty(STDIN_FILENO) == 1 && may_read_terminal()) {}

ViewStreams::Woken ViewStreams::wait(std::span<const int> others, std::optional<std::chrono::milliseconds> longest) const {
  // For the output only whether it is closed, which poll always reports.
  std::vector<pollfd> waits{{ends_->descriptor(), POLLIN, 0},
                            {STDOUT_FILENO, 0, 0},
                            {can_ask_ && may_read_terminal() ? STDIN_FILENO : -1, POLLIN, 0},
                            {resizes_->descriptor(), POLLIN, 0}};
  const std::size_t own = waits.size();
  for (const int other : others) waits.push_back({other, POLLIN, 0});
  const int most = longest ? static_cast<int>(longest->count()) : -1;
  while (::poll(waits.data(), waits.size(), most) < 0) {
    if (errno != EINTR && errno != EAGAIN) return {.over = true, .typed = false, .ready = {}};
  }
  Woken woken;
  woken.over = waits[0].revents != 0 || (waits[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0 ||
               (waits[2].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
  woken.typed = (waits[2].revents & POLLIN) != 0;
  woken.resized = resizes_->take();
  for (std::size_t i = own; i < waits.size(); ++i) {
    if (waits[i].revents != 0) woken.ready.push_back(i - own);
  }
  return woken;
}

std::string ViewStreams::read() {
  std::array<char, 4096> buffer{};
  const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
  return got > 0 ? std::string(buffer.data(), static_cast<std::size_t>(got)) : std::string();
}

void ViewStreams::forget_typed() {
  if (can_ask_) ::tcflush(STDIN_FILENO, TCIFLUSH);
}

bool ViewStreams::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    // If poll says that something can be written, this much can, without blocking; so we can always be stopped.
    std::array<pollfd, 2> waits{{{ends_->descriptor(), POLLIN, 0}, {STDOUT_FILENO, POLLOUT, 0}}};
    if (::poll(waits.data(), waits.size(), -1) < 0) {
      if (errno == EINTR || errno == EAGAIN) continue;
      return false;
    }
    if (waits[0].revents != 0) return false;
    const ssize_t put = ::write(STDOUT_FILENO, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
    if (put >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(put));
    } else if (errno != EINTR && errno != EAGAIN) {
      return false;
    }
  }
  return true;
}

}  // namespace kedge
