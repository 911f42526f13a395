#include "mcp/http.hpp"

#include <algorithm>
#include <utility>

#include "mcp/http_connection.hpp"
#include "sockets/end_signals.hpp"
#include "sockets/ip_address.hpp"
#include "sockets/peer_user.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::chrono::milliseconds pause_after_failure{100};
constexpr std::chrono::milliseconds longest_turn{60'000};

class OneThreadServer final : public HttpServer {
 public:
  explicit OneThreadServer(HttpSettings settings) : settings_(std::move(settings)) {}

  std::optional<std::string> listen() {
    const bool on_file = !settings_.socket.empty();
    StreamListener::Opened listener = on_file
                                          ? StreamListener::on_file(settings_.socket)
                                          : StreamListener::on_address({.address = settings_.address, .port = settings_.port});
    if (!listener) return listener.error();
    listener_ = *std::move(listener);
    settings_.port = listener_->port();
    if (!on_file) peers_.emplace(listener_->descriptor());
    return std::nullopt;
  }

  std::string where() const override {
    if (!settings_.socket.empty()) return settings_.socket;
    return concat("http://", host(), ':', settings_.port, endpoint);
  }

  void serve(Stage& stage, const std::string& stateless, std::function<std::string()> new_id, HttpProbes probes) override {
    HttpHall hall{.loop = loop_,
                  .stage = stage,
                  .sessions = {stage, std::move(new_id)},
                  .rules = rules(),
                  .agents = with_sessions(settings_.agents, stateless),
                  .most_connections = settings_.most_connections,
                  .times = settings_.times,
                  .probes = std::move(probes)};
    end_ = [&] { drain_or_end(hall); };
    const Outcome<std::unique_ptr<EndSignals>> signals = EndSignals::claim();
    EventLoop::start(accept_guests(hall));
    if (signals) EventLoop::start(hear_signals(**signals));
    while (!farewell_ || !hall.connections.empty()) {
      const std::optional<Clock::time_point>& next = farewell_ ? farewell_ : drained_;
      loop_.turn(next ? time_until(*next) : longest_turn);
      if (!farewell_ && drained_ && Clock::now() >= *drained_) end(hall);
      if (farewell_ && Clock::now() >= *farewell_) drop_all(hall);
    }
    over_ = true;
    hearing_.wake();
    loop_.turn(std::chrono::milliseconds(0));
    end_ = nullptr;
    hall.sessions.end_all();
    stage.workers.finish();
    stage.subscribers.finish();
  }

  void stop() override {
    loop_.post([this] {
      if (end_) end_();
    });
  }

 private:
  using Clock = EventLoop::Clock;

  std::string host() const { return host_in_url(settings_.address); }

  HttpRules rules() const {
    HttpRules rules;
    for (const Agent& agent : settings_.agents) rules.tokens.push_back(agent.token);
    if (!settings_.socket.empty() || settings_.from_elsewhere) return rules;
    rules.hosts = local_hosts(host(), settings_.port);
    return rules;
  }

  void drain_or_end(HttpHall& hall) {
    if (settings_.drain.count() == 0 || drained_) return end(hall);
    hall.is_draining = true;
    drained_ = Clock::now() + settings_.drain;
  }

  // First, running calls are finished. A second request to end, or too long a wait, ends the rest.
  void end(HttpHall& hall) {
    if (farewell_) return drop_all(hall);
    farewell_ = Clock::now() + settings_.times.farewell;
    accepting_.wake();
    listener_.reset();
    hall.sessions.hear_no_more();
    for (const auto& connection : all_of(hall)) connection->finish();
  }

  static std::chrono::milliseconds time_until(Clock::time_point time) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(time - Clock::now());
    return std::clamp(left, std::chrono::milliseconds(0), longest_turn);
  }

  Task<void> hear_signals(EndSignals& signals) {
    while (!over_) {
      co_await hearing_.wait(signals.descriptor(), Readiness::to_read);
      for (std::uint64_t left = signals.take(); left > 0 && !over_; --left) end_();
    }
  }

  Task<void> accept_guests(HttpHall& hall) {
    while (listener_) {
      const Woke woke = co_await accepting_.wait(listener_->descriptor(), Readiness::to_read);
      if (woke != Woke::ready || !listener_) continue;
      std::unique_ptr<ByteStream> stream = listener_->accept();
      if (!stream) {
        // For example, there are no descriptors left.
        co_await accepting_.wait_until(Clock::now() + pause_after_failure);
        continue;
      }
      std::optional<Guest> guest = guest_at(*stream);
      if (!guest || !hall.make_room_for(*guest)) continue;
      EventLoop::start(keep_running(std::make_shared<HttpConnection>(std::move(stream), hall, *std::move(guest))));
    }
  }

  // Without a token, only the user who runs this server may use it: others are not even guests.
  std::optional<Guest> guest_at(const ByteStream& stream) const {
    const std::optional<std::uint32_t> user =
        peers_ ? peers_->user_of(stream.descriptor()) : user_of_local_peer(stream.descriptor());
    if (!settings_.agents.empty()) return Guest{.from = user ? concat("user ", *user) : machine_at(stream.peer_address())};
    if (!user || *user != own_user()) return std::nullopt;
    return Guest{.from = concat("user ", *user), .trusted = true};
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
  EventLoop loop_;
  Waiting accepting_{loop_}, hearing_{loop_};
  std::function<void()> end_;                  // used by the serving thread
  std::optional<Clock::time_point> drained_;   // the server was asked to end, and answers as ever until then
  std::optional<Clock::time_point> farewell_;  // the server ends, and waits for running calls until then
  bool over_ = false;                          // and has ended
  std::unique_ptr<StreamListener> listener_;   // null: nobody is accepted any more
  std::optional<LoopbackPeers> peers_;         // of the connections over TCP
};

}  // namespace

std::expected<std::unique_ptr<HttpServer>, std::string> HttpServer::open(const HttpSettings& settings) {
  auto server = std::make_unique<OneThreadServer>(settings);
  if (std::optional<std::string> problem = server->listen()) return std::unexpected(*std::move(problem));
  return server;
}

}  // namespace kedge::mcp
