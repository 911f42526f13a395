#include "mcp/http.hpp"

#include <algorithm>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <csignal>
#include <set>
#include <utility>

#include "fs/peer_user.hpp"
#include "mcp/http_channel.hpp"
#include "mcp/http_sessions.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;
using Stream = boost::beast::basic_stream<net::generic::stream_protocol>;
using Request = http::request<http::string_body>;
template <class T>
using Task = net::awaitable<T>;

constexpr std::size_t most_header_bytes = 16UL * 1024;
constexpr std::size_t most_connections = 64;
constexpr std::chrono::seconds header_time{5}, body_time{30}, idle_time{60}, write_time{60};
constexpr std::chrono::seconds pause_between_signs_of_life{15};
constexpr int milliseconds_to_come_back = 500;

class Connection;

// What all connections of a server share. It is there as long as any of them.
struct Hall {
  Stage& stage;
  HttpSessions sessions;
  HttpRules rules;
  std::set<Connection*> connections = {};
};

auto into(error_code& error) { return net::redirect_error(net::use_awaitable, error); }

// One client's connection: requests are taken one after the other. What the compiler at hand gets wrong in a coroutine, and is
// therefore kept out of it: co_await in a condition, and a value in braces within an expression with co_await, which it
// destroys twice.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Stream stream, Hall& hall) : stream_(std::move(stream)), hall_(hall), wake_(stream_.get_executor()) {
    hall_.connections.insert(this);
  }
  ~Connection() { hall_.connections.erase(this); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  Task<void> run() {
    for (bool more = true; more;) more = co_await take_request();
    stream_.close();
  }

  // Whatever it waits for ends, and so does the connection.
  void abandon() {
    lost_ = true;
    stream_.close();
    wake_.cancel();
  }

 private:
  // False: the connection is to end.
  Task<bool> take_request() {
    error_code error;
    if (buffer_.size() == 0) {
      stream_.expires_after(idle_time);
      // Whoever is silent keeps nobody waiting; whoever has begun has to get on with it.
      const auto first = buffer_.prepare(4096);
      const std::size_t got = co_await stream_.async_read_some(first, into(error));
      if (error) co_return false;
      buffer_.commit(got);
    }
    http::request_parser<http::string_body> parser;
    parser.header_limit(most_header_bytes);
    parser.body_limit(most_message_bytes);
    stream_.expires_after(header_time);
    co_await http::async_read_header(stream_, buffer_, parser, into(error));
    if (error) {
      if (error == boost::beast::error::timeout) co_return co_await say(408, "the header did not come in time", true);
      if (error == http::error::header_limit) co_return co_await say(431, "the header is too large", true);
      if (error == http::error::body_limit) co_return co_await say(413, "the message is too large", true);
      if (error.category() == http::make_error_code(http::error::bad_method).category() &&
          error != http::error::end_of_stream && error != http::error::partial_message) {
        co_return co_await say(400, error.message(), true);
      }
      co_return false;
    }
    Headers headers;
    for (const auto& field : parser.get()) {
      headers.add({field.name_string().data(), field.name_string().size()}, {field.value().data(), field.value().size()});
    }
    const std::string method(parser.get().method_string());
    const std::string target(parser.get().target());
    keep_alive_ = parser.get().keep_alive();
    if (headers.count("content-length") > 0 && headers.count("transfer-encoding") > 0) {
      co_return co_await say(400, "either Content-Length or Transfer-Encoding", true);
    }
    if (const std::optional<HttpRefusal> refusal = refused_by(hall_.rules, method, target, headers)) {
      co_return co_await say(refusal->status, refusal->what, true);
    }
    if (headers.one("expect") == "100-continue") {
      co_await net::async_write(stream_, net::buffer(std::string_view("HTTP/1.1 100 Continue\r\n\r\n")), into(error));
      if (error) co_return false;
    }
    stream_.expires_after(body_time);
    co_await http::async_read(stream_, buffer_, parser, into(error));
    if (error == boost::beast::error::timeout) co_return co_await say(408, "the message did not come in time", true);
    if (error == http::error::body_limit) co_return co_await say(413, "the message is too large", true);
    if (error) co_return co_await say(400, error.message(), true);
    stream_.expires_never();
    const std::string body = std::move(parser.get().body());
    if (method == "POST") co_return co_await post(headers, body);
    // Revisions without sessions have nothing but POST.
    const std::string_view revision = headers.one("mcp-protocol-version").value_or("");
    if (!revision.empty() && !is_legacy_revision(revision)) co_return co_await say(405, "this revision has only POST");
    const std::optional<std::string_view> id = headers.one("mcp-session-id");
    if (!id) co_return co_await say(method == "GET" ? 405 : 400, "Mcp-Session-Id is missing");
    const std::shared_ptr<HttpSession> session = hall_.sessions.find(*id);
    if (!session) co_return co_await say(404, "there is no such session");
    if (method == "GET") co_return co_await get(headers, *session);
    hall_.sessions.end(*id);
    co_return co_await say(204, "");
  }

  Task<bool> post(const Headers& headers, const std::string& body) {
    Incoming incoming = read_message(body);
    Message& first = incoming.messages.front();
    if (!incoming.batch && is_modern(headers, first)) co_return co_await post_modern(headers, std::move(first));

    const RequestMessage* const request = std::get_if<RequestMessage>(&first);
    const bool opens = !incoming.batch && request != nullptr && request->method == "initialize";
    if (const BadMessage* const bad = std::get_if<BadMessage>(&first); bad != nullptr && !incoming.batch) {
      co_return co_await send_json(400, error_line(*bad));
    }
    const std::optional<std::string_view> id = headers.one("mcp-session-id");
    if (!id && !opens) co_return co_await say(400, "Mcp-Session-Id is missing: initialize first");
    if (id && opens) co_return co_await say(400, "the session is initialized already");
    const std::shared_ptr<HttpSession> session = opens ? hall_.sessions.create() : hall_.sessions.find(*id);
    if (!session) co_return co_await say(404, "there is no such session");
    Conversation& conversation = *session->conversation;
    if (incoming.batch) co_return co_await post_batch(std::move(incoming), *session);

    const std::optional<RequestId> to_cancel = request != nullptr ? std::optional(request->id) : std::nullopt;
    const bool is_request = request != nullptr;
    const std::shared_ptr<HttpChannel> channel = is_request ? session->new_channel() : std::make_shared<HttpChannel>();
    attach(*channel);
    conversation.hear(std::move(first), channel);
    if (!is_request) co_return co_await say(202, "");
    if (opens) {
      // Nobody can have used it before its id is told.
      if (conversation.is_open()) {
        hall_.sessions.keep(session);
        new_session_ = session->id;
      }
    }
    // A stream that can be taken up again outlives its connection; anything else ends with it.
    const bool alive =
        co_await respond(channel, Era::legacy, conversation.is_open() && conversation.revision() >= "2025-11-25");
    if (lost_ && !streaming_) conversation.cancel(*to_cancel);
    co_return alive;
  }

  Task<bool> post_batch(Incoming incoming, HttpSession& session) {
    if (!session.conversation->takes_batches()) {
      const std::string line = error_line({}, {ErrorCode::invalid_request, "this revision of the protocol has no batches"});
      co_return co_await send_json(400, line);
    }
    std::string lines;
    for (Message& message : incoming.messages) {
      const bool is_request = std::holds_alternative<RequestMessage>(message);
      const auto channel = std::make_shared<HttpChannel>();
      attach(*channel);
      session.conversation->hear(std::move(message), channel);
      std::uint64_t read = 0;
      for (;;) {
        while (std::optional<ChannelMessage> next = channel->next(read)) {
          read = next->number;
          if (next->is_answer) append(lines, concat(lines.empty() ? "[" : ",", next->line));
        }
        if (channel->is_finished() || !is_request || lost_) break;
        co_await wait();
      }
    }
    if (lost_) co_return false;
    if (lines.empty()) co_return co_await say(202, "");
    co_return co_await send_json(200, concat(lines, ']'));
  }

  Task<bool> post_modern(const Headers& headers, Message message) {
    const RequestMessage* const request = std::get_if<RequestMessage>(&message);
    if (request == nullptr) {
      if (const BadMessage* const bad = std::get_if<BadMessage>(&message)) co_return co_await send_json(400, error_line(*bad));
      co_return co_await say(202, "");
    }
    const RequestId id = request->id;
    if (const std::optional<Problem> problem = header_problem(headers, *request, hall_.stage.offer)) {
      co_return co_await send_json(400, error_line(id, *problem));
    }
    // What the message itself lacks is told before there is talk of methods, and those of older revisions are none.
    const Json* const meta = request->params.find("_meta");
    const bool says_who = meta != nullptr && meta->find(revision_field) != nullptr;
    if (!says_who) {
      const std::string line = error_line(id, {ErrorCode::invalid_params, concat("params._meta has no ", revision_field)});
      co_return co_await send_json(400, line);
    }
    const std::shared_ptr<Conversation> conversation = hall_.sessions.stateless();
    const auto channel = std::make_shared<HttpChannel>();
    attach(*channel);
    conversation->hear(std::move(message), channel);
    const bool alive = co_await respond(channel, Era::modern, false);
    if (lost_) conversation->cancel(id);
    co_return alive;
  }

  Task<bool> get(const Headers& headers, HttpSession& session) {
    HttpSession::Position position{session.aside, session.aside_read};
    if (const std::optional<std::string_view> last = headers.one("last-event-id")) {
      const std::optional<HttpSession::Position> named = session.position_of(*last);
      if (!named) co_return co_await say(404, "there is no such event any more");
      position = *named;
    }
    if (position.channel->has_reader()) co_return co_await say(409, "this stream is read already");
    attach(*position.channel);
    const std::shared_ptr<HttpChannel> aside = session.aside;
    const bool is_aside = position.channel == aside;
    std::uint64_t read = position.number;
    const bool alive = co_await stream_out(position.channel, read, true);
    if (is_aside) session.aside_read = read;
    co_return alive;
  }

  // One answer, or a stream that ends with it.
  Task<bool> respond(const std::shared_ptr<HttpChannel>& channel, Era era, bool can_be_resumed) {
    std::uint64_t read = 0;
    watch();
    while (!lost_ && !channel->is_finished() && !channel->next(read) && !channel->is_to_be_closed()) co_await wait();
    if (lost_) {
      channel->read_by(nullptr);
      co_return false;
    }
    const std::optional<ChannelMessage> first = channel->next(read);
    if (channel->is_finished() && (!first || first->is_answer)) {
      channel->read_by(nullptr);
      if (!first) co_return co_await say(202, "");
      co_return co_await send_json(era == Era::modern ? status_of(channel->problem()) : 200, first->line);
    }
    co_return co_await stream_out(channel, read, can_be_resumed);
  }

  // Messages as they come, up to the answer.
  Task<bool> stream_out(const std::shared_ptr<HttpChannel>& channel, std::uint64_t& read, bool with_ids) {
    streaming_ = with_ids;
    error_code error;
    http::response<http::empty_body> head{http::status::ok, 11};
    head.set(http::field::content_type, "text/event-stream");
    head.set(http::field::cache_control, "no-cache, no-transform");
    head.set("X-Accel-Buffering", "no");
    head.chunked(true);
    head.keep_alive(keep_alive_);
    http::response_serializer<http::empty_body> serializer{head};
    stream_.expires_after(write_time);
    co_await http::async_write_header(stream_, serializer, into(error));
    if (!error && with_ids && !channel->name().empty()) {
      // Something to come back to before there is anything to tell.
      error =
          co_await send_chunk(concat("id: ", event_id(*channel, read), "\nretry: ", milliseconds_to_come_back, "\ndata: \n\n"));
    }
    watch();
    while (!error && !lost_) {
      if (const std::optional<ChannelMessage> next = channel->next(read)) {
        const std::string id =
            with_ids && !channel->name().empty() ? concat("id: ", event_id(*channel, next->number), '\n') : "";
        error = co_await send_chunk(concat("event: message\n", id, "data: ", next->line, "\n\n"));
        if (!error) read = next->number;
      } else if (channel->is_finished() || channel->is_to_be_closed()) {
        break;
      } else {
        const bool silent = co_await wait_for_life();
        if (silent) error = co_await send_chunk(": still there\n\n");
      }
    }
    channel->read_by(nullptr);
    if (error || lost_) {
      lost_ = true;
      co_return false;
    }
    stream_.expires_after(write_time);
    co_await net::async_write(stream_, http::make_chunk_last(), into(error));
    stream_.expires_never();
    co_return !error && keep_alive_;
  }

  Task<error_code> send_chunk(std::string text) {
    error_code error;
    stream_.expires_after(write_time);
    co_await net::async_write(stream_, http::make_chunk(net::buffer(text)), into(error));
    stream_.expires_never();
    co_return error;
  }

  Task<bool> send_json(int status, std::string_view json) { return send(status, "application/json", std::string(json), false); }
  // Words for people.
  Task<bool> say(int status, std::string_view what, bool and_close = false) {
    std::string text = what.empty() ? std::string() : concat(what, '\n');
    return send(status, "text/plain; charset=utf-8", std::move(text), and_close);
  }

  Task<bool> send(int status, std::string_view type, std::string body, bool and_close) {
    http::response<http::string_body> response{http::int_to_status(static_cast<unsigned>(status)), 11};
    if (!body.empty()) response.set(http::field::content_type, boost::beast::string_view(type.data(), type.size()));
    if (status == 401) response.set(http::field::www_authenticate, "Bearer");
    if (status == 405) response.set(http::field::allow, "POST");
    if (!new_session_.empty()) response.set("Mcp-Session-Id", std::exchange(new_session_, {}));
    response.body() = std::move(body);
    response.keep_alive(keep_alive_ && !and_close);
    if (status != 202 && status != 204) {
      response.prepare_payload();
    } else if (status == 202) {
      response.content_length(0);
    }
    error_code error;
    stream_.expires_after(write_time);
    co_await http::async_write(stream_, response, into(error));
    stream_.expires_never();
    co_return !error && keep_alive_ && !and_close;
  }

  // The channel's next change ends wait().
  void attach(HttpChannel& channel) {
    channel.read_by([self = weak_from_this(), executor = stream_.get_executor()] {
      net::post(executor, [self] {
        if (const std::shared_ptr<Connection> alive = self.lock()) alive->wake_.cancel();
      });
    });
  }

  Task<void> wait() {
    error_code woken;
    wake_.expires_at(net::steady_timer::time_point::max());
    co_await wake_.async_wait(into(woken));
  }
  // True: nothing has happened for so long that the client might think that nobody is there.
  Task<bool> wait_for_life() {
    error_code woken;
    wake_.expires_after(pause_between_signs_of_life);
    co_await wake_.async_wait(into(woken));
    co_return !woken;
  }

  // While a request is worked on, the client says nothing; if there is something to read, it is that it has gone, or the next
  // request, which is none of ours yet.
  void watch() {
    if (std::exchange(watching_, true)) return;
    net::co_spawn(stream_.get_executor(), [self = shared_from_this()]() { return self->notice_the_end(); }, net::detached);
  }

  Task<void> notice_the_end() {
    error_code error;
    co_await stream_.socket().async_wait(net::socket_base::wait_read, into(error));
    watching_ = false;
    if (error) co_return;
    char byte = 0;
    stream_.socket().non_blocking(true, error);
    const std::size_t got = stream_.socket().receive(net::buffer(&byte, 1), net::socket_base::message_peek, error);
    if (got > 0 || error == net::error::would_block) co_return;
    lost_ = true;
    wake_.cancel();
  }

  Stream stream_;
  Hall& hall_;
  net::steady_timer wake_;
  boost::beast::flat_buffer buffer_;
  bool keep_alive_ = true;
  bool watching_ = false;
  bool lost_ = false;       // the client has gone
  bool streaming_ = false;  // and had been told how to come back
  std::string new_session_;
};

