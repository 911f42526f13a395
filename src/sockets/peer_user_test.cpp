// Whose the other end of a connection is: each kind of address, by both ways of finding out.
#include "sockets/peer_user.hpp"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

namespace kedge {
namespace {

sockaddr_storage address_of(int family, const void* bytes) {
  sockaddr_storage all{};
  if (family == AF_INET) {
    sockaddr_in four{};
    four.sin_family = AF_INET;
    std::memcpy(&four.sin_addr, bytes, sizeof four.sin_addr);
    std::memcpy(&all, &four, sizeof four);
  } else {
    sockaddr_in6 six{};
    six.sin6_family = AF_INET6;
    std::memcpy(&six.sin6_addr, bytes, sizeof six.sin6_addr);
    std::memcpy(&all, &six, sizeof six);
  }
  return all;
}

void set_port(sockaddr_storage& address, std::uint16_t port) {
  // At the same place in both.
  std::memcpy(reinterpret_cast<char*>(&address) + offsetof(sockaddr_in, sin_port), &port, sizeof port);
}

std::uint16_t port_of(const sockaddr_storage& address) {
  std::uint16_t port = 0;
  std::memcpy(&port, reinterpret_cast<const char*>(&address) + offsetof(sockaddr_in, sin_port), sizeof port);
  return port;
}

constexpr std::array<std::uint8_t, 4> loopback_of_four{127, 0, 0, 1};
constexpr std::array<std::uint8_t, 4> another_of_four{127, 1, 2, 3};
constexpr std::array<std::uint8_t, 16> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127, 0, 0, 1};

struct Kind {
  const char* what;
  int listens;
  const void* at;
  int comes;
  const void* to;
};

const std::array kinds{
    Kind{"version 4", AF_INET, loopback_of_four.data(), AF_INET, loopback_of_four.data()},
    Kind{"another address of version 4", AF_INET, another_of_four.data(), AF_INET, another_of_four.data()},
    Kind{"version 6", AF_INET6, &in6addr_loopback, AF_INET6, &in6addr_loopback},
    Kind{"version 4 that comes to version 6", AF_INET6, &in6addr_any, AF_INET, loopback_of_four.data()},
    Kind{"version 6 that comes to version 4", AF_INET, loopback_of_four.data(), AF_INET6, mapped.data()},
    Kind{"mapped on both sides", AF_INET6, mapped.data(), AF_INET6, mapped.data()},
};

// A connection of one kind, of which the other end may be somebody else's.
class Connection {
 public:
  explicit Connection(const Kind& kind, std::uint32_t user = ::geteuid()) {
    sockaddr_storage at = address_of(kind.listens, kind.at);
    socklen_t size = sizeof at;
    listening = ::socket(kind.listens, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::bind(listening, reinterpret_cast<sockaddr*>(&at),
               kind.listens == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6)) != 0)
      return;
    ::listen(listening, 8);
    ::getsockname(listening, reinterpret_cast<sockaddr*>(&at), &size);
    sockaddr_storage to = address_of(kind.comes, kind.to);
    set_port(to, port_of(at));
    // The kernel notes whose a socket is when it is made.
    if (user != ::geteuid() && ::seteuid(user) != 0) return;
    client = ::socket(kind.comes, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::geteuid() != ::getuid()) static_cast<void>(!::seteuid(::getuid()));
    if (::connect(client, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0)
      taken = ::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
  }
  ~Connection() {
    for (const int each : {listening, client, taken}) {
      if (each >= 0) ::close(each);
    }
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int listening = -1, client = -1, taken = -1;
};

class PeerUser : public testing::TestWithParam<bool> {
 protected:
  static void look_by_parameter(LoopbackPeers& peers) {
    if (GetParam()) peers.read_tables_only();
    EXPECT_EQ(peers.asks_for_one(), !GetParam());
  }
};

TEST_P(PeerUser, OfAConnectionOfEachKind) {
  for (const Kind& kind : kinds) {
    const Connection connection(kind);
    ASSERT_GE(connection.taken, 0) << kind.what;
    LoopbackPeers peers(connection.listening);
    if (!GetParam() && !peers.asks_for_one()) GTEST_SKIP() << "this kernel has no sock_diag";
    look_by_parameter(peers);
    EXPECT_EQ(peers.user_of(connection.taken), ::geteuid()) << kind.what;
  }
}

TEST_P(PeerUser, IsNotOursIfAnotherHasMadeTheConnection) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can be somebody else";
  constexpr std::uint32_t nobody = 65534;
  for (const Kind& kind : kinds) {
    const Connection connection(kind, nobody);
    ASSERT_GE(connection.taken, 0) << kind.what;
    LoopbackPeers peers(connection.listening);
    look_by_parameter(peers);
    EXPECT_EQ(peers.user_of(connection.taken), nobody) << kind.what;
    EXPECT_EQ(peers.user_of(connection.client), ::geteuid()) << kind.what << ": and the other way round";
  }
}

TEST_P(PeerUser, IsNobodyOnceTheOtherEndIsClosed) {
  for (const Kind& kind : kinds) {
    Connection connection(kind);
    ASSERT_GE(connection.taken, 0) << kind.what;
    LoopbackPeers peers(connection.listening);
    look_by_parameter(peers);
    ::close(std::exchange(connection.client, -1));
    EXPECT_EQ(peers.user_of(connection.taken), std::nullopt) << kind.what;
    EXPECT_EQ(peers.user_of(connection.listening), std::nullopt) << kind.what << ": which has no other end";
    EXPECT_EQ(peers.user_of(-1), std::nullopt);
  }
}

INSTANTIATE_TEST_SUITE_P(BothWays, PeerUser, testing::Bool(),
                         [](const testing::TestParamInfo<bool>& tried) { return tried.param ? "Tables" : "Question"; });

TEST(PeerUsers, ManyQuestionsAreAnsweredEachByItsOwn) {
  std::vector<std::unique_ptr<Connection>> all;
  for (int i = 0; i < 20; ++i) all.push_back(std::make_unique<Connection>(kinds[static_cast<std::size_t>(i) % kinds.size()]));
  const LoopbackPeers peers(all.front()->listening);
  for (int round = 0; round < 50; ++round) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (round == 25 && i % 2 == 0) ::close(std::exchange(all[i]->client, -1));
      const bool there = all[i]->client >= 0;
      EXPECT_EQ(peers.user_of(all[i]->taken), there ? std::optional(::geteuid()) : std::nullopt) << i;
    }
  }
}

}  // namespace
}  // namespace kedge
