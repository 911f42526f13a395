#include "sockets/terminal_resizes.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>

#include "sockets/wake_up.hpp"

namespace kedge {
namespace {

std::atomic<int> resize_bell = -1;

void tell_resize(int /*signal*/) {
  const int before = errno;
  WakeUp::ring(resize_bell.load());
  errno = before;
}

class HandledResizes final : public TerminalResizes {
 public:
  HandledResizes() {
    resize_bell = heard_.bell();
    std::signal(SIGWINCH, tell_resize);
  }
  ~HandledResizes() override {
    std::signal(SIGWINCH, SIG_DFL);
    resize_bell = -1;
  }
  HandledResizes(const HandledResizes&) = delete;
  HandledResizes& operator=(const HandledResizes&) = delete;

  int descriptor() const override { return heard_.descriptor(); }
  bool take() override { return heard_.take() > 0; }
  bool valid() const { return heard_.valid(); }

 private:
  WakeUp heard_;
};

}  // namespace

Outcome<std::unique_ptr<TerminalResizes>> TerminalResizes::claim() {
  auto claimed = std::make_unique<HandledResizes>();
  if (!claimed->valid()) return failed(errno);
  return claimed;
}

}  // namespace kedge
