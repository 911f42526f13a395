#include "sockets/peer_user.hpp"

#include <fcntl.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/strings.hpp"

namespace kedge {
namespace {

// One end of a connection. An address of version 4 that a socket of version 6 shows in a mapped form is one of version 4: it
// may be at the other end of either.
struct End {
  int family = AF_UNSPEC;
  std::array<std::uint8_t, 16> address{};  // the first 4 of version 4
  std::uint16_t port = 0;                  // as it is sent

  friend bool operator==(const End&, const End&) = default;
};

std::size_t bytes_of_address(const End& end) { return end.family == AF_INET ? 4 : 16; }

End end_of(const sockaddr_storage& from) {
  End end;
  if (from.ss_family == AF_INET) {
    sockaddr_in four{};
    std::memcpy(&four, &from, sizeof four);
    end = {.family = AF_INET, .port = four.sin_port};
    std::memcpy(end.address.data(), &four.sin_addr, 4);
  } else if (from.ss_family == AF_INET6) {
    sockaddr_in6 six{};
    std::memcpy(&six, &from, sizeof six);
    const bool mapped = IN6_IS_ADDR_V4MAPPED(&six.sin6_addr);
    const std::size_t passed_over = mapped ? 12 : 0;
    end = {.family = mapped ? AF_INET : AF_INET6, .port = six.sin6_port};
    std::memcpy(end.address.data(), reinterpret_cast<const char*>(&six.sin6_addr) + passed_over, 16 - passed_over);
  }
  return end;
}

using AskForEnd = int (*)(int, sockaddr*, socklen_t*);

End end_of(int socket, AskForEnd ask) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  return ask(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0 ? end_of(address) : End{};
}

// ---- one connection, asked for ----

struct Question {
  nlmsghdr head;
  inet_diag_req_v2 of;
};

struct Answer {
  bool found = false;  // a connection or a listener
  bool established = false;
  std::optional<std::uint32_t> user = std::nullopt;
};

// About the socket that has `from` as its own end and `to` as its other.
Answer asked(int questions, std::uint32_t number, const End& from, const End& to) {
  Question question{};
  question.head.nlmsg_len = sizeof question;
  question.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  question.head.nlmsg_flags = NLM_F_REQUEST;
  question.head.nlmsg_seq = number;
  question.of.sdiag_family = static_cast<std::uint8_t>(from.family);
  question.of.sdiag_protocol = IPPROTO_TCP;
  question.of.idiag_states = ~0U;
  question.of.id.idiag_sport = from.port;
  question.of.id.idiag_dport = to.port;
  std::memcpy(question.of.id.idiag_src, from.address.data(), bytes_of_address(from));
  std::memcpy(question.of.id.idiag_dst, to.address.data(), bytes_of_address(to));
  for (auto& half : question.of.id.idiag_cookie) half = INET_DIAG_NOCOOKIE;
  if (::send(questions, &question, sizeof question, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof question)) return {};
  // The kernel has answered before it returns.
  alignas(nlmsghdr) std::array<char, 4096> bytes;
  nlmsghdr head{};
  ssize_t got = 0;
  do {
    got = ::recv(questions, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got < static_cast<ssize_t>(sizeof head)) return {};
    std::memcpy(&head, bytes.data(), sizeof head);
  } while (head.nlmsg_seq != number);  // one that was asked for earlier and could not be taken then
  if (head.nlmsg_type != SOCK_DIAG_BY_FAMILY || got < static_cast<ssize_t>(NLMSG_LENGTH(sizeof(inet_diag_msg)))) return {};
  inet_diag_msg told{};
  std::memcpy(&told, bytes.data() + NLMSG_HDRLEN, sizeof told);
  if (told.id.idiag_sport != from.port) return {};
  // If there is no such connection, the kernel names the listener at that address. A connection without an inode no longer
  // belongs to a process, and is reported as root's.
  Answer answer{.found = true};
  answer.established = told.idiag_state == TCP_ESTABLISHED && told.id.idiag_dport == to.port && told.idiag_inode != 0;
  if (answer.established) answer.user = told.idiag_uid;
  return answer;
}

// ---- all connections, read ----

// As the kernel prints it in a table: of version 4 also in the mapped form, which is the one in the other table.
std::string printed(const End& end, int family) {
  const auto hex = [](std::uint32_t number, int digits) {
    std::string text;
    for (int at = digits - 1; at >= 0; --at) text.push_back("0123456789ABCDEF"[(number >> (4 * at)) & 15U]);
    return text;
  };
  std::array<std::uint8_t, 16> bytes = end.address;
  if (end.family == AF_INET && family == AF_INET6) {
    bytes = {};
    bytes[10] = bytes[11] = 0xFF;
    std::memcpy(bytes.data() + 12, end.address.data(), 4);
  }
  std::string text;
  for (std::size_t at = 0; at < (family == AF_INET ? 4U : 16U); at += 4) {
    std::uint32_t word = 0;  // in the order of this machine, as the kernel has it
    std::memcpy(&word, bytes.data() + at, sizeof word);
    append(text, hex(word, 8));
  }
  return concat(text, ':', hex(::ntohs(end.port), 4));
}

// The user of the row that begins with these ends, if it is of an established connection.
std::optional<std::uint32_t> user_in(std::string_view row) {
  std::vector<std::string_view> words;
  for (const std::string_view word : split(row, ' ')) {
    if (!word.empty()) words.push_back(word);
  }
  // state, queues, timer, retransmissions, user, timeouts, inode
  constexpr std::size_t state = 0, user = 4, inode = 6;
  constexpr std::string_view established = "01";
  if (words.size() <= inode || words[state] != established || words[inode] == "0") return std::nullopt;
  const std::optional<std::uint64_t> number = number_of(words[user]);
  return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

// Piece by piece, and no further than to the row that is looked for.
std::optional<std::uint32_t> looked_up(int table, const End& from, const End& to, int family) {
  if (table < 0 || ::lseek(table, 0, SEEK_SET) != 0) return std::nullopt;
  const std::string ends = concat(": ", printed(from, family), ' ', printed(to, family), ' ');
  std::string rows;
  std::array<char, 16384> piece;
  for (;;) {
    const ssize_t got = ::read(table, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    rows.append(piece.data(), static_cast<std::size_t>(got));
    const std::size_t last_end = rows.rfind('\n');
    if (last_end == std::string::npos) continue;
    const std::string_view whole = std::string_view(rows).substr(0, last_end + 1);
    if (const std::size_t at = whole.find(ends); at != std::string_view::npos) {
      const std::string_view rest = whole.substr(at + ends.size());
      return user_in(rest.substr(0, rest.find('\n')));
    }
    rows.erase(0, last_end + 1);
  }
}

}  // namespace

std::optional<std::uint32_t> user_of_local_peer(int socket) {
  ucred credentials{};
  socklen_t size = sizeof credentials;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return std::nullopt;
  return credentials.uid;
}

LoopbackPeers::LoopbackPeers(int listening) : questions_(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG)) {
  // A kernel that knows nothing of TCP here says the same as one that finds nothing: it is asked for what is certainly there.
  const End own = end_of(listening, ::getsockname);
  if (questions_ < 0 || !asked(questions_, ++last_question_, own, End{.family = own.family}).found) read_tables_only();
}

LoopbackPeers::~LoopbackPeers() {
  for (const int each : {questions_, table_of_four_, table_of_six_}) {
    if (each >= 0) ::close(each);
  }
}

void LoopbackPeers::read_tables_only() {
  if (questions_ >= 0) ::close(std::exchange(questions_, -1));
  if (table_of_four_ < 0) table_of_four_ = ::open("/proc/net/tcp", O_RDONLY | O_CLOEXEC);
  if (table_of_six_ < 0) table_of_six_ = ::open("/proc/net/tcp6", O_RDONLY | O_CLOEXEC);
}

std::optional<std::uint32_t> LoopbackPeers::user_of(int connection) const {
  const End own = end_of(connection, ::getsockname), peer = end_of(connection, ::getpeername);
  if (own.family == AF_UNSPEC || own.family != peer.family) return std::nullopt;
  // What is asked for is the other end's socket: its own address is the peer of ours.
  if (questions_ >= 0) return asked(questions_, ++last_question_, peer, own).user;
  if (peer.family == AF_INET) {
    if (const std::optional<std::uint32_t> user = looked_up(table_of_four_, peer, own, AF_INET)) return user;
  }
  return looked_up(table_of_six_, peer, own, AF_INET6);
}

std::uint32_t own_user() { return ::geteuid(); }

}  // namespace kedge