class AsioServer final : public HttpServer {
 public:
  explicit AsioServer(HttpSettings settings) : settings_(std::move(settings)) {}

  std::optional<std::string> listen() {
    error_code error;
    if (!settings_.socket.empty()) {
      local_.emplace(io_);
      const net::local::stream_protocol::endpoint end(settings_.socket);
      local_->open(end.protocol(), error);
      if (!error) local_->bind(end, error);
      if (!error) local_->listen(net::socket_base::max_listen_connections, error);
    } else {
      const net::ip::address address = net::ip::make_address(settings_.address, error);
      if (error) return concat("'", printable(settings_.address), "' is no address");
      const net::ip::tcp::endpoint end(address, settings_.port);
      tcp_.emplace(io_);
      tcp_->open(end.protocol(), error);
      if (!error) tcp_->set_option(net::socket_base::reuse_address(true), error);
      if (!error) tcp_->bind(end, error);
      if (!error) tcp_->listen(net::socket_base::max_listen_connections, error);
      if (!error) settings_.port = tcp_->local_endpoint(error).port();
    }
    if (error) return concat("cannot listen on ", where(), ": ", error.message());
    return std::nullopt;
  }

  std::string where() const override {
    if (!settings_.socket.empty()) return settings_.socket;
    const bool six = settings_.address.find(':') != std::string::npos;
    return concat("http://", six ? "[" : "", settings_.address, six ? "]" : "", ':', settings_.port, endpoint);
  }

