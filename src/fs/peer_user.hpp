// Which user of this machine is at the other end of a connection.
#pragma once

#include <cstdint>
#include <optional>

namespace kedge {

// Of a socket in the file system. Nothing: it cannot be told.
std::optional<std::uint32_t> user_of_local_peer(int socket);
// Of a TCP connection over the loopback device, by the ports at its two ends. Nothing: it cannot be told.
std::optional<std::uint32_t> user_of_loopback_peer(std::uint16_t own_port, std::uint16_t peer_port);

std::uint32_t own_user();

}  // namespace kedge
