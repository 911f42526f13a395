// TCP connections that never wait, for a server that does everything in one thread.
#pragma once

#include <chrono>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sockets/ip_address.hpp"

namespace kedge {

class ByteStream {
 public:
  explicit ByteStream(int descriptor) : descriptor_(descriptor) {}  // which it closes
  ~ByteStream();
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;

  // Adds what has come by now. False: the peer is gone.
  bool read(std::string& into);
  // How much of it was taken. nullopt: the peer is gone.
  std::optional<std::size_t> write(std::string_view bytes);
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

class TcpListener {
 public:
  // The error says in words why that is not possible.
  static std::expected<std::unique_ptr<TcpListener>, std::string> open(const AddressAndPort& where);
  ~TcpListener();
  TcpListener(const TcpListener&) = delete;
  TcpListener& operator=(const TcpListener&) = delete;

  std::unique_ptr<ByteStream> accept();  // null: nobody is there
  int descriptor() const { return descriptor_; }
  std::uint16_t port() const { return port_; }

 private:
  TcpListener(int descriptor, std::uint16_t port) : descriptor_(descriptor), port_(port) {}

  int descriptor_;
  std::uint16_t port_;
};

struct WaitsFor {
  int descriptor = -1;
  bool to_write = false;  // else to read
  bool ready = false;     // set by wait_for(); also if the peer is gone
};
// Until one of them is ready, or the time is over.
void wait_for(std::span<WaitsFor> all, std::chrono::milliseconds longest);

}  // namespace kedge
