#include "sockets/end_signals.hpp"

#include <atomic>
#include <cerrno>

namespace kedge {
namespace {

// Of whoever claimed the signals last.
std::atomic<int> heard_by = -1;

void tell(int /*signal*/) {
  const int before = errno;
  WakeUp::ring(heard_by.load());
  errno = before;
}

}  // namespace

Outcome<std::unique_ptr<EndSignals>> EndSignals::claim() {
  std::signal(SIGPIPE, SIG_IGN);
  std::unique_ptr<EndSignals> claimed(new EndSignals);
  if (!claimed->heard_.valid()) return failed(errno);
  claimed->begin();
  return claimed;
}

void EndSignals::begin() {
  heard_before_ = heard_by.exchange(heard_.bell());
  struct sigaction heard{};
  heard.sa_handler = tell;
  heard.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    ::sigaction(signals[i], nullptr, &before_[i]);
    // nohup asks for this.
    if (signals[i] == SIGHUP && before_[i].sa_handler == SIG_IGN) continue;
    ::sigaction(signals[i], &heard, nullptr);
  }
  has_begun_ = true;
}

EndSignals::~EndSignals() {
  if (!has_begun_) return;
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
  heard_by = heard_before_;
}

}  // namespace kedge
