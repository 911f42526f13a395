// A process of this program that is started before a sandbox closes, and does outside of it what the sandbox forbids: it starts
// other programs. It answers one message at a time. If it is dead or late, there is no answer, and nothing else is lost.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/ordered_mutex.hpp"

namespace kedge {

inline constexpr std::size_t largest_companion_message = 64UL * 1024 * 1024;

class Companion {
 public:
  // `command` is a program that calls serve_companion(). It has the environment that this process has now. Null: it could not
  // be started.
  static std::unique_ptr<Companion> start(const std::vector<std::string>& command);
  ~Companion();  // it ends
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;

  // From any thread. nullopt: no answer in this time, or none any more.
  std::optional<std::string> ask(std::string_view message, std::chrono::milliseconds longest);

 private:
  Companion(pid_t process, int channel) : process_(process), channel_(channel) {}

  OrderedMutex mutex_{LockOrder::parser};
  pid_t process_;
  int channel_;  // -1: it is gone
  std::uint32_t last_ = 0;
};

// Answers messages on standard input until it is closed. Returns the exit status.
int serve_companion(const std::function<std::string(std::string_view message)>& answer);

}  // namespace kedge
