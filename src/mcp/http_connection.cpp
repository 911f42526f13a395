// The compiler mishandles some expressions with co_await, so conditions, `?:` and braces are kept out of them.
#include "mcp/http_connection.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>
#include <utility>

#include "http/head.hpp"
#include "mcp/batch_answer.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::size_t most_header_bytes = 16UL * 1024;
constexpr std::size_t most_streams = 48;  // of all connections: the rest is for short requests
constexpr int milliseconds_to_come_back = 500;
constexpr std::chrono::milliseconds pause_between_reminders{100};
constexpr std::size_t most_bytes_passed_over = 64UL * 1024 * 1024;
constexpr std::size_t most_bytes_of_stranger_passed_over = 1024UL * 1024;

// Holds one of the places for streams without an end while it lives.
class StreamSeat {
 public:
  explicit StreamSeat(std::size_t& taken) : taken_(taken) { ++taken_; }
  ~StreamSeat() { --taken_; }
  StreamSeat(const StreamSeat&) = delete;
  StreamSeat& operator=(const StreamSeat&) = delete;

 private:
  std::size_t& taken_;
};

// The status for a header that cannot be understood.
int status_of_header(const error_code& error) {
  if (error == http::error::header_limit) return 431;
  return error == http::error::body_limit ? 413 : 400;
}

}  // namespace

bool HttpHall::make_room_for(const Guest& newcomer) {
  std::vector<HttpConnection*> all;
  std::vector<const Guest*> present;
  for (HttpConnection* const each : connections) {
    if (each->is_dropped()) continue;
    all.push_back(each);
    present.push_back(&each->guest());
  }
  const Room room = room_for(newcomer, present);
  if (room.goes) all[*room.goes]->drop();
  return room.is_there;
}

HttpConnection::HttpConnection(Socket socket, HttpHall& hall, Guest guest)
    : socket_(std::move(socket)),
      hall_(hall),
      wake_(socket_.get_executor()),
      deadline_(socket_.get_executor()),
      guest_(std::move(guest)) {
  guest_.came = Clock::now();
  guest_.idle_since = guest_.came;
  hall_.connections.insert(this);
}

HttpConnection::~HttpConnection() {
  hall_.connections.erase(this);
  if (hall_.connections.empty() && hall_.emptied) hall_.emptied();
}

HttpConnection::Task<void> HttpConnection::run() {
  for (bool more = true; more;) more = co_await take_request();
  co_await part();
}

void HttpConnection::finish() {
  leaving_ = true;
  if (guest_.idle_since) return drop();
  if (conversation_) conversation_->hear_no_more();
}

void HttpConnection::drop() {
  dropped_ = true;
  lost_ = true;
  error_code ignored;
  socket_.close(ignored);
  wake_.cancel();
}

