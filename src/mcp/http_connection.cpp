// The compiler mishandles some expressions with co_await, so conditions, `?:` and braces are kept out of them.
#include "mcp/http_connection.hpp"

#include <algorithm>
#include <utility>

#include "http/chunks.hpp"
#include "http/response.hpp"
#include "mcp/batch_answer.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::size_t most_header_bytes = 16UL * 1024;
constexpr int milliseconds_to_come_back = 500;
constexpr std::size_t most_bytes_at_once = 64UL * 1024;
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

}  // namespace

bool HttpHall::make_room_for(const Guest& newcomer) {
  std::vector<HttpConnection*> all;
  std::vector<const Guest*> present;
  for (HttpConnection* const each : connections) {
    if (each->is_dropped()) continue;
    all.push_back(each);
    present.push_back(&each->guest());
  }
  const Room room = room_for(newcomer, present, most_connections);
  if (room.goes) all[*room.goes]->drop();
  return room.is_there;
}

HttpConnection::HttpConnection(std::unique_ptr<ByteStream> stream, HttpHall& hall, Guest guest)
    : stream_(std::move(stream)), hall_(hall), waiting_(hall.loop), guest_(std::move(guest)), agent_(&hall.agents.front()) {
  guest_.came = Clock::now();
  guest_.idle_since = guest_.came;
  hall_.connections.insert(this);
}

HttpConnection::~HttpConnection() { hall_.connections.erase(this); }

Task<void> keep_running(std::shared_ptr<HttpConnection> connection) { co_await connection->run(); }

Task<void> HttpConnection::run() {
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
  stream_->hang_up();
  waiting_.wake();
}

Task<bool> HttpConnection::take_request() {
  streaming_ = false;
  if (received_.empty()) {
    // A trusted client may be idle for a while; a new one must not be.
    guest_.idle_since = Clock::now();
    allow(time_for(std::exchange(first_, false) ? hall_.times.header : hall_.times.idle));
    const bool came = co_await receive();
    if (!came) lost_ = true;
    if (!came) co_return false;
  }
  guest_.idle_since.reset();
  const std::expected<HttpHead, HttpRefusal> head = co_await take_head();
  if (lost_) co_return false;
  if (!head) co_return co_await turn_away(head.error().status, head.error().what);
  keep_alive_ = head->keep_alive && !hall_.is_draining;
  if (const std::optional<Probe> probe = probe_at(head->target)) co_return co_await answer_probe(*probe, *head);
  if (const std::optional<HttpRefusal> refusal = refused_by(hall_.rules, head->method, head->target, head->headers)) {
    co_return co_await turn_away(refusal->status, refusal->what);
  }
  agent_ = &hall_.agents[token_of(hall_.rules, head->headers).value_or(0)];
  if (!guest_.trusted) {
    Guest trusted = guest_;
    trusted.trusted = true;
    if (!hall_.make_room_for(trusted)) co_return co_await turn_away(503, "too many requests are being answered");
    guest_.trusted = true;
  }
  const std::expected<std::string, HttpRefusal> body = co_await take_body(head->headers);
  if (lost_) co_return false;
  if (!body) co_return co_await turn_away(body.error().status, body.error().what);
  co_return co_await answer(*head, *body);
}

Task<std::expected<HttpHead, HttpRefusal>> HttpConnection::take_head() {
  allow(time_for(hall_.times.header));
  for (;;) {
    std::expected<std::optional<HttpHead>, HttpRefusal> head = head_of(received_, most_header_bytes);
    if (!head) co_return std::unexpected(head.error());
    if (std::optional<HttpHead>& whole = *head; whole) {
      received_.erase(0, whole->length);
      co_return *std::move(whole);
    }
    const bool came = co_await receive();
    if (!came && !late_) lost_ = true;
    if (!came) co_return std::unexpected(HttpRefusal{408, "the header did not come in time"});
  }
}

Task<std::expected<std::string, HttpRefusal>> HttpConnection::take_body(const Headers& headers) {
  const std::size_t length = number_of(headers.one("content-length").value_or("0")).value_or(0);
  if (length > most_message_bytes) co_return std::unexpected(HttpRefusal{413, "the message is too large"});
  allow(hall_.times.body);
  if (headers.one("expect") == "100-continue") {
    const bool told = co_await send_bytes("HTTP/1.1 100 Continue\r\n\r\n");
    if (!told) lost_ = true;
  }
  const bool in_chunks = headers.count("transfer-encoding") > 0;
  ChunkedBody chunks(most_message_bytes);
  while (!lost_) {
    if (in_chunks) {
      const std::expected<bool, HttpRefusal> whole = chunks.take(received_);
      if (!whole) co_return std::unexpected(whole.error());
      if (*whole) co_return std::move(chunks.text);
    } else if (received_.size() >= length) {
      std::string rest = received_.substr(length);
      received_.resize(length);
      co_return std::exchange(received_, std::move(rest));
    }
    const bool came = co_await receive();
    if (!came && late_) co_return std::unexpected(HttpRefusal{408, "the message did not come in time"});
    if (!came) co_return std::unexpected(HttpRefusal{400, "the message ends too early"});
  }
  co_return std::string();
}

