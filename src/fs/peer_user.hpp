// Which user of this machine is at the other end of a connection.
#pragma once

#include <cstdint>
#include <optional>

namespace kedge {

// Of a socket in the file system. Nothing: it cannot be told.
std::optional<std::uint32_t> user_of_local_peer(int socket);
// Of a TCP connection over the loopback device. Nothing: it cannot be told, or the other end is closed already: the system no
// longer says then whose it was.
std::optional<std::uint32_t> user_of_loopback_peer(int socket);

std::uint32_t own_user();

}  // namespace kedge
