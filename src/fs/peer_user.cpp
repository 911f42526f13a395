#include "fs/peer_user.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
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

// Of an address as the kernel prints it, digits of the host and of the port with a colon in between.
std::optional<std::uint16_t> port_of(std::string_view address) {
  const std::size_t colon = address.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view digits = address.substr(colon + 1);
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port, 16);
  return error == std::errc() && end == digits.data() + digits.size() ? std::optional(port) : std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> user_of_local_peer(int socket) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return std::nullopt;
  return credentials.uid;
}

std::optional<std::uint32_t> user_of_loopback_peer(std::uint16_t own_port, std::uint16_t peer_port) {
  for (const char* const table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    const std::string text = contents(table);
    for (const std::string_view row : split(text, '\n')) {
      std::vector<std::string_view> words;
      for (const std::string_view word : split(row, ' ')) {
        if (!word.empty()) words.push_back(word);
      }
      // sl, local address, remote address, state, queues, timer, retransmissions, user
      constexpr std::size_t local = 1, remote = 2, user = 7;
      if (words.size() <= user) continue;
      if (port_of(words[local]) != peer_port || port_of(words[remote]) != own_port) continue;
      const std::optional<std::uint64_t> number = number_of(words[user]);
      if (number) return static_cast<std::uint32_t>(*number);
    }
  }
  return std::nullopt;
}

std::uint32_t own_user() { return ::geteuid(); }

}  // namespace kedge
