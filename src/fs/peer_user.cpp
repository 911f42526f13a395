#include "fs/peer_user.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "support/strings.hpp"

namespace kedge {
namespace {

std::string contents(const char* path) {
  std::string text;
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  char buffer[16384];
  for (ssize_t got = 0; (got = ::read(file, buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<std::size_t>(got));
  ::close(file);
  return text;
}

// One end of a connection as the kernel prints it in its tables, of both versions: a socket of version 6 may be at the other
// end of one of version 4.
struct Printed {
  std::string four = {}, six = {};
};

std::string hex(std::uint32_t number, int digits) {
  std::string text;
  for (int at = digits - 1; at >= 0; --at) text.push_back("0123456789ABCDEF"[(number >> (4 * at)) & 15U]);
  return text;
}

std::string words_of(const void* bytes, std::size_t words) {
  std::string text;
  for (std::size_t i = 0; i < words; ++i) {
    std::uint32_t word = 0;  // in the order of this machine, as the kernel has it
    std::memcpy(&word, static_cast<const char*>(bytes) + i * sizeof word, sizeof word);
    append(text, hex(word, 8));
  }
  return text;
}

Printed printed(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) {
    sockaddr_in four{};
    std::memcpy(&four, &address, sizeof four);
    std::array<std::uint8_t, 16> mapped{};
    mapped[10] = mapped[11] = 0xFF;
    std::memcpy(mapped.data() + 12, &four.sin_addr, 4);
    const std::string port = concat(':', hex(ntohs(four.sin_port), 4));
    return {.four = words_of(&four.sin_addr, 1) + port, .six = words_of(mapped.data(), 4) + port};
  }
  if (address.ss_family != AF_INET6) return {};
  sockaddr_in6 six{};
  std::memcpy(&six, &address, sizeof six);
  return {.six = words_of(&six.sin6_addr, 4) + concat(':', hex(ntohs(six.sin6_port), 4))};
}

// The user of the established connection between these ends.
std::optional<std::uint32_t> user_in(const char* table, std::string_view from, std::string_view to) {
  if (from.empty() || to.empty()) return std::nullopt;
  const std::string text = contents(table);
  for (const std::string_view row : split(text, '\n')) {
    std::vector<std::string_view> words;
    for (const std::string_view word : split(row, ' ')) {
      if (!word.empty()) words.push_back(word);
    }
    // sl, local address, remote address, state, queues, timer, retransmissions, user
    constexpr std::size_t local = 1, remote = 2, state = 3, user = 7;
    constexpr std::string_view established = "01";
    if (words.size() <= user || words[local] != from || words[remote] != to) continue;
    // One that was closed by its process is printed as if it were root's.
    if (words[state] != established) return std::nullopt;
    const std::optional<std::uint64_t> number = number_of(words[user]);
    return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> user_of_local_peer(int socket) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return std::nullopt;
  return credentials.uid;
}

std::optional<std::uint32_t> user_of_loopback_peer(int socket) {
  sockaddr_storage own{}, peer{};
  socklen_t own_size = sizeof own, peer_size = sizeof peer;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &own_size) != 0 ||
      ::getpeername(socket, reinterpret_cast<sockaddr*>(&peer), &peer_size) != 0) {
    return std::nullopt;
  }
  // The row is the other end's: its own address is the peer of ours.
  const Printed from = printed(peer), to = printed(own);
  if (const std::optional<std::uint32_t> user = user_in("/proc/net/tcp", from.four, to.four)) return user;
  return user_in("/proc/net/tcp6", from.six, to.six);
}

std::uint32_t own_user() { return ::geteuid(); }

}  // namespace kedge
