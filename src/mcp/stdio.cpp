#include "mcp/stdio.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <thread>
#include <utility>

#include "mcp/batch_answer.hpp"
#include "mcp/line_reader.hpp"
#include "mcp/readable_id.hpp"
#include "process/host_signals.hpp"
#include "support/ordered_mutex.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::size_t piece_bytes = 64UL * 1024;

// Everything that goes to the client, one message after the other. If the client does not read, everybody with something to
// send waits, and so the client is not read either.
class Stream final : public Outlet {
 public:
  explicit Stream(ClientStreams& streams) : streams_(streams) {}

  void notify(std::string line) override {
    send(std::move(line), [] {});
  }
  void ask(std::string line) override {
    send(std::move(line), [] {});
  }
  void answer(std::optional<std::string> line, std::optional<ErrorCode>, const std::function<void()>& settle) override {
    send(std::move(line), settle);
  }

  bool is_lost() const override { return !is_open(); }

  // Sent without allocating memory. `id` is the request's, as JSON; null if unknown.
  void tell_out_of_memory(const char* id) {
    std::array<char, 512> line{};
    const int length = std::snprintf(line.data(), line.size(),
                                     R"({"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"out of memory; not begun"}})"
                                     "\n",
                                     id, static_cast<int>(ErrorCode::internal_error));
    const std::lock_guard lock(writing_);
    if (length > 0 && static_cast<std::size_t>(length) < line.size() && is_open()) {
      write({line.data(), static_cast<std::size_t>(length)});
    }
  }

  StdioEnd end() const { return end_; }
  // If a client no longer reads answers, its remaining requests are not begun.
  bool is_open() const { return end_ == StdioEnd::input_ended; }

 private:
  void send(std::optional<std::string> line, const std::function<void()>& settle) {
    if (line) line->push_back('\n');
    const std::lock_guard lock(writing_);
    // Before the client can see the answer and reuse the id; and nobody else answers before this is written.
    settle();
    if (line && is_open()) write(*line);
  }

  // Called under the lock.
  void write(std::string_view bytes) {
    const Outcome<void> written = streams_.write(bytes);
    if (written) return;
    end_ = written.error().number == EPIPE ? StdioEnd::client_gone : StdioEnd::failed;
    streams_.stop();
  }

  ClientStreams& streams_;
  OrderedMutex writing_{LockOrder::outlet};
  std::atomic<StdioEnd> end_ = StdioEnd::input_ended;
};

