#include "fs/terminal.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>

namespace kedge {

bool prints_on_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

TerminalSize terminal_size() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return {};
  return {size.ws_row, size.ws_col};
}

std::unique_ptr<Terminal> Terminal::open() {
  const int descriptor = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
  return descriptor < 0 ? nullptr : std::unique_ptr<Terminal>(new Terminal(descriptor));
}

Terminal::~Terminal() { ::close(descriptor_); }

bool Terminal::write(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t put = ::write(descriptor_, text.data(), text.size());
    if (put >= 0) {
      text.remove_prefix(static_cast<std::size_t>(put));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

void Terminal::forget_typed() const { ::tcflush(descriptor_, TCIFLUSH); }

std::string Terminal::read_row() const {
  std::string row;
  for (;;) {
    char letter = 0;
    const ssize_t got = ::read(descriptor_, &letter, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0 || letter == '\n') return row;
    row.push_back(letter);
  }
}

}  // namespace kedge