  void serve(Stage& stage, const std::string& stateless, std::function<std::string()> new_id) override {
    Hall hall{.stage = stage, .sessions = {stage, stateless, std::move(new_id)}, .rules = rules()};
    net::signal_set signals(io_, SIGINT, SIGTERM);
    // When the last coroutine has ended there is nothing left to run.
    signals.async_wait([&](const error_code&, int) {
      hall.sessions.end_all();
      if (tcp_) tcp_->close();
      if (local_) local_->close();
      for (Connection* const connection : hall.connections) connection->abandon();
    });
    if (tcp_) net::co_spawn(io_, accept_tcp(hall), net::detached);
    if (local_) net::co_spawn(io_, accept_local(hall), net::detached);
    io_.run();
    hall.sessions.end_all();
    stage.workers.finish();
  }

 private:
  HttpRules rules() const {
    HttpRules rules{.hosts = {}, .token = settings_.token};
    if (!settings_.socket.empty() || settings_.from_elsewhere) return rules;
    for (const std::string_view host : {"localhost", "127.0.0.1", "[::1]"}) {
      rules.hosts.push_back(concat(host, ':', settings_.port));
      if (settings_.port == 80) rules.hosts.emplace_back(host);
    }
    return rules;
  }

  // Without a token, whoever may start this server may use it, and nobody else.
  bool is_welcome(std::optional<std::uint32_t> user) const { return !settings_.token.empty() || user == own_user(); }

