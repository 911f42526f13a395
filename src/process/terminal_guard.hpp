// Restores the terminal when this process can no longer do it: if it is killed while it draws on the whole screen.
#pragma once

#include <memory>
#include <string>

namespace kedge {

class TerminalGuard {
 public:
  // Starts a process that waits for the end of this one. If this one ends without having destroyed the guard, it brings the
  // terminal's settings back to what they are now, and writes `farewell` to it. Null: there is no terminal, or no process could
  // be started. REQUIRES: this is the only thread.
  static std::unique_ptr<TerminalGuard> set(const std::string& farewell);
  ~TerminalGuard();
  TerminalGuard(const TerminalGuard&) = delete;
  TerminalGuard& operator=(const TerminalGuard&) = delete;

 private:
  TerminalGuard(int pipe, int process) : pipe_(pipe), process_(process) {}

  int pipe_;
  int process_;
};

}  // namespace kedge
