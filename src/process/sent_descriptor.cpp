#include "process/sent_descriptor.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "process/new_descriptors.hpp"

namespace kedge {
namespace {

// Room for one.
struct Control {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> bytes{};
};

msghdr message_of(iovec& part, Control& control) {
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes.data();
  message.msg_controllen = control.bytes.size();
  return message;
}

int attached_to(msghdr& message) {
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(part), sizeof descriptor);
    return descriptor;
  }
  return -1;
}

}  // namespace

ssize_t send_with_descriptor(int socket, std::string_view bytes, int attached, int flags) {
  iovec part{const_cast<char*>(bytes.data()), bytes.size()};
  Control control;
  msghdr message = message_of(part, control);
  if (attached >= 0) {
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof attached);
    std::memcpy(CMSG_DATA(header), &attached, sizeof attached);
  } else {
    message.msg_control = nullptr;
    message.msg_controllen = 0;
  }
  ssize_t sent = 0;
  do {
    sent = ::sendmsg(socket, &message, without_signal | flags);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

ReceivedWithDescriptor receive_with_descriptor(int socket, std::span<char> bytes, int flags) {
  iovec part{bytes.data(), bytes.size()};
  Control control;
  msghdr message{};
  ReceivedWithDescriptor received;
  do {
    message = message_of(part, control);
    received.size = ::recvmsg(socket, &message, closing_what_arrives | flags);
  } while (received.size < 0 && errno == EINTR);
  if (received.size < 0) return received;
  received.attached = attached_to(message);
  received.is_cut = (message.msg_flags & MSG_TRUNC) != 0;
  return received;
}

}  // namespace kedge
