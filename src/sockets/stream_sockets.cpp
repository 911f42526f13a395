#include "sockets/stream_sockets.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "error/error.hpp"
#include "process/new_descriptors.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

struct Address {
  sockaddr_storage bytes{};
  socklen_t size = 0;
};

// REQUIRES: it is an address.
Address address_of(const AddressAndPort& where) {
  Address address;
  sockaddr_in four{};
  sockaddr_in6 six{};
  if (::inet_pton(AF_INET, where.address.c_str(), &four.sin_addr) == 1) {
    four.sin_family = AF_INET;
    four.sin_port = htons(where.port);
    address.size = sizeof(four);
    std::memcpy(&address.bytes, &four, sizeof(four));
  } else {
    ::inet_pton(AF_INET6, where.address.c_str(), &six.sin6_addr);
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(where.port);
    address.size = sizeof(six);
    std::memcpy(&address.bytes, &six, sizeof(six));
  }
  return address;
}

std::optional<std::uint16_t> port_of(int descriptor) {
  Address bound;
  bound.size = sizeof(bound.bytes);
  if (::getsockname(descriptor, reinterpret_cast<sockaddr*>(&bound.bytes), &bound.size) != 0) return std::nullopt;
  sockaddr_in four{};
  sockaddr_in6 six{};
  std::memcpy(&four, &bound.bytes, sizeof(four));
  std::memcpy(&six, &bound.bytes, sizeof(six));
  return ntohs(bound.bytes.ss_family == AF_INET ? four.sin_port : six.sin6_port);
}

}  // namespace

ByteStream::~ByteStream() { ::close(descriptor_); }

bool ByteStream::read(std::string& into) {
  std::array<char, 16384> buffer{};
  for (;;) {
    const ssize_t got = ::recv(descriptor_, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (got > 0) {
      into.append(buffer.data(), static_cast<std::size_t>(got));
      if (static_cast<std::size_t>(got) < buffer.size()) return true;
    } else if (got == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN || errno == EWOULDBLOCK;
    }
  }
}

std::optional<std::size_t> ByteStream::write(std::string_view bytes) {
  std::size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t put = ::send(descriptor_, bytes.data() + written, bytes.size() - written, MSG_DONTWAIT | without_signal);
    if (put >= 0) {
      written += static_cast<std::size_t>(put);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      break;
    } else if (errno != EINTR) {
      return std::nullopt;
    }
  }
  return written;
}

std::optional<std::size_t> ByteStream::read_some(std::string& into, std::size_t most) {
  const std::size_t before = into.size();
  into.resize(before + most);
  ssize_t got = 0;
  do {
    got = ::recv(descriptor_, into.data() + before, most, MSG_DONTWAIT);
  } while (got < 0 && errno == EINTR);
  const bool nothing_yet = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  into.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (nothing_yet) return 0;
  return got > 0 ? std::optional(static_cast<std::size_t>(got)) : std::nullopt;
}

bool ByteStream::has_unread() const {
  char byte = 0;
  return ::recv(descriptor_, &byte, 1, MSG_DONTWAIT | MSG_PEEK) > 0;
}

void ByteStream::end_sending() { ::shutdown(descriptor_, SHUT_WR); }
void ByteStream::hang_up() { ::shutdown(descriptor_, SHUT_RDWR); }

std::vector<std::uint8_t> ByteStream::peer_address() const {
  Address peer;
  peer.size = sizeof(peer.bytes);
  std::vector<std::uint8_t> bytes;
  if (::getpeername(descriptor_, reinterpret_cast<sockaddr*>(&peer.bytes), &peer.size) != 0) return bytes;
  const auto copy = [&bytes](const auto& address) {
    bytes.resize(sizeof(address));
    std::memcpy(bytes.data(), &address, sizeof(address));
  };
  if (peer.bytes.ss_family == AF_INET) copy(reinterpret_cast<const sockaddr_in&>(peer.bytes).sin_addr);
  if (peer.bytes.ss_family == AF_INET6) copy(reinterpret_cast<const sockaddr_in6&>(peer.bytes).sin6_addr);
  return bytes;
}

StreamListener::Opened StreamListener::on_address(const AddressAndPort& where) {
  const auto cannot = [&] {
    return std::unexpected(
        concat("cannot listen on ", host_in_url(where.address), ':', where.port, ": ", std::strerror(errno)));
  };
  const Address address = address_of(where);
  const int descriptor = make_socket(address.bytes.ss_family, SOCK_STREAM);
  if (descriptor < 0) return cannot();
  std::unique_ptr<StreamListener> listener(new StreamListener(descriptor));
  const int on = 1;
  if (::setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0) return cannot();
  if (::bind(descriptor, reinterpret_cast<const sockaddr*>(&address.bytes), address.size) != 0) return cannot();
  if (::listen(descriptor, SOMAXCONN) != 0) return cannot();
  const std::optional<std::uint16_t> port = port_of(descriptor);
  if (!port) return cannot();
  listener->port_ = *port;
  return listener;
}

StreamListener::Opened StreamListener::on_file(const std::string& path) {
  KEDGE_TRY(SocketFile file, SocketFile::at(path));
  const auto cannot = [&] { return std::unexpected(concat("cannot listen on ", printable(path), ": ", std::strerror(errno))); };
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::ranges::copy(path, address.sun_path);  // SocketFile knows that it fits
  const int descriptor = make_socket(AF_UNIX, SOCK_STREAM);
  if (descriptor < 0) return cannot();
  std::unique_ptr<StreamListener> listener(new StreamListener(descriptor));
  if (::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) return cannot();
  if (!listener->file_.emplace(std::move(file)).keep_to_owner())
    return std::unexpected(concat(printable(path), " cannot be kept from others"));
  if (::listen(descriptor, SOMAXCONN) != 0) return cannot();
  return listener;
}

StreamListener::~StreamListener() { ::close(descriptor_); }

std::unique_ptr<ByteStream> StreamListener::accept() {
  for (;;) {
    const int descriptor = accept_socket(descriptor_);
    if (descriptor < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
    if (descriptor < 0) return nullptr;
    const int on = 1;
    // Messages are small, and somebody waits for them.
    if (!file_) ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    return std::make_unique<ByteStream>(descriptor);
  }
}

void wait_for(std::span<WaitsFor> all, std::chrono::milliseconds longest) {
  std::vector<pollfd> waits;
  waits.reserve(all.size());
  for (const WaitsFor& each : all) waits.push_back({each.descriptor, static_cast<short>(each.to_write ? POLLOUT : POLLIN), 0});
  const int ready = ::poll(waits.data(), waits.size(), static_cast<int>(longest.count()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i].ready = ready > 0 && waits[i].revents != 0;
}

}  // namespace kedge
