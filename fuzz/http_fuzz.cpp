// Any bytes as what a client sends over one HTTP connection, in pieces of any size: all that comes back are whole responses of
// HTTP, whose messages are JSON; whoever has no token gets nothing of the server; and the connection ends.
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>

#include "fuzz/input.hpp"
#include "fuzz/mcp_stage.hpp"
#include "mcp/http_connection.hpp"
#include "support/json_read.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::fuzz {
namespace {

constexpr std::chrono::milliseconds moment{2};

// ---- what came back

void check_events(std::string_view body) {
  // Blocks of lines, each with at most one line of data, which is JSON or nothing.
  for (const std::string_view line : split(body, '\n')) {
    KEDGE_REQUIRE(line.empty() || line.starts_with("id: ") || line.starts_with("event: message") ||
                  line.starts_with("retry: ") || line.starts_with("data: ") || line.starts_with(": "));
    if (line.starts_with("data: ") && line.size() > 6) KEDGE_REQUIRE(read_json(line.substr(6)).has_value());
  }
}

struct Response {
  unsigned status = 0;
  std::string type, body;
};

std::string_view value_of(std::string_view head, std::string_view name) {
  const std::size_t at = head.find(concat("\r\n", name, ": "));
  if (at == std::string_view::npos) return {};
  const std::string_view value = head.substr(at + name.size() + 4);
  return value.substr(0, value.find("\r\n"));
}

// Takes the first response off the bytes, as the standard describes it. nullopt: it is cut off.
std::optional<Response> take_response(std::string_view& bytes) {
  const std::size_t end = bytes.find("\r\n\r\n");
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view head = bytes.substr(0, end + 2);
  bytes.remove_prefix(end + 4);
  KEDGE_REQUIRE(head.starts_with("HTTP/1.1 ") && head.size() > 13 && head[12] == ' ');
  Response response{
      static_cast<unsigned>(std::stoul(std::string(head.substr(9, 3)))), std::string(value_of(head, "Content-Type")), {}};
  const std::string_view length = value_of(head, "Content-Length");
  if (value_of(head, "Transfer-Encoding") != "chunked") {
    const std::size_t size = length.empty() ? 0 : std::stoul(std::string(length));
    if (bytes.size() < size) return std::nullopt;
    response.body = bytes.substr(0, size);
    bytes.remove_prefix(size);
    return response;
  }
  KEDGE_REQUIRE(length.empty());
  for (;;) {
    const std::size_t line = bytes.find("\r\n");
    if (line == std::string_view::npos) return std::nullopt;
    const std::size_t size = std::stoul(std::string(bytes.substr(0, line)), nullptr, 16);
    bytes.remove_prefix(line + 2);
    if (bytes.size() < size + 2) return std::nullopt;
    KEDGE_REQUIRE(bytes.substr(size, 2) == "\r\n");
    response.body += bytes.substr(0, size);
    bytes.remove_prefix(size + 2);
    if (size == 0) return response;
  }
}

void check_response(const Response& response, bool is_known) {
  KEDGE_REQUIRE(response.status == 100 || (response.status >= 200 && response.status < 600));
  // Whoever is not known learns at most that the server is there.
  const bool is_probed = response.body == R"({"status":"ok"})" || response.body == R"({"status":"ready"})";
  if (!is_known) KEDGE_REQUIRE(response.status >= 400 || is_probed);
  if (response.type == "application/json") {
    KEDGE_REQUIRE(read_json(response.body).has_value());
    if (response.status >= 400) KEDGE_REQUIRE(response.body.find("\"error\"") != std::string::npos);
  }
  if (response.type == "text/event-stream") check_events(response.body);
}

// Whole responses, one behind the other; the last one may be cut off where the client has gone.
void check_all(std::string_view received, bool is_known) {
  while (!received.empty()) {
    const std::optional<Response> response = take_response(received);
    if (!response) return;
    check_response(*response, is_known);
  }
}

// ---- one connection, both ends of which are here

class Line {
 public:
  explicit Line(bool needs_token)
      : hall_{.loop = loop_,
              .stage = server().stage,
              .sessions = mcp::HttpSessions(server().stage, [this] { return concat("id-", ++last_id_); }),
              .rules = {.hosts = {"localhost:80"},
                        .tokens = needs_token ? std::vector<std::string>{"secret"} : std::vector<std::string>()},
              .agents = mcp::with_sessions({}, "stateless"),
              .times = {.parting = std::chrono::milliseconds(1)}} {
    std::array<int, 2> ends{};
    KEDGE_REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
    client_ = ends[1];
    auto connection = std::make_shared<mcp::HttpConnection>(std::make_unique<ByteStream>(ends[0]), hall_,
                                                            mcp::Guest{.from = "somebody", .trusted = !needs_token});
    watched_ = connection;
    EventLoop::start(mcp::keep_running(std::move(connection)));
  }
  ~Line() { ::close(client_); }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  void send(std::string_view piece) {
    while (!piece.empty() && !gone_) {
      const ssize_t sent = ::send(client_, piece.data(), piece.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      if (sent > 0) piece.remove_prefix(static_cast<std::size_t>(sent));
      if (sent < 0 && errno != EAGAIN) gone_ = true;
      turn();
    }
  }
  // Until nothing is being answered any more, as far as that can be told.
  void linger() {
    for (int left = 10; left > 0 && !is_idle(); --left) {
      loop_.turn(std::chrono::milliseconds(1));
      receive();
    }
  }
  std::string finish() {
    ::shutdown(client_, SHUT_WR);
    for (int left = 5'000; left > 0 && !watched_.expired(); --left) {
      loop_.turn(moment);
      receive();
      // Streams without an end, and whoever waits for a client that is asked, are told that the server ends.
      hall_.sessions.hear_no_more();
      if (const auto alive = watched_.lock()) alive->finish();
    }
    KEDGE_REQUIRE(watched_.expired());
    receive();
    return received_;
  }

 private:
  static McpStage& server() {
    static McpStage server;
    return server;
  }
  void turn() {
    loop_.turn(std::chrono::milliseconds(0));
    receive();
  }
  bool is_idle() {
    const auto alive = watched_.lock();
    return !alive || alive->guest().idle_since;
  }
  void receive() {
    std::array<char, 16384> piece;
    ssize_t got = 0;
    while ((got = ::recv(client_, piece.data(), piece.size(), MSG_DONTWAIT)) > 0) {
      received_.append(piece.data(), static_cast<std::size_t>(got));
    }
  }

  EventLoop loop_;
  int last_id_ = 0;
  int client_ = -1;
  bool gone_ = false;
  std::string received_;
  mcp::HttpHall hall_;
  std::weak_ptr<mcp::HttpConnection> watched_;
};

}  // namespace

void http(std::string_view bytes) {
  Input input(bytes);
  const std::size_t choice = input.byte();
  const std::size_t first_piece = 1 + input.byte();
  const bool needs_token = choice % 2 == 1;
  const std::string_view sent = input.rest();
  Line line(needs_token);
  std::size_t piece = first_piece;
  for (std::string_view left = sent; !left.empty();) {
    line.send(left.substr(0, piece));
    left.remove_prefix(std::min(piece, left.size()));
    piece = choice % 8 < 2 ? first_piece : 4096;
  }
  if (choice % 8 >= 6) line.linger();
  const bool is_known = !needs_token || sent.find("secret") != std::string_view::npos;
  check_all(line.finish(), is_known);
}

}  // namespace kedge::fuzz