HttpConnection::Task<bool> HttpConnection::take_request() {
  error_code error;
  streaming_ = false;
  if (buffer_.size() == 0) {
    // A trusted client may be idle for a while; a new one must not be.
    guest_.idle_since = Clock::now();
    allow(time_for(std::exchange(first_, false) ? hall_.times.header : hall_.times.idle));
    const auto begin = buffer_.prepare(4096);
    const std::size_t got = co_await socket_.async_read_some(begin, into(error));
    if (error) lost_ = true;
    if (error) co_return false;
    buffer_.commit(got);
  }
  guest_.idle_since.reset();
  const std::optional<HttpRefusal> refused_form = co_await take_head();
  if (refused_form && refused_form->status == 0) lost_ = true;
  if (lost_) co_return false;
  if (refused_form) co_return co_await turn_away(refused_form->status, refused_form->what);
  http::request_parser<http::string_body> parser;
  parser.header_limit(most_header_bytes);
  parser.body_limit(most_message_bytes);
  co_await http::async_read_header(socket_, buffer_, parser, into(error));  // from the buffer
  if (error) {
    const std::string what = error.message();
    co_return co_await turn_away(status_of_header(error), what);
  }
  Headers headers;
  for (const auto& field : parser.get()) {
    headers.add({field.name_string().data(), field.name_string().size()}, {field.value().data(), field.value().size()});
  }
  const std::string method(parser.get().method_string());
  const std::string target(parser.get().target());
  keep_alive_ = parser.get().keep_alive();
  if (const std::optional<std::string> problem = problem_of_framing(headers, parser.get().version())) {
    co_return co_await turn_away(400, *problem);
  }
  if (const std::optional<HttpRefusal> refusal = refused_by(hall_.rules, method, target, headers)) {
    co_return co_await turn_away(refusal->status, refusal->what);
  }
  if (!guest_.trusted) {
    Guest trusted = guest_;
    trusted.trusted = true;
    if (!hall_.make_room_for(trusted)) co_return co_await turn_away(503, "too many requests are being answered");
    guest_.trusted = true;
  }
  allow(hall_.times.body);
  if (headers.one("expect") == "100-continue") {
    co_await net::async_write(socket_, net::buffer(std::string_view("HTTP/1.1 100 Continue\r\n\r\n")), into(error));
    if (error) co_return false;
  }
  co_await http::async_read(socket_, buffer_, parser, into(error));
  if (error && late_) co_return co_await turn_away(408, "the message did not come in time");
  if (error == http::error::body_limit) co_return co_await turn_away(413, "the message is too large");
  const std::string problem = error.message();
  if (error) co_return co_await turn_away(400, problem);
  take_time();
  co_return co_await take_body(headers, method, std::move(parser.get().body()));
}

HttpConnection::Task<std::optional<HttpRefusal>> HttpConnection::take_head() {
  error_code error;
  allow(time_for(hall_.times.header));
  for (;;) {
    const std::string_view bytes(static_cast<const char*>(buffer_.cdata().data()), buffer_.size());
    const std::optional<std::size_t> length = length_of_head(bytes);
    const std::optional<std::string> problem = problem_of_form(bytes.substr(0, length.value_or(bytes.size())));
    if (problem) co_return HttpRefusal{400, *problem};
    if (length.value_or(bytes.size()) > most_header_bytes) co_return HttpRefusal{431, "the header is too large"};
    if (length) co_return std::nullopt;
    const auto next = buffer_.prepare(4096);
    const std::size_t got = co_await socket_.async_read_some(next, into(error));
    if (error && late_) co_return HttpRefusal{408, "the header did not come in time"};
    if (error) co_return HttpRefusal{0, ""};
    buffer_.commit(got);
  }
}

HttpConnection::Task<bool> HttpConnection::take_body(const Headers& headers, std::string_view method, std::string body) {
  if (method == "POST") co_return co_await post(headers, body);
  // Revisions without sessions use only POST.
  const std::string_view revision = headers.one("mcp-protocol-version").value_or("");
  if (!revision.empty() && !is_legacy_revision(revision)) co_return co_await say(405, "this revision has only POST");
  const std::optional<std::string_view> id = headers.one("mcp-session-id");
  const int status_without = method == "GET" ? 405 : 400;
  if (!id) co_return co_await say(status_without, "Mcp-Session-Id is missing");
  const std::shared_ptr<HttpSession> session = hall_.sessions.find(*id);
  if (!session) co_return co_await say(404, "there is no such session");
  if (method == "GET") co_return co_await get(headers, session);
  hall_.sessions.end(*id);
  co_return co_await say(204, "");
}

