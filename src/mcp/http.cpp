#include "mcp/http.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <utility>

#include "mcp/http_connection.hpp"
#include "sockets/ip_address.hpp"
#include "sockets/peer_user.hpp"
#include "sockets/socket_file.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

namespace net = boost::asio;
using boost::system::error_code;
using Local = net::local::stream_protocol;
template <class T>
using Task = net::awaitable<T>;

constexpr std::chrono::milliseconds pause_after_failure{100};

class AsioServer final : public HttpServer {
 public:
  explicit AsioServer(HttpSettings settings) : settings_(std::move(settings)) {}

  std::optional<std::string> listen() {
    const std::expected<void, std::string> done = settings_.socket.empty() ? listen_on_address() : listen_on_socket();
    return done ? std::nullopt : std::optional(done.error());
  }

  std::string where() const override {
    if (!settings_.socket.empty()) return settings_.socket;
    return concat("http://", host(), ':', settings_.port, endpoint);
  }

  void serve(Stage& stage, const std::string& stateless, std::function<std::string()> new_id) override {
    HttpHall hall{
        .stage = stage, .sessions = {stage, stateless, std::move(new_id)}, .rules = rules(), .times = settings_.times};
    net::signal_set signals(io_, SIGINT, SIGTERM);
    net::steady_timer farewell(io_);
    bool ending = false;
    hall.emptied = [&] {
      if (!ending) return;
      farewell.cancel();
      signals.cancel();
    };
    // First, running calls are finished. A second request to end, or too long a wait, ends the rest.
    end_ = [&] {
      if (std::exchange(ending, true)) return drop_all(hall);
      error_code ignored;
      if (tcp_) tcp_->close(ignored);
      if (local_) local_->close(ignored);
      hall.sessions.hear_no_more();
      for (const auto& connection : all_of(hall)) connection->finish();
      farewell.expires_after(settings_.times.farewell);
      farewell.async_wait([&](const error_code& error) {
        if (!error) drop_all(hall);
      });
      if (hall.connections.empty()) hall.emptied();
    };
    const std::function<void()> hear_signals = [&] {
      signals.async_wait([&](const error_code& error, int) {
        if (error) return;
        hear_signals();
        end_();
      });
    };
    hear_signals();
    if (tcp_) net::co_spawn(io_, accept(*tcp_, hall), net::detached);
    if (local_) net::co_spawn(io_, accept(*local_, hall), net::detached);
    io_.run();
    end_ = nullptr;
    hall.sessions.end_all();
    stage.workers.finish();
    stage.subscribers.finish();
  }

  void stop() override {
    net::post(io_, [this] {
      if (end_) end_();
    });
  }

 private:
  using Acceptor = net::ip::tcp::acceptor;
  using LocalAcceptor = Local::acceptor;

  std::expected<void, std::string> listen_on_socket() {
    std::expected<SocketFile, std::string> file = SocketFile::at(settings_.socket);
    if (!file) return std::unexpected(file.error());
    error_code error;
    const Local::endpoint end(settings_.socket);
    local_.emplace(io_);
    local_->open(end.protocol(), error);
    if (!error) local_->bind(end, error);
    if (error) return std::unexpected(cannot(error));
    file_.emplace(*std::move(file));
    if (!file_->keep_to_owner()) return std::unexpected(concat(printable(settings_.socket), " cannot be kept from others"));
    local_->listen(net::socket_base::max_listen_connections, error);
    if (error) return std::unexpected(cannot(error));
    return {};
  }

  std::expected<void, std::string> listen_on_address() {
    error_code error;
    const net::ip::tcp::endpoint end(net::ip::make_address(settings_.address, error), settings_.port);
    tcp_.emplace(io_);
    if (!error) tcp_->open(end.protocol(), error);
    if (!error) tcp_->set_option(net::socket_base::reuse_address(true), error);
    if (!error) tcp_->bind(end, error);
    if (!error) tcp_->listen(net::socket_base::max_listen_connections, error);
    if (!error) settings_.port = tcp_->local_endpoint(error).port();
    if (error) return std::unexpected(cannot(error));
    peers_.emplace(tcp_->native_handle());
    return {};
  }

