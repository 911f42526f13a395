#include "sockets/terminal_resizes.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace kedge {
namespace {

class SignalsOfResizes final : public TerminalResizes {
 public:
  explicit SignalsOfResizes(int descriptor) : descriptor_(descriptor) {}
  ~SignalsOfResizes() override { ::close(descriptor_); }
  SignalsOfResizes(const SignalsOfResizes&) = delete;
  SignalsOfResizes& operator=(const SignalsOfResizes&) = delete;

  int descriptor() const override { return descriptor_; }
  bool take() override {
    bool is_resized = false;
    signalfd_siginfo signal{};
    while (::read(descriptor_, &signal, sizeof(signal)) > 0) is_resized = true;
    return is_resized;
  }

 private:
  int descriptor_;
};

}  // namespace

Outcome<std::unique_ptr<TerminalResizes>> TerminalResizes::claim() {
  sigset_t resized{};
  sigemptyset(&resized);
  sigaddset(&resized, SIGWINCH);
  if (::sigprocmask(SIG_BLOCK, &resized, nullptr) != 0) return failed(errno);
  const int descriptor = ::signalfd(-1, &resized, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor < 0) return failed(errno);
  return std::make_unique<SignalsOfResizes>(descriptor);
}

}  // namespace kedge