HttpConnection::Task<bool> HttpConnection::post(const Headers& headers, const std::string& body) {
  Incoming incoming = read_message(body);
  Message& first = incoming.messages.front();
  if (is_modern(headers, first)) {
    Message message = std::move(first);
    if (incoming.batch) message = BadMessage{ErrorCode::invalid_request, "this revision of the protocol has no batches"};
    co_return co_await post_modern(headers, std::move(message));
  }

  const RequestMessage* const request = std::get_if<RequestMessage>(&first);
  const bool is_request = request != nullptr;
  const bool opens = !incoming.batch && is_request && request->method == "initialize";
  if (const BadMessage* const bad = std::get_if<BadMessage>(&first); bad != nullptr && !incoming.batch) {
    co_return co_await send_json(400, error_line(*bad));
  }
  const std::optional<std::string_view> id = headers.one("mcp-session-id");
  if (!id && !opens) co_return co_await say(400, "Mcp-Session-Id is missing: initialize first");
  if (id && opens) co_return co_await say(400, "the session is initialized already");
  const std::shared_ptr<HttpSession> session = opens ? hall_.sessions.create() : hall_.sessions.find(*id);
  if (!session) co_return co_await say(404, "there is no such session");
  if (incoming.batch) co_return co_await post_batch(std::move(incoming), session);
  Conversation& conversation = *session->conversation;
  if (!is_request) {
    conversation.hear(std::move(first), std::make_shared<HttpChannel>());
    co_return co_await say(202, "");
  }

  const std::shared_ptr<HttpChannel> channel = session->new_channel();
  if (!channel) co_return co_await say(503, "too many requests of this session are not answered yet");
  const RequestId to_cancel = request->id;
  attach(*channel);
  conversation.hear(std::move(first), channel);
  // Nobody can have used the session before its id is sent.
  if (opens && conversation.is_open()) {
    hall_.sessions.keep(session);
    new_session_ = session->id;
  }
  // A resumable stream outlives its connection; any other ends with it.
  const bool can_be_resumed = conversation.is_open() && conversation.revision() >= "2025-11-25";
  const bool alive = co_await respond(channel, Era::legacy, can_be_resumed);
  if (!streaming_) session->forget(*channel);
  if (lost_ && !streaming_) conversation.cancel(to_cancel);
  co_return alive;
}

HttpConnection::Task<bool> HttpConnection::post_batch(Incoming incoming, const std::shared_ptr<HttpSession>& session) {
  if (!session->conversation->takes_batches()) {
    const std::string line = error_line({}, {ErrorCode::invalid_request, "this revision of the protocol has no batches"});
    co_return co_await send_json(400, line);
  }
  const std::shared_ptr<HttpChannel> channel = session->new_channel();
  if (!channel) co_return co_await say(503, "too many requests of this session are not answered yet");
  attach(*channel);
  const auto batch = std::make_shared<BatchAnswer>(incoming.messages.size(), channel);
  std::vector<RequestId> ids;
  for (Message& message : incoming.messages) {
    if (const RequestMessage* const request = std::get_if<RequestMessage>(&message)) ids.push_back(request->id);
    session->conversation->hear(std::move(message), batch);
  }
  const bool alive = co_await respond(channel, Era::legacy, false);
  session->forget(*channel);
  if (lost_) {
    for (const RequestId& id : ids) session->conversation->cancel(id);
  }
  co_return alive;
}

HttpConnection::Task<bool> HttpConnection::post_modern(const Headers& headers, Message message) {
  const RequestMessage* const request = std::get_if<RequestMessage>(&message);
  if (request == nullptr) {
    if (const BadMessage* const bad = std::get_if<BadMessage>(&message)) co_return co_await send_json(400, error_line(*bad));
    co_return co_await say(202, "");
  }
  const RequestId id = request->id;
  if (const std::optional<Problem> problem = header_problem(headers, *request, hall_.stage.offer)) {
    co_return co_await send_json(400, error_line(id, *problem));
  }
  // What the message itself lacks is reported before its method is looked up; methods of older revisions are unknown here.
  const Json* const meta = request->params.find("_meta");
  const bool says_who = meta != nullptr && meta->find(revision_field) != nullptr;
  if (!says_who) {
    const std::string line = error_line(id, {ErrorCode::invalid_params, concat("params._meta has no ", revision_field)});
    co_return co_await send_json(400, line);
  }
  std::optional<StreamSeat> seat;
  if (request->method == "subscriptions/listen") {
    if (hall_.streams >= most_streams) co_return co_await say(503, "too many listen already");
    seat.emplace(hall_.streams);
  }
  conversation_ = hall_.sessions.stateless();
  const auto channel = std::make_shared<HttpChannel>();
  attach(*channel);
  conversation_->hear(std::move(message), channel);
  const bool alive = co_await respond(channel, Era::modern, false);
  if (lost_) conversation_->cancel(id);
  conversation_.reset();
  co_return alive;
}

