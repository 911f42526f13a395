// Which user of this machine is at the other end of a connection.
#pragma once

#include <cstdint>
#include <optional>

namespace kedge {

// For a Unix socket. nullopt: unknown.
std::optional<std::uint32_t> user_of_local_peer(int socket);

// For TCP connections whose other end is on this machine. The kernel is asked about that one connection (sock_diag), so the
// cost does not depend on how many there are. Without sock_diag, the kernel's tables are read instead. Everything it needs is
// opened by the constructor, before a sandbox closes.
class LoopbackPeers {
 public:
  explicit LoopbackPeers(int listening);  // a socket that accepts such connections
  ~LoopbackPeers();
  LoopbackPeers(const LoopbackPeers&) = delete;
  LoopbackPeers& operator=(const LoopbackPeers&) = delete;

  // nullopt: unknown, or the other end is on another machine, or it is closed already and the system no longer knows whose
  // it was.
  std::optional<std::uint32_t> user_of(int connection) const;

  bool asks_for_one() const { return questions_ >= 0; }  // instead of reading tables
  void read_tables_only();                               // for tests: as on a kernel without sock_diag

 private:
  int questions_ = -1;
  mutable std::uint32_t last_question_ = 0;
  int table_of_four_ = -1, table_of_six_ = -1;
};

std::uint32_t own_user();

}  // namespace kedge
