// Views need packets over Unix sockets that keep their boundaries, which macOS does not have: there are none yet, and nothing
// waits for one.
#include "sockets/view_sockets.hpp"

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace kedge {

Outcome<SealedMessage> SealedMessage::make(std::string_view /*bytes*/) { return failed(ENOTSUP); }

SealedMessage::SealedMessage(SealedMessage&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

SealedMessage::~SealedMessage() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

ViewConnection::~ViewConnection() { ::close(descriptor_); }
ViewConnection::Sent ViewConnection::send(std::string_view packet) { return send(packet, -1); }
ViewConnection::Sent ViewConnection::send(std::string_view packet, const SealedMessage& message) {
  return send(packet, message.descriptor());
}
ViewConnection::Sent ViewConnection::send(std::string_view /*packet*/, int /*attached*/) { return Sent::gone; }
ViewConnection::Received ViewConnection::receive() { return {.message = std::nullopt, .gone = true}; }
bool ViewConnection::all_read() const { return true; }

ConnectedPair connect_to_itself() { return {}; }

void wait_for_messages(std::span<const std::shared_ptr<ViewConnection>> /*connections*/, std::chrono::milliseconds longest) {
  ::usleep(static_cast<useconds_t>(longest.count() * 1000));
}

std::vector<std::string> ViewFolder::names() { return {}; }
std::optional<std::int64_t> ViewFolder::time_of_change() const { return std::nullopt; }
Outcome<std::unique_ptr<ViewConnection>> ViewFolder::connect(const std::string& /*name*/) { return failed(ENOTSUP); }
Outcome<Handle> make_views(FileSystem& /*fs*/, const StateFolder& /*state*/) { return failed(ENOTSUP); }
Outcome<std::unique_ptr<ViewListener>> ViewListener::open(FileSystem& /*fs*/, const StateFolder& /*state*/) {
  return failed(ENOTSUP);
}
ViewListener::~ViewListener() { ::close(descriptor_); }
std::unique_ptr<ViewConnection> ViewListener::accept() { return nullptr; }

}  // namespace kedge