// A lack of memory may be temporary: what has had no effect yet is tried again before it is given up.
template <class Attempt>
auto with_patience(const Attempt& attempt) {
  for (int left = 5;; --left) {
    try {
      return attempt();
    } catch (const std::bad_alloc&) {
      if (left == 0) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
}

std::optional<Line> next_line(LineReader& lines, std::string_view& piece) {
  try {
    return with_patience([&] { return lines.next(piece); });
  } catch (const std::bad_alloc&) {
    lines.lose_line();
    return std::nullopt;
  }
}

void hear(Message message, Conversation& conversation, const std::shared_ptr<Stream>& stream) {
  const RequestMessage* const request = std::get_if<RequestMessage>(&message);
  // Longer ids are left out of the answer.
  std::array<char, 300> id{};
  if (request != nullptr && request->id.json.size() < id.size()) request->id.json.copy(id.data(), id.size() - 1);
  try {
    conversation.hear(std::move(message), stream);
  } catch (const std::bad_alloc&) {
    // Only requests are waiting for an answer.
    if (request != nullptr) stream->tell_out_of_memory(id.front() != '\0' ? id.data() : "null");
  }
}

void take(const Line& line, Conversation& conversation, const std::shared_ptr<Stream>& stream) {
  const auto refuse = [&](std::string_view what, const RequestId& id = {}) {
    stream->answer(error_line(id, {ErrorCode::invalid_request, std::string(what)}), ErrorCode::invalid_request, [] {});
  };
  if (line.lost) return stream->tell_out_of_memory("null");
  if (line.too_long) {
    return refuse(concat("a message of more than ", most_message_bytes, " bytes"), readable_id(line.text));
  }
  if (line.text.find_first_not_of(" \t\r") == std::string::npos) return;
  Incoming incoming = with_patience([&] { return read_message(line.text); });
  if (!incoming.batch) return hear(std::move(incoming.messages.front()), conversation, stream);
  if (!conversation.takes_batches()) return refuse("this revision of the protocol has no batches");
  const auto batch = std::make_shared<BatchAnswer>(incoming.messages.size(), stream);
  for (Message& message : incoming.messages) conversation.hear(std::move(message), batch);
}

// Reads what the client sends. A request that comes alone is carried out by the thread that has read it, and meanwhile a second
// thread reads on.
class Ears {
 public:
  Ears(ClientStreams& streams, Stage& stage, const Conversation::Names& names)
      : streams_(streams),
        stage_(stage),
        stream_(std::make_shared<Stream>(streams)),
        conversation_(std::make_shared<Conversation>(stage, names, stream_)) {}

  StdioEnd listen() {
    listen_to_end(std::vector<char>(piece_bytes));
    if (second_.joinable()) second_.join();
    stage_.workers.finish();
    conversation_->end();
    stage_.subscribers.finish();
    return has_failed_ ? StdioEnd::failed : stream_->end();
  }

 private:
  void listen_to_end(std::vector<char> buffer) {
    try {
      listen_here(std::move(buffer));
    } catch (const std::exception&) {  // no threads left, or no memory even to say so
      has_failed_ = true;
      streams_.stop();
    }
  }

  void listen_here(std::vector<char> buffer) {
    for (;;) {
      const Outcome<std::size_t> got = streams_.read(buffer);
      std::unique_lock turn(hearing_);
      if (!got || *got == 0) return hear_end(!got);
      if (!hear_all({buffer.data(), *got}, turn)) let_others_read(turn);
    }
  }

  // True: the last request was carried out, while others were reading.
  bool hear_all(std::string_view piece, std::unique_lock<OrderedMutex>& turn) {
    while (!piece.empty()) {
      const std::optional<Line> line = next_line(lines_, piece);
      if (!line || !stream_->is_open()) continue;
      const bool is_alone = piece.empty() && streams_.serves_several_readers();
      if (is_alone) stage_.workers.keep_next();
      try {
        take(*line, *conversation_, stream_);
      } catch (const std::bad_alloc&) {
        stream_->tell_out_of_memory("null");
      }
      if (!is_alone) continue;
      return stage_.workers.run_kept([&] {
        start_second();
        let_others_read(turn);
      });
    }
    return false;
  }

  void start_second() {
    if (second_.joinable()) return;
    try {
      second_ = std::thread([this, buffer = std::vector<char>(piece_bytes)]() mutable {
        leave_signals_to_others();
        listen_to_end(std::move(buffer));
      });
    } catch (
        const std::exception&) {  // NOLINT(bugprone-empty-catch): no threads or no memory left: then nobody reads meanwhile
    }
  }

  void let_others_read(std::unique_lock<OrderedMutex>& turn) {
    turn.unlock();
    streams_.let_others_read();
  }

  void hear_end(bool has_failed) {
    if (std::exchange(has_ended_, true)) return;
    if (has_failed) has_failed_ = true;
    if (second_.joinable()) streams_.stop();
    if (!stream_->is_open()) conversation_->end();
    conversation_->hear_no_more();
  }

  ClientStreams& streams_;
  Stage& stage_;
  std::shared_ptr<Stream> stream_;
  std::shared_ptr<Conversation> conversation_;
  OrderedMutex hearing_{LockOrder::hearing};  // guards what follows, and the conversation: messages are heard one by one
  LineReader lines_{most_message_bytes};
  bool has_ended_ = false;
  std::thread second_;
  std::atomic<bool> has_failed_ = false;
};

}  // namespace

StdioEnd serve_stdio(ClientStreams& streams, Stage& stage, const Conversation::Names& names) {
  return Ears(streams, stage, names).listen();
}

}  // namespace kedge::mcp
