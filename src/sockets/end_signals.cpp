#include "sockets/end_signals.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace kedge {

Outcome<std::unique_ptr<EndSignals>> EndSignals::claim() {
  std::signal(SIGPIPE, SIG_IGN);
  sigset_t ends{};
  sigemptyset(&ends);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ends, signal);
  if (::sigprocmask(SIG_BLOCK, &ends, nullptr) != 0) return failed(errno);
  const int descriptor = ::signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor < 0) return failed(errno);
  return std::unique_ptr<EndSignals>(new EndSignals(descriptor));
}

EndSignals::~EndSignals() { ::close(descriptor_); }

}  // namespace kedge
