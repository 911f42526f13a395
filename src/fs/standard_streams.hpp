// The streams between a server and the client that started it. Only the server's messages may reach the client, so no other
// code can write to its stream.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "fs/os_error.hpp"

namespace kedge {

class ClientStreams {
 public:
  ClientStreams() = default;
  ClientStreams(const ClientStreams&) = delete;
  ClientStreams& operator=(const ClientStreams&) = delete;
  virtual ~ClientStreams() = default;

  // Waits for input. 0: end of input, or stop() was called.
  virtual Outcome<std::size_t> read(std::span<char> into) = 0;
  // Whether several threads may do so at once: when one has got some, the others wait until it reads again or calls
  // let_others_read().
  virtual bool serves_several_readers() const { return false; }
  virtual void let_others_read() {}
  // Writes everything. EPIPE: the client is gone. One thread at a time.
  virtual Outcome<void> write(std::string_view bytes) = 0;
  // From any thread: ends a waiting read() and all later ones.
  virtual void stop() = 0;
};

// Takes standard input and output. From now on everything else that the process prints goes to standard error, so that no stray
// line ends up between two messages.
Outcome<std::unique_ptr<ClientStreams>> claim_standard_streams();

// The same for any two descriptors, which it closes.
Outcome<std::unique_ptr<ClientStreams>> streams_over(int input, int output);

}  // namespace kedge
