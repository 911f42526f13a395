// A server's Unix socket in the file system: accessible only to its owner, and removed when the server ends.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

namespace kedge {

class SocketFile {
 public:
  // The path for a new socket. Removes what a dead server left there. On error, what is wrong: something else is there, a
  // running server, or the path cannot be a socket.
  static std::expected<SocketFile, std::string> at(std::string path);

  SocketFile(SocketFile&& other) noexcept;
  SocketFile& operator=(SocketFile&& other) = delete;
  // Removes it, if it is still the one that was bound.
  ~SocketFile();

  const std::string& path() const { return path_; }
  // To be called between bind and listen, so that nobody else can ever connect. False: it is not there, or not ours.
  bool keep_to_owner();

 private:
  explicit SocketFile(std::string path) : path_(std::move(path)) {}

  std::string path_;
  bool bound_ = false;
  std::uint64_t device_ = 0, inode_ = 0;
};

}  // namespace kedge
