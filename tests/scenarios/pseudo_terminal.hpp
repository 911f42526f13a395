// A terminal that a test sits at: what a program prints on it, and what a person would type.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "scenarios/child_process.hpp"
#include "scenarios/pipe.hpp"

namespace kedge::test {

class PseudoTerminal {
 public:
  // The command with the terminal as all of its standard streams, and as the one that it asks on. It is ended when the test is
  // over.
  explicit PseudoTerminal(const Command& command);
  ~PseudoTerminal();
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  // Everything that is printed up to and with this text; without it if it does not come in time.
  std::string read_until(std::string_view text);
  std::string read_all();  // up to the end of the program
  void type(std::string_view keys);
  void signal(int number) const;
  int status();  // waits for the end

 private:
  Descriptor master_;
  pid_t child_ = -1;
  std::chrono::milliseconds patience_;
  std::string unread_;
};

}  // namespace kedge::test
