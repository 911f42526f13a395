#include "sockets/peer_user.hpp"

#include <sys/socket.h>
#include <unistd.h>

namespace kedge {

std::optional<std::uint32_t> user_of_local_peer(int socket) {
  uid_t user = 0;
  gid_t group = 0;
  if (::getpeereid(socket, &user, &group) != 0) return std::nullopt;
  return user;
}

// macOS tells only root whose a TCP connection is: HTTP needs a token or a Unix socket there.
LoopbackPeers::LoopbackPeers(int /*listening*/) {}
LoopbackPeers::~LoopbackPeers() = default;
void LoopbackPeers::read_tables_only() {}
std::optional<std::uint32_t> LoopbackPeers::user_of(int /*connection*/) const { return std::nullopt; }

std::uint32_t own_user() { return ::geteuid(); }

}  // namespace kedge
