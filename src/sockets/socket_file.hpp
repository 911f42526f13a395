// The file by which a server is reached on its own machine: its owner's alone, and gone when the server is.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

namespace kedge {

class SocketFile {
 public:
  // Where a socket is going to be bound: what a server that is gone has left there is removed. The problem in words where
  // something else stands there, a server that lives, or where the path is none for a socket.
  static std::expected<SocketFile, std::string> at(std::string path);

  SocketFile(SocketFile&& other) noexcept;
  SocketFile& operator=(SocketFile&& other) = delete;
  // Removes it, if it is still the one that was bound.
  ~SocketFile();

  const std::string& path() const { return path_; }
  // Between binding and listening, so that nobody else was ever let in. False: it is not there, or not ours.
  bool keep_to_owner();

 private:
  explicit SocketFile(std::string path) : path_(std::move(path)) {}

  std::string path_;
  bool bound_ = false;
  std::uint64_t device_ = 0, inode_ = 0;
};

}  // namespace kedge
