// The standard streams of a view. It waits in one place for typed input, for signals, for the end of its reader, and for its
// connections.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fs/os_error.hpp"
#include "sockets/end_signals.hpp"
#include "sockets/terminal_resizes.hpp"

namespace kedge {

class ViewStreams {
 public:
  // From now on wait() reports SIGINT, SIGTERM and SIGHUP, and they no longer end the process.
  static Outcome<std::unique_ptr<ViewStreams>> claim();
  ViewStreams(const ViewStreams&) = delete;
  ViewStreams& operator=(const ViewStreams&) = delete;

  bool prints_on_terminal() const { return prints_on_terminal_; }
  bool can_ask() const { return can_ask_; }  // a person sees the output and can answer

  struct Woken {
    bool over = false;               // a signal came, or nobody reads the output any more
    bool typed = false;              // there is input
    bool resized = false;            // the terminal has another size
    std::vector<std::size_t> ready;  // indices of the others
  };
  // Waits for any of these, and for one of these descriptors to be readable or closed; no longer than this.
  Woken wait(std::span<const int> others, std::optional<std::chrono::milliseconds> longest = std::nullopt) const;

  // Typed input; empty at its end. REQUIRES: wait() reported it.
  std::string read();
  void forget_typed();  // what was typed before a question cannot be its answer

  // Writes everything. False: nobody reads it, or a signal came first.
  bool write(std::string_view bytes) const;

 private:
  ViewStreams(std::unique_ptr<EndSignals> ends, std::unique_ptr<TerminalResizes> resizes);

  std::unique_ptr<EndSignals> ends_;
  std::unique_ptr<TerminalResizes> resizes_;
  bool prints_on_terminal_;
  bool can_ask_;
};

}  // namespace kedge
