#include "sockets/ip_address.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <charconv>

#include "support/strings.hpp"

namespace kedge {

bool is_address(const std::string& address) {
  in_addr four{};
  in6_addr six{};
  return ::inet_pton(AF_INET, address.c_str(), &four) == 1 || ::inet_pton(AF_INET6, address.c_str(), &six) == 1;
}

bool is_loopback(const std::string& address) {
  in_addr four{};
  in6_addr six{};
  if (::inet_pton(AF_INET, address.c_str(), &four) == 1) return (ntohl(four.s_addr) >> 24U) == 127;
  return ::inet_pton(AF_INET6, address.c_str(), &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

std::optional<AddressAndPort> address_and_port(std::string_view text) {
  AddressAndPort found;
  const std::size_t colon = text.rfind(':');
  const std::string_view port = colon == std::string_view::npos ? text : text.substr(colon + 1);
  std::string_view host = colon == std::string_view::npos ? std::string_view() : text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (!host.empty() && host != "localhost") found.address = host;
  const auto [end, problem] = std::from_chars(port.data(), port.data() + port.size(), found.port);
  if (port.empty() || problem != std::errc() || end != port.data() + port.size() || !is_address(found.address))
    return std::nullopt;
  return found;
}

std::string host_in_url(const std::string& address) {
  return address.find(':') != std::string::npos ? concat('[', address, ']') : address;
}

}  // namespace kedge
