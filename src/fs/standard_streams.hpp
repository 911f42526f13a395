// The two streams between a server and the client that started it. Nothing but the server's messages may reach the client, so
// the stream to it is taken out of everybody else's reach.
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

  // Waits for something to read. 0: there is nothing more, or stop() was called.
  virtual Outcome<std::size_t> read(std::span<char> into) = 0;
  // All of it. EPIPE: the client is gone. By one thread at a time.
  virtual Outcome<void> write(std::string_view bytes) = 0;
  // By any thread: ends a read() that waits, and all that follow.
  virtual void stop() = 0;
};

// Standard input, and what standard output was until now. From here on whatever the process prints goes to standard error: a
// stray line cannot stand between two messages.
Outcome<std::unique_ptr<ClientStreams>> claim_standard_streams();

// The same for any two descriptors, which are closed at the end.
Outcome<std::unique_ptr<ClientStreams>> streams_over(int input, int output);

}  // namespace kedge