  Task<void> accept_tcp(Hall& hall) {
    for (;;) {
      error_code error;
      net::ip::tcp::endpoint peer;
      net::ip::tcp::socket socket(io_);
      co_await tcp_->async_accept(socket, peer, into(error));
      if (error == net::error::operation_aborted) co_return;
      if (error || hall.connections.size() >= most_connections) continue;
      socket.set_option(net::ip::tcp::no_delay(true), error);
      if (settings_.token.empty() && !is_welcome(user_of_loopback_peer(settings_.port, peer.port()))) continue;
      start(hall, net::generic::stream_protocol::socket(std::move(socket)));
    }
  }

  Task<void> accept_local(Hall& hall) {
    for (;;) {
      error_code error;
      net::local::stream_protocol::socket socket(io_);
      co_await local_->async_accept(socket, into(error));
      if (error == net::error::operation_aborted) co_return;
      if (error || hall.connections.size() >= most_connections) continue;
      if (!is_welcome(user_of_local_peer(socket.native_handle()))) continue;
      start(hall, net::generic::stream_protocol::socket(std::move(socket)));
    }
  }

  void start(Hall& hall, net::generic::stream_protocol::socket socket) {
    const auto connection = std::make_shared<Connection>(Stream(std::move(socket)), hall);
    net::co_spawn(io_, [connection]() { return connection->run(); }, net::detached);
  }

  net::io_context io_{1};
  HttpSettings settings_;
  std::optional<net::ip::tcp::acceptor> tcp_;
  std::optional<net::local::stream_protocol::acceptor> local_;
};

}  // namespace

bool is_loopback(const std::string& address) {
  error_code error;
  const net::ip::address parsed = net::ip::make_address(address, error);
  return !error && parsed.is_loopback();
}

std::expected<std::unique_ptr<HttpServer>, std::string> HttpServer::open(const HttpSettings& settings) {
  auto server = std::make_unique<AsioServer>(settings);
  if (std::optional<std::string> problem = server->listen()) return std::unexpected(*std::move(problem));
  return server;
}

}  // namespace kedge::mcp
