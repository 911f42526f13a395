#include "mcp/stdio.hpp"

#include <atomic>
#include <cerrno>
#include <memory>
#include <utility>

#include "mcp/batch_answer.hpp"
#include "mcp/line_reader.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::size_t piece_bytes = 64UL * 1024;

// All that goes to the client, one message after the other. A client that does not read keeps everybody waiting who has
// something to tell it, and so is not read either.
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

  StdioEnd end() const { return end_; }
  // What a client asked for that no longer takes answers is not begun.
  bool is_open() const { return end_ == StdioEnd::input_ended; }

 private:
  void send(std::optional<std::string> line, const std::function<void()>& settle) {
    if (line) line->push_back('\n');
    const std::lock_guard lock(writing_);
    // Before the client can know the answer and use the id again; and nobody else answers before this is written.
    settle();
    if (!line || !is_open()) return;
    const Outcome<void> written = streams_.write(*line);
    if (written) return;
    end_ = written.error().number == EPIPE ? StdioEnd::client_gone : StdioEnd::failed;
    streams_.stop();
  }

  ClientStreams& streams_;
  std::mutex writing_;
  std::atomic<StdioEnd> end_ = StdioEnd::input_ended;
};

void take(const Line& line, Conversation& conversation, const std::shared_ptr<Outlet>& stream) {
  const auto refuse = [&](std::string_view what) {
    stream->answer(error_line({}, {ErrorCode::invalid_request, std::string(what)}), ErrorCode::invalid_request, [] {});
  };
  if (line.too_long) return refuse(concat("a message of more than ", most_message_bytes, " bytes"));
  if (line.text.find_first_not_of(" \t\r") == std::string::npos) return;
  Incoming incoming = read_message(line.text);
  if (!incoming.batch) return conversation.hear(std::move(incoming.messages.front()), stream);
  if (!conversation.takes_batches()) return refuse("this revision of the protocol has no batches");
  const auto batch = std::make_shared<BatchAnswer>(incoming.messages.size(), stream);
  for (Message& message : incoming.messages) conversation.hear(std::move(message), batch);
}

}  // namespace

StdioEnd serve_stdio(ClientStreams& streams, Stage& stage, const Conversation::Names& names) {
  const auto stream = std::make_shared<Stream>(streams);
  const auto conversation = std::make_shared<Conversation>(stage, names, stream);
  LineReader lines(most_message_bytes);
  std::vector<char> buffer(piece_bytes);
  Outcome<std::size_t> got = 0;
  while ((got = streams.read(buffer)) && *got > 0) {
    std::string_view piece(buffer.data(), *got);
    while (!piece.empty()) {
      const std::optional<Line> line = lines.next(piece);
      if (line && stream->is_open()) take(*line, *conversation, stream);
    }
  }
  if (!stream->is_open()) conversation->end();
  conversation->hear_no_more();
  stage.workers.finish();
  conversation->end();
  stage.subscribers.finish();
  return got ? stream->end() : StdioEnd::failed;
}

}  // namespace kedge::mcp