  std::string cannot(const error_code& error) const { return concat("cannot listen on ", where(), ": ", error.message()); }

  std::string host() const { return host_in_url(settings_.address); }

  HttpRules rules() const {
    HttpRules rules{.hosts = {}, .token = settings_.token};
    if (!settings_.socket.empty() || settings_.from_elsewhere) return rules;
    rules.hosts = local_hosts(host(), settings_.port);
    return rules;
  }

  // Without a token, only the user who runs this server may use it: others are not even guests.
  template <class Socket>
  std::optional<Guest> guest_at(Socket& socket) const {
    const std::optional<std::uint32_t> user = user_at(socket);
    if (!settings_.token.empty()) return Guest{.from = user ? concat("user ", *user) : machine_of(socket)};
    if (!user || *user != own_user()) return std::nullopt;
    return Guest{.from = concat("user ", *user), .trusted = true};
  }

  std::optional<std::uint32_t> user_at(net::ip::tcp::socket& socket) const { return peers_->user_of(socket.native_handle()); }
  static std::optional<std::uint32_t> user_at(Local::socket& socket) { return user_of_local_peer(socket.native_handle()); }

  static std::string machine_of(const net::ip::tcp::socket& socket) {
    error_code gone;
    const net::ip::address address = socket.remote_endpoint(gone).address();
    return address.is_v4() ? machine_at(address.to_v4().to_bytes()) : machine_at(address.to_v6().to_bytes());
  }
  static std::string machine_of(const Local::socket& /*socket*/) { return "this machine"; }

  template <class AnyAcceptor>
  Task<void> accept(AnyAcceptor& acceptor, HttpHall& hall) {
    net::steady_timer pause(io_);
    while (acceptor.is_open()) {
      error_code error;
      typename AnyAcceptor::protocol_type::socket socket(io_);
      co_await acceptor.async_accept(socket, into(error));
      if (!acceptor.is_open()) co_return;
      if (error) {
        // For example, there are no descriptors left.
        pause.expires_after(pause_after_failure);
        co_await pause.async_wait(into(error));
        continue;
      }
      std::optional<Guest> guest = guest_at(socket);
      if (guest && hall.make_room_for(*guest)) start(hall, std::move(socket), *std::move(guest));
    }
  }

  template <class Socket>
  void start(HttpHall& hall, Socket socket, Guest guest) {
    error_code ignored;
    if constexpr (std::is_same_v<Socket, net::ip::tcp::socket>) socket.set_option(net::ip::tcp::no_delay(true), ignored);
    const auto connection = std::make_shared<HttpConnection>(HttpConnection::Socket(std::move(socket)), hall, std::move(guest));
    net::co_spawn(io_, [connection]() { return connection->run(); }, net::detached);
  }

  static std::vector<std::shared_ptr<HttpConnection>> all_of(const HttpHall& hall) {
    std::vector<std::shared_ptr<HttpConnection>> all;
    for (HttpConnection* const each : hall.connections) {
      if (std::shared_ptr<HttpConnection> alive = each->weak_from_this().lock()) all.push_back(std::move(alive));
    }
    return all;
  }

  static void drop_all(HttpHall& hall) {
    hall.sessions.end_all();
    for (const auto& connection : all_of(hall)) connection->drop();
  }

  HttpSettings settings_;
  net::io_context io_{1};
  std::function<void()> end_;  // used by the serving thread
  std::optional<SocketFile> file_;
  std::optional<Acceptor> tcp_;
  std::optional<LocalAcceptor> local_;
  std::optional<LoopbackPeers> peers_;  // of the connections over TCP
};

}  // namespace

std::expected<std::unique_ptr<HttpServer>, std::string> HttpServer::open(const HttpSettings& settings) {
  auto server = std::make_unique<AsioServer>(settings);
  if (std::optional<std::string> problem = server->listen()) return std::unexpected(*std::move(problem));
  return server;
}

}  // namespace kedge::mcp
