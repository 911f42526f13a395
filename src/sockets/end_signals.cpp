#include "sockets/end_signals.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace kedge {
namespace {

// Of whoever claimed the signals last.
std::atomic<int> heard_by = -1;

void tell(int /*signal*/) {
  const int before = errno;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(heard_by.load(), &one, sizeof one);
  errno = before;
}

}  // namespace

Outcome<std::unique_ptr<EndSignals>> EndSignals::claim() {
  std::signal(SIGPIPE, SIG_IGN);
  const int descriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor < 0) return failed(errno);
  return std::unique_ptr<EndSignals>(new EndSignals(descriptor));
}

EndSignals::EndSignals(int descriptor) : descriptor_(descriptor), heard_before_(heard_by.exchange(descriptor)) {
  struct sigaction heard{};
  heard.sa_handler = tell;
  heard.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    ::sigaction(signals[i], nullptr, &before_[i]);
    // nohup asks for this.
    if (signals[i] == SIGHUP && before_[i].sa_handler == SIG_IGN) continue;
    ::sigaction(signals[i], &heard, nullptr);
  }
}

EndSignals::~EndSignals() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
  heard_by = heard_before_;
  ::close(descriptor_);
}

std::uint64_t EndSignals::take() {
  std::uint64_t count = 0;
  return ::read(descriptor_, &count, sizeof count) == static_cast<ssize_t>(sizeof count) ? count : 0;
}

}  // namespace kedge
