// The terminal that this process belongs to: whether it shows what is printed, and asking the person who sits at it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace kedge {

// Whether standard output is a terminal, and not a pipe or a file.
bool prints_on_terminal();

class Terminal {
 public:
  static std::unique_ptr<Terminal> open();  // nothing: there is none
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // All of it. False: it could not be shown.
  bool write(std::string_view text) const;
  // What was typed up to now is dropped: it cannot be the answer to a question that is not asked yet.
  void forget_typed() const;
  // What is typed from now on, up to the end of the row, which is left out.
  std::string read_row() const;

 private:
  explicit Terminal(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace kedge