Task<bool> HttpConnection::answer(const HttpHead& head, const std::string& body) {
  const Headers& headers = head.headers;
  if (head.method == "POST") co_return co_await post(headers, body);
  // Revisions without sessions use only POST.
  const std::string_view revision = headers.one("mcp-protocol-version").value_or("");
  if (!revision.empty() && !is_legacy_revision(revision)) co_return co_await say(405, "this revision has only POST");
  const std::optional<std::string_view> id = headers.one("mcp-session-id");
  const int status_without = head.method == "GET" ? 405 : 400;
  if (!id) co_return co_await say(status_without, "Mcp-Session-Id is missing");
  const std::shared_ptr<HttpSession> session = hall_.sessions.find(*id, *agent_);
  if (!session) co_return co_await say(404, "there is no such session");
  if (head.method == "GET") co_return co_await get(headers, session);
  hall_.sessions.end(*id);
  co_return co_await say(204, "");
}

// Takes no place of those who are served, and ends the connection: whoever probes comes back much later.
Task<bool> HttpConnection::answer_probe(Probe probe, const HttpHead& head) {
  allowed_ = "GET";
  if (const std::optional<HttpRefusal> refusal = refused_probe(probe, hall_.rules, head.method, head.headers)) {
    co_return co_await turn_away(refusal->status, refusal->what);
  }
  keep_alive_ = false;
  unread_ = head.headers.count("content-length") > 0 || head.headers.count("transfer-encoding") > 0;
  const ServerPresent present{.is_draining = hall_.is_draining,
                              .counted = {.connections = hall_.connections.size(), .sessions = hall_.sessions.size()}};
  ProbeAnswer answer = answer_to(probe, hall_.probes, present);
  co_return co_await send(answer.status, answer.type, std::move(answer.body));
}

