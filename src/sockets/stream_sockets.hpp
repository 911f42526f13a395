// Connections over TCP and local sockets that never wait, for servers that do everything in one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sockets/ip_address.hpp"
#include "sockets/socket_file.hpp"

namespace kedge {

class ByteStream {
 public:
  explicit ByteStream(int descriptor) : descriptor_(descriptor) {}  // which it closes
  ~ByteStream();
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  // Adds what has come by now. False: the peer is gone.
  bool read(std::string& into);
  // Adds no more than that, and says how much it was. nullopt: the peer is gone.
  std::optional<std::size_t> read_some(std::string& into, std::size_t most);
  bool has_unread() const;
  // How much of it was taken. nullopt: the peer is gone.
  std::optional<std::size_t> write(std::string_view bytes);
  void end_sending();  // the peer may still send
  void hang_up();      // both ways; nobody waits for this any more
  // The address of the machine at the other end; empty for a local socket.
  std::vector<std::uint8_t> peer_address() const;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

class StreamListener {
 public:
  using Opened = std::expected<std::unique_ptr<StreamListener>, std::string>;
  // The error says in words why that is not possible.
  static Opened on_address(const AddressAndPort& where);
  static Opened on_file(const std::string& path);  // which is removed at the end
  ~StreamListener();
  StreamListener(const StreamListener&) = delete;
  StreamListener& operator=(const StreamListener&) = delete;

  std::unique_ptr<ByteStream> accept();  // null: nobody is there, or this process cannot have more connections
  int descriptor() const { return descriptor_; }
  std::uint16_t port() const { return port_; }  // 0: it is a file

 private:
  explicit StreamListener(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
  std::uint16_t port_ = 0;
  std::optional<SocketFile> file_;
};

struct WaitsFor {
  int descriptor = -1;
  bool to_write = false;  // else to read
  bool ready = false;     // set by wait_for(); also if the peer is gone
};
// Until one of them is ready, or the time is over.
void wait_for(std::span<WaitsFor> all, std::chrono::milliseconds longest);

}  // namespace kedge
