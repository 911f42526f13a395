#include "mcp/stdio.hpp"

#include <atomic>
#include <cerrno>
#include <memory>
#include <utility>

#include "mcp/line_reader.hpp"
#include "mcp/ticker.hpp"
#include "mcp/workers.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::size_t piece_bytes = 64UL * 1024;
constexpr std::chrono::milliseconds pause_between_ticks(50);

// Where the answer to a message goes, with the call that it ends if it was one. No line: there is nothing to be said.
using Answer = std::function<void(std::optional<std::string> line, const AcceptedCall* call)>;

// The answers of a batch, which are sent together when the last is there.
class BatchAnswer {
 public:
  BatchAnswer(std::size_t messages, Server& server, Answer send)
      : missing_(messages), server_(server), send_(std::move(send)) {}

  void add(std::optional<std::string> line, const AcceptedCall* call) {
    const std::lock_guard lock(mutex_);
    if (call != nullptr) server_.settle(*call);
    if (line) append(lines_, concat(lines_.empty() ? "[" : ",", *line));
    if (--missing_ > 0) return;
    send_(lines_.empty() ? std::nullopt : std::optional(concat(lines_, ']')), nullptr);
  }

 private:
  std::mutex mutex_;
  std::string lines_;
  std::size_t missing_;
  Server& server_;
  Answer send_;
};

class Stdio {
 public:
  Stdio(ClientStreams& streams, Server& server, const std::function<void()>& tick)
      : streams_(streams), server_(server), ticker_(pause_between_ticks, tick) {}

  StdioEnd serve() {
    LineReader lines(most_message_bytes);
    std::vector<char> buffer(piece_bytes);
    Outcome<std::size_t> got = 0;
    while ((got = streams_.read(buffer)) && *got > 0) {
      std::string_view piece(buffer.data(), *got);
      while (!piece.empty()) {
        if (const std::optional<Line> line = lines.next(piece)) take(*line);
      }
    }
    workers_.finish();
    ticker_.finish();
    return got ? end_.load() : StdioEnd::failed;
  }

 private:
  // What a client asked for that no longer takes answers is not begun.
  bool listens() const { return end_ == StdioEnd::input_ended; }

  void take(const Line& line) {
    const Answer send = [this](std::optional<std::string> answer, const AcceptedCall* call) {
      this->send(std::move(answer), call);
    };
    if (line.too_long) {
      send(error_line({}, ErrorCode::invalid_request, concat("a message of more than ", most_message_bytes, " bytes")),
           nullptr);
      return;
    }
    if (line.text.find_first_not_of(" \t\r") == std::string::npos) return;
    Incoming incoming = read_message(line.text);
    if (!incoming.batch) {
      react(std::move(incoming.messages.front()), send);
    } else if (!server_.takes_batches()) {
      send(error_line({}, ErrorCode::invalid_request, "this revision of the protocol has no batches"), nullptr);
    } else {
      const auto batch = std::make_shared<BatchAnswer>(incoming.messages.size(), server_, send);
      const Answer add = [batch](std::optional<std::string> answer, const AcceptedCall* call) {
        batch->add(std::move(answer), call);
      };
      for (Message& message : incoming.messages) react(std::move(message), add);
    }
  }

  void react(Message message, const Answer& answer) {
    Reaction reaction = server_.hear(std::move(message));
    std::visit(overloaded{
                   [&](NoAnswer) { answer(std::nullopt, nullptr); },
                   [&](std::string& line) { answer(std::move(line), nullptr); },
                   [&](AcceptedCall& call) { begin(std::move(call), answer); },
               },
               reaction);
  }

  void begin(AcceptedCall call, const Answer& answer) {
    const Lane lane = call.tool->changes_files() ? Lane::one_by_one : Lane::side_by_side;
    workers_.add(lane, [this, call = std::move(call), answer] {
      if (!listens()) return;
      answer(server_.carry_out(call), &call);
      ticker_.note();
    });
  }

  void send(std::optional<std::string> line, const AcceptedCall* call) {
    if (line) line->push_back('\n');
    const std::lock_guard lock(writing_);
    // Before the client can know the answer and use the id again; and nobody else answers before this is written.
    if (call != nullptr) server_.settle(*call);
    if (!line || !listens()) return;
    const Outcome<void> written = streams_.write(*line);
    if (written) return;
    end_ = written.error().number == EPIPE ? StdioEnd::client_gone : StdioEnd::failed;
    streams_.stop();
  }

  ClientStreams& streams_;
  Server& server_;
  std::mutex writing_;
  std::atomic<StdioEnd> end_ = StdioEnd::input_ended;
  Ticker ticker_;
  Workers workers_;  // last: its threads use what is above
};

}  // namespace

StdioEnd serve_stdio(ClientStreams& streams, Server& server, const std::function<void()>& tick) {
  return Stdio(streams, server, tick).serve();
}

}  // namespace kedge::mcp