Task<bool> HttpConnection::post(const Headers& headers, const std::string& body) {
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
  const std::shared_ptr<HttpSession> session = opens ? hall_.sessions.create(*agent_) : hall_.sessions.find(*id, *agent_);
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

Task<bool> HttpConnection::post_batch(Incoming incoming, const std::shared_ptr<HttpSession>& session) {
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

Task<bool> HttpConnection::post_modern(const Headers& headers, Message message) {
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
    if (!hall_.has_room_for_stream()) co_return co_await say(503, "too many listen already");
    seat.emplace(hall_.streams);
  }
  conversation_ = hall_.sessions.stateless(*agent_);
  const auto channel = std::make_shared<HttpChannel>();
  attach(*channel);
  conversation_->hear(std::move(message), channel);
  const bool alive = co_await respond(channel, Era::modern, false);
  if (lost_) conversation_->cancel(id);
  conversation_.reset();
  co_return alive;
}

Task<bool> HttpConnection::get(const Headers& headers, const std::shared_ptr<HttpSession>& session) {
  HttpSession::Position position{session->aside, session->aside_read};
  if (const std::optional<std::string_view> last = headers.one("last-event-id")) {
    const std::optional<HttpSession::Position> named = session->position_of(*last);
    if (!named) co_return co_await say(404, "there is no such event any more");
    position = *named;
  }
  if (position.channel->has_reader()) co_return co_await say(409, "this stream is read already");
  if (!hall_.has_room_for_stream()) co_return co_await say(503, "too many listen already");
  const StreamSeat seat(hall_.streams);
  attach(*position.channel);
  const bool is_aside = position.channel == session->aside;
  std::uint64_t read = position.number;
  const bool alive = co_await stream_out(position.channel, read, true);
  if (is_aside) session->aside_read = read;
  co_return alive;
}

Task<bool> HttpConnection::respond(const std::shared_ptr<HttpChannel>& channel, Era era, bool can_be_resumed) {
  std::uint64_t read = 0;
  watching_ = true;
  while (!lost_ && !channel->is_finished() && !channel->next(read) && !channel->is_to_be_closed()) {
    co_await wait(Clock::time_point::max());
  }
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

Task<bool> HttpConnection::stream_out(const std::shared_ptr<HttpChannel>& channel, std::uint64_t& read, bool with_ids) {
  streaming_ = with_ids && !channel->name().empty();
  constexpr std::string_view lines =
      "Cache-Control: no-cache, no-transform\r\nX-Accel-Buffering: no\r\nTransfer-Encoding: chunked\r\n";
  std::string begin = to_bytes({.type = "text/event-stream", .more = lines, .keep_alive = keep_alive_});
  if (streaming_) {
    // An event id to resume from, before there is anything to send.
    append(begin, as_chunk(concat("id: ", event_id(*channel, read), "\nretry: ", milliseconds_to_come_back, "\ndata: \n\n")));
  }
  allow(hall_.times.write);
  bool alive = co_await send_bytes(std::move(begin));
  watching_ = true;
  while (alive && !lost_) {
    std::string text;
    std::optional<ChannelMessage> next = channel->next(read);
    if (next) {
      const std::string id = streaming_ ? concat("id: ", event_id(*channel, next->number), '\n') : "";
      text = concat("event: message\n", id, "data: ", next->line, "\n\n");
    } else if (channel->is_finished() || channel->is_to_be_closed()) {
      break;
    } else {
      const bool silent = co_await wait(Clock::now() + hall_.times.silence);
      if (silent) text = ": still there\n\n";
    }
    allow(hall_.times.write);
    alive = co_await send_bytes(as_chunk(text));
    if (alive && next) read = next->number;
  }
  channel->read_by(nullptr);
  if (!alive || lost_) {
    lost_ = true;
    co_return false;
  }
  allow(hall_.times.write);
  alive = co_await send_bytes(std::string(last_chunk));
  co_return alive&& keep_alive_ && !leaving_;
}

Task<bool> HttpConnection::send_json(int status, std::string_view json) {
  return send(status, "application/json", std::string(json));
}

Task<bool> HttpConnection::say(int status, std::string_view what) {
  return send(status, "text/plain; charset=utf-8", what.empty() ? std::string() : concat(what, '\n'));
}

Task<bool> HttpConnection::turn_away(int status, std::string_view what) {
  keep_alive_ = false;
  unread_ = true;
  return say(status, what);
}

Task<bool> HttpConnection::send(int status, std::string_view type, std::string body) {
  std::string lines;
  if (status == 405) append(lines, concat("Allow: ", allowed_, "\r\n"));
  if (!new_session_.empty()) append(lines, concat("Mcp-Session-Id: ", std::exchange(new_session_, {}), "\r\n"));
  const bool stays = keep_alive_ && !leaving_;
  ResponseHead head{.status = status, .more = lines, .keep_alive = stays};
  if (!body.empty()) head.type = type;
  if (status != 204) head.length = body.size();
  std::string bytes = to_bytes(head);
  append(bytes, body);
  allow(hall_.times.write);
  const bool sent = co_await send_bytes(std::move(bytes));
  co_return sent&& stays;
}

// Lets a client that is still sending finish for a moment: unread bytes would make it lose the answer.
Task<void> HttpConnection::part() {
  if (lost_ || !unread_) co_return;
  guest_.idle_since = Clock::now();
  const std::size_t most = guest_.trusted ? most_bytes_passed_over : most_bytes_of_stranger_passed_over;
  stream_->end_sending();
  allow(hall_.times.parting);
  bool more = true;
  for (std::size_t passed = 0; more && passed < most; passed += received_.size()) {
    received_.clear();
    more = co_await receive();
  }
}

Task<bool> HttpConnection::receive() {
  late_ = false;
  for (;;) {
    if (dropped_) co_return false;
    const std::optional<std::size_t> got = stream_->read_some(received_, most_bytes_at_once);
    if (!got) co_return false;
    if (*got > 0) co_return true;
    const Woke woke = co_await waiting_.wait(stream_->descriptor(), Readiness::to_read, deadline_);
    if (woke == Woke::late) late_ = true;
    if (late_) co_return false;
  }
}

Task<bool> HttpConnection::send_bytes(std::string bytes) {
  std::string_view rest = bytes;
  late_ = false;
  for (;;) {
    if (dropped_) co_return false;
    const std::optional<std::size_t> sent = stream_->write(rest);
    if (!sent) co_return false;
    rest.remove_prefix(*sent);
    if (rest.empty()) co_return true;
    const Woke woke = co_await waiting_.wait(stream_->descriptor(), Readiness::to_write, deadline_);
    if (woke == Woke::late) late_ = true;
    if (late_) co_return false;
  }
}

void HttpConnection::attach(HttpChannel& channel) {
  channel.read_by([self = weak_from_this(), &loop = hall_.loop] {
    loop.post([self] {
      if (const std::shared_ptr<HttpConnection> alive = self.lock()) alive->waiting_.wake();
    });
  });
}

// While a request is being worked on, the client sends nothing. If it has hung up, it is gone; unless what it has sent before
// is the next request, which is not taken yet.
Task<bool> HttpConnection::wait(Clock::time_point until) {
  const int watched = watching_ ? stream_->descriptor() : -1;
  const Woke woke = co_await waiting_.wait(watched, Readiness::hung_up, until);
  if (woke == Woke::ready) {
    watching_ = false;
    if (!stream_->has_unread()) lost_ = true;
  }
  co_return woke == Woke::late;
}

std::chrono::milliseconds HttpConnection::time_for(std::chrono::milliseconds of_trusted) const {
  if (guest_.trusted) return of_trusted;
  const auto left = guest_.came + hall_.times.stranger - Clock::now();
  return std::max(std::chrono::duration_cast<std::chrono::milliseconds>(left), std::chrono::milliseconds(0));
}

}  // namespace kedge::mcp
