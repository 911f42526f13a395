// Which user of this machine is at the other end of a connection.
#pragma once

#include <cstdint>
#include <optional>

namespace kedge {

// Of a socket in the file system. Nothing: it cannot be told.
std::optional<std::uint32_t> user_of_local_peer(int socket);

// Of connections over TCP whose other end is on this machine. The kernel is asked for the one connection that is meant
// (sock_diag), so that it costs the same however many there are. Where it has no such interface its tables are read instead.
// All that is needed is opened at the beginning: before a sandbox closes.
class LoopbackPeers {
 public:
  explicit LoopbackPeers(int listening);  // a socket that takes such connections
  ~LoopbackPeers();
  LoopbackPeers(const LoopbackPeers&) = delete;
  LoopbackPeers& operator=(const LoopbackPeers&) = delete;

  // Nothing: it cannot be told, or the other end is on another machine, or closed already: the system no longer says then whose
  // it was.
  std::optional<std::uint32_t> user_of(int connection) const;

  bool asks_for_one() const { return questions_ >= 0; }  // rather than reading tables
  void read_tables_only();                               // for tests: as on a kernel without sock_diag

 private:
  int questions_ = -1;
  mutable std::uint32_t last_question_ = 0;
  int table_of_four_ = -1, table_of_six_ = -1;
};

std::uint32_t own_user();

}  // namespace kedge
