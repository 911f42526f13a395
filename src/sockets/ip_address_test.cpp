#include "sockets/ip_address.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(IpAddress, AddressesAreNumbers) {
  for (const char* const address : {"127.0.0.1", "127.1.2.3", "::1"}) EXPECT_TRUE(is_loopback(address)) << address;
  for (const char* const address : {"0.0.0.0", "::", "10.0.0.1", "localhost", "", "127.0.0.1:80"})
    EXPECT_FALSE(is_loopback(address)) << address;
  EXPECT_TRUE(is_address("0.0.0.0"));
  EXPECT_FALSE(is_address("localhost"));
}

TEST(IpAddress, ATextNamesAnAddressAndAPort) {
  const auto text_of = [](std::string_view text) {
    const std::optional<AddressAndPort> found = address_and_port(text);
    return found ? found->address + " " + std::to_string(found->port) : "none";
  };
  EXPECT_EQ(text_of("8000"), "127.0.0.1 8000");
  EXPECT_EQ(text_of(":0"), "127.0.0.1 0");
  EXPECT_EQ(text_of("localhost:80"), "127.0.0.1 80");
  EXPECT_EQ(text_of("0.0.0.0:80"), "0.0.0.0 80");
  EXPECT_EQ(text_of("[::1]:80"), "::1 80");
  for (const std::string_view wrong : {"", ":", "127.0.0.1:", "example.org:80", "127.0.0.1:65536", "127.0.0.1:-1", "80x"}) {
    EXPECT_EQ(text_of(wrong), "none") << wrong;
  }
  EXPECT_EQ(host_in_url("::1"), "[::1]");
  EXPECT_EQ(host_in_url("127.0.0.1"), "127.0.0.1");
}

}  // namespace
}  // namespace kedge