HttpConnection::Task<bool> HttpConnection::get(const Headers& headers, const std::shared_ptr<HttpSession>& session) {
  HttpSession::Position position{session->aside, session->aside_read};
  if (const std::optional<std::string_view> last = headers.one("last-event-id")) {
    const std::optional<HttpSession::Position> named = session->position_of(*last);
    if (!named) co_return co_await say(404, "there is no such event any more");
    position = *named;
  }
  if (position.channel->has_reader()) co_return co_await say(409, "this stream is read already");
  if (hall_.streams >= most_streams) co_return co_await say(503, "too many listen already");
  const StreamSeat seat(hall_.streams);
  attach(*position.channel);
  const bool is_aside = position.channel == session->aside;
  std::uint64_t read = position.number;
  const bool alive = co_await stream_out(position.channel, read, true);
  if (is_aside) session->aside_read = read;
  co_return alive;
}

HttpConnection::Task<bool> HttpConnection::respond(const std::shared_ptr<HttpChannel>& channel, Era era, bool can_be_resumed) {
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
    const int status = era == Era::modern ? status_of(channel->problem()) : 200;
    co_return co_await send_json(status, first->line);
  }
  co_return co_await stream_out(channel, read, can_be_resumed);
}

HttpConnection::Task<bool> HttpConnection::stream_out(const std::shared_ptr<HttpChannel>& channel, std::uint64_t& read,
                                                      bool with_ids) {
  streaming_ = with_ids && !channel->name().empty();
  error_code error;
  http::response<http::empty_body> head{http::status::ok, 11};
  head.set(http::field::content_type, "text/event-stream");
  head.set(http::field::cache_control, "no-cache, no-transform");
  head.set("X-Accel-Buffering", "no");
  head.chunked(true);
  head.keep_alive(keep_alive_);
  http::response_serializer<http::empty_body> serializer{head};
  allow(hall_.times.write);
  co_await http::async_write_header(socket_, serializer, into(error));
  take_time();
  if (!error && streaming_) {
    // An event id to resume from, before there is anything to send.
    error =
        co_await send_chunk(concat("id: ", event_id(*channel, read), "\nretry: ", milliseconds_to_come_back, "\ndata: \n\n"));
  }
  watch();
  while (!error && !lost_) {
    if (const std::optional<ChannelMessage> next = channel->next(read)) {
      const std::string id = streaming_ ? concat("id: ", event_id(*channel, next->number), '\n') : "";
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
  allow(hall_.times.write);
  co_await net::async_write(socket_, http::make_chunk_last(), into(error));
  take_time();
  co_return !error && keep_alive_ && !leaving_;
}

HttpConnection::Task<error_code> HttpConnection::send_chunk(std::string text) {
  error_code error;
  allow(hall_.times.write);
  co_await net::async_write(socket_, http::make_chunk(net::buffer(text)), into(error));
  take_time();
  co_return error;
}

HttpConnection::Task<bool> HttpConnection::send_json(int status, std::string_view json) {
  return send(status, "application/json", std::string(json));
}

HttpConnection::Task<bool> HttpConnection::say(int status, std::string_view what) {
  return send(status, "text/plain; charset=utf-8", what.empty() ? std::string() : concat(what, '\n'));
}

HttpConnection::Task<bool> HttpConnection::turn_away(int status, std::string_view what) {
  keep_alive_ = false;
  unread_ = true;
  return say(status, what);
}

HttpConnection::Task<bool> HttpConnection::send(int status, std::string_view type, std::string body) {
  http::response<http::string_body> response{http::int_to_status(static_cast<unsigned>(status)), 11};
  if (!body.empty()) response.set(http::field::content_type, boost::beast::string_view(type.data(), type.size()));
  if (status == 401) response.set(http::field::www_authenticate, "Bearer");
  if (status == 405) response.set(http::field::allow, "POST");
  if (!new_session_.empty()) response.set("Mcp-Session-Id", std::exchange(new_session_, {}));
  response.body() = std::move(body);
  response.keep_alive(keep_alive_ && !leaving_);
  if (status != 204) response.prepare_payload();
  error_code error;
  allow(hall_.times.write);
  co_await http::async_write(socket_, response, into(error));
  take_time();
  co_return !error && keep_alive_ && !leaving_;
}

// Lets a client that is still sending finish for a moment: unread bytes would make it lose the answer.
HttpConnection::Task<void> HttpConnection::part() {
  error_code error;
  if (!lost_ && unread_) {
    guest_.idle_since = Clock::now();
    const std::size_t most = guest_.trusted ? most_bytes_passed_over : most_bytes_of_stranger_passed_over;
    socket_.shutdown(net::socket_base::shutdown_send, error);
    allow(hall_.times.parting);
    for (std::size_t passed = 0; !error && passed < most;) {
      buffer_.clear();
      passed += co_await socket_.async_read_some(buffer_.prepare(65536), into(error));
    }
  }
  take_time();
  socket_.close(error);
}

void HttpConnection::attach(HttpChannel& channel) {
  channel.read_by([self = weak_from_this(), executor = socket_.get_executor()] {
    net::post(executor, [self] {
      if (const std::shared_ptr<HttpConnection> alive = self.lock()) alive->wake_.cancel();
    });
  });
}

HttpConnection::Task<void> HttpConnection::wait() {
  error_code woken;
  wake_.expires_at(net::steady_timer::time_point::max());
  co_await wake_.async_wait(into(woken));
}

HttpConnection::Task<bool> HttpConnection::wait_for_life() {
  error_code woken;
  wake_.expires_after(hall_.times.silence);
  co_await wake_.async_wait(into(woken));
  co_return !woken;
}

// While a request is being worked on, the client sends nothing. If there is something to read, the client has disconnected, or
// it is the next request, which is not taken yet.
void HttpConnection::watch() {
  if (std::exchange(watching_, true)) return;
  net::co_spawn(socket_.get_executor(), [self = shared_from_this()]() { return self->notice_the_end(); }, net::detached);
}

HttpConnection::Task<void> HttpConnection::notice_the_end() {
  error_code error;
  co_await socket_.async_wait(net::socket_base::wait_read, into(error));
  watching_ = false;
  if (error) co_return;
  char byte = 0;
  socket_.non_blocking(true, error);
  const std::size_t got = socket_.receive(net::buffer(&byte, 1), net::socket_base::message_peek, error);
  if (got > 0 || error == net::error::would_block) co_return;
  lost_ = true;
  wake_.cancel();
}

void HttpConnection::allow(std::chrono::milliseconds time) {
  late_ = false;
  deadline_.expires_after(time);
  await_deadline(++turn_);
}

std::chrono::milliseconds HttpConnection::time_for(std::chrono::milliseconds of_trusted) const {
  if (guest_.trusted) return of_trusted;
  const auto left = guest_.came + hall_.times.stranger - Clock::now();
  return std::max(std::chrono::duration_cast<std::chrono::milliseconds>(left), std::chrono::milliseconds(0));
}

void HttpConnection::take_time() {
  ++turn_;
  deadline_.cancel();
}

void HttpConnection::await_deadline(std::uint64_t turn) {
  deadline_.async_wait([self = weak_from_this(), turn](const error_code& error) {
    const std::shared_ptr<HttpConnection> alive = self.lock();
    if (error || !alive || alive->turn_ != turn) return;
    alive->late_ = true;
    error_code ignored;
    alive->socket_.cancel(ignored);
    // A connection that was between two reads has not noticed.
    alive->deadline_.expires_after(pause_between_reminders);
    alive->await_deadline(turn);
  });
}

}  // namespace kedge::mcp
