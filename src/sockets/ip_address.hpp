// Addresses of machines, in numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kedge {

// Whether this is an address, and whether only this machine can reach it.
bool is_address(const std::string& address);
bool is_loopback(const std::string& address);

struct AddressAndPort {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;
};
// PORT, ADDR:PORT or [ADDR]:PORT; localhost is 127.0.0.1.
std::optional<AddressAndPort> address_and_port(std::string_view text);

// As it is written in a URL.
std::string host_in_url(const std::string& address);

}  // namespace kedge
