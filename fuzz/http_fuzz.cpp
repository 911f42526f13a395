// Any bytes as what a client sends over one HTTP connection, in pieces of any size: all that comes back are whole responses of
// HTTP, whose messages are JSON; whoever has no token gets nothing of the server; and the connection ends.
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/beast/http.hpp>
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

namespace net = boost::asio;
namespace http = boost::beast::http;
using Local = net::local::stream_protocol;

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

void check_response(const http::response<http::string_body>& response, bool is_known) {
  const unsigned status = response.result_int();
  const std::string_view type(response[http::field::content_type].data(), response[http::field::content_type].size());
  KEDGE_REQUIRE(status == 100 || (status >= 200 && status < 600));
  if (!is_known) KEDGE_REQUIRE(status >= 400);
  if (type == "application/json") KEDGE_REQUIRE(read_json(response.body()).has_value());
  if (type == "text/event-stream") check_events(response.body());
  if (status >= 400 && type == "application/json") KEDGE_REQUIRE(response.body().find("\"error\"") != std::string::npos);
}

// Whole responses, one behind the other; the last one may be cut off where the client has gone.
void check_all(std::string_view received, bool is_known, bool may_be_cut) {
  while (!received.empty()) {
    http::response_parser<http::string_body> parser;
    parser.body_limit(boost::none);
    parser.eager(true);
    boost::system::error_code error;
    std::size_t at = 0;
    while (!parser.is_done() && !error && at < received.size()) {
      at += parser.put(net::buffer(received.data() + at, received.size() - at), error);
      if (error == http::error::need_more && at < received.size()) break;
    }
    if (!parser.is_done()) {
      KEDGE_REQUIRE(may_be_cut && (!error || error == http::error::need_more));
      return;
    }
    KEDGE_REQUIRE(!error && at > 0);
    check_response(parser.get(), is_known);
    received.remove_prefix(at);
  }
}

// ---- one connection, both ends of which are here

class Line {
 public:
  explicit Line(bool needs_token)
      : hall_{.stage = server().stage,
              .sessions = mcp::HttpSessions(server().stage, "stateless", [this] { return concat("id-", ++last_id_); }),
              .rules = {.hosts = {"localhost:80"}, .token = needs_token ? "secret" : ""},
              .times = {.parting = std::chrono::milliseconds(1)}} {
    std::array<int, 2> ends{};
    KEDGE_REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
    client_ = ends[1];
    connection_ = std::make_shared<mcp::HttpConnection>(mcp::HttpConnection::Socket(Local::socket(io_, Local(), ends[0])),
                                                        hall_, mcp::Guest{.from = "somebody", .trusted = !needs_token});
    net::co_spawn(io_, [connection = connection_]() { return connection->run(); }, net::detached);
    watched_ = connection_;
    connection_.reset();
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
      io_.run_for(moment / 10);
      receive();
    }
  }
  std::string finish() {
    ::shutdown(client_, SHUT_WR);
    for (int left = 5'000; left > 0 && !watched_.expired(); --left) {
      io_.run_for(moment);
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
    io_.restart();
    io_.poll();
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
    io_.restart();
  }

  net::io_context io_{1};
  int last_id_ = 0;
  int client_ = -1;
  bool gone_ = false;
  std::string received_;
  mcp::HttpHall hall_;
  std::shared_ptr<mcp::HttpConnection> connection_;
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
  check_all(line.finish(), is_known, true);
}

}  // namespace kedge::fuzz
