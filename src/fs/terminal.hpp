// The controlling terminal: whether output goes to it, and asking the person at it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace kedge {

// Whether standard output is a terminal.
bool prints_on_terminal();
struct TerminalSize {
  int rows = 24, columns = 80;
};
TerminalSize terminal_size();  // of that terminal, if it says how large it is

class Terminal {
 public:
  static std::unique_ptr<Terminal> open();  // null: there is none
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // False: it could not be written.
  bool write(std::string_view text) const;
  // Discards what was typed so far: it cannot be the answer to a question that has not been asked.
  void forget_typed() const;
  // The next line that is typed, without its end.
  std::string read_row() const;

 private:
  explicit Terminal(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace kedge
