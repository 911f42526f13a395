// The standard streams of a view: it prints for as long as somebody reads, hears what a person types, and ends when it is asked
// to. It waits for all of this and for its connections in one place.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fs/os_error.hpp"

namespace kedge {

class ViewStreams {
 public:
  // From here on SIGINT, SIGTERM and SIGHUP are told by wait() and no longer end the process.
  static Outcome<std::unique_ptr<ViewStreams>> claim();
  ~ViewStreams();
  ViewStreams(const ViewStreams&) = delete;
  ViewStreams& operator=(const ViewStreams&) = delete;

  bool prints_on_terminal() const { return prints_on_terminal_; }
  bool can_ask() const { return can_ask_; }  // a person sees what is printed and can answer

  struct Woken {
    bool over = false;               // asked to end, or nobody reads what is printed any more
    bool typed = false;              // there is something to be read
    std::vector<std::size_t> ready;  // which of the others
  };
  // For any of it, and for one of these descriptors to be readable or closed.
  Woken wait(std::span<const int> others) const;

  // What a person has typed; empty at its end. REQUIRES: wait() said so.
  std::string read();
  void forget_typed();  // what was typed before a question is no answer to it

  // All of it, at once. False: nobody reads it, or it is over before it was read.
  bool write(std::string_view bytes) const;

 private:
  explicit ViewStreams(int signals);

  int signals_;
  bool prints_on_terminal_;
  bool can_ask_;
};

}  // namespace kedge
