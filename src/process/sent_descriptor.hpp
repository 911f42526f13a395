// Descriptors that are sent over Unix sockets, each beside some bytes.
#pragma once

#include <sys/types.h>

#include <span>
#include <string_view>

namespace kedge {

// As send(), again while a signal interrupts it; raises no signal itself. No descriptor: -1.
ssize_t send_with_descriptor(int socket, std::string_view bytes, int attached, int flags = 0);

struct ReceivedWithDescriptor {
  ssize_t size = 0;     // as recv() tells it, with errno
  int attached = -1;    // the caller's; -1: none came. The kernel drops all but the first
  bool is_cut = false;  // a packet was longer
};

// As recv(), again while a signal interrupts it. What arrives is not inherited, where the system can promise that.
ReceivedWithDescriptor receive_with_descriptor(int socket, std::span<char> bytes, int flags = 0);

}  // namespace kedge
