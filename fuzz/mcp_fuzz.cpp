// Any bytes as lines of a session, in pieces of any size: the lines are those of a reader who has all of it at once, every
// answer is one line of JSON, a request is answered once, and nothing is answered that was not asked.
#include <condition_variable>
#include <string>
#include <string_view>

#include "fuzz/input.hpp"
#include "fuzz/mcp_stage.hpp"
#include "mcp/batch_answer.hpp"
#include "mcp/line_reader.hpp"
#include "support/json_read.hpp"
#include "support/require.hpp"

namespace kedge::fuzz {
namespace {

constexpr std::size_t longest_message = 1000;

constexpr std::string_view opening =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26"}})";

// ---- answers

void check_message(const Json& message, bool is_answer) {
  KEDGE_REQUIRE(message.find("jsonrpc") != nullptr && *message.find("jsonrpc") == Json("2.0"));
  if (!is_answer) {
    KEDGE_REQUIRE(message.find("method") != nullptr);
    return;
  }
  KEDGE_REQUIRE(message.find("id") != nullptr);
  KEDGE_REQUIRE((message.find("result") != nullptr) != (message.find("error") != nullptr));
}

void check_line(std::string_view line, bool is_answer) {
  KEDGE_REQUIRE(line.find('\n') == std::string_view::npos);
  const auto message = read_json(line);
  KEDGE_REQUIRE(message.has_value());
  if (const Json::Array* const batch = message->as_array()) {
    for (const Json& each : *batch) check_message(each, is_answer);
  } else {
    check_message(*message, is_answer);
  }
}

// Where the messages of one line go.
class Outlet final : public mcp::Outlet {
 public:
  explicit Outlet(bool is_request) : is_request_(is_request) {}

  void notify(std::string line) override { check_line(line, false); }
  void ask(std::string line) override { check_line(line, false); }
  void answer(std::optional<std::string> line, std::optional<mcp::ErrorCode>, const std::function<void()>& settle) override {
    if (line) check_line(*line, true);
    KEDGE_REQUIRE(!line || is_request_);
    settle();
    const std::lock_guard lock(mutex_);
    KEDGE_REQUIRE(!std::exchange(ended_, true));
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    KEDGE_REQUIRE(changed_.wait_for(lock, std::chrono::seconds(60), [&] { return ended_; }));
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_request_;
  bool ended_ = false;
};

bool expects_answer(const mcp::Message& message) {
  return std::holds_alternative<mcp::RequestMessage>(message) || std::holds_alternative<mcp::BadMessage>(message);
}

class Session {
 public:
  explicit Session(mcp::Stage& stage)
      : aside_(std::make_shared<Outlet>(false)),
        conversation_(std::make_shared<mcp::Conversation>(stage, mcp::Conversation::Names{"session", "stateless"}, aside_)) {}

  // As the standard streams do it.
  void take(const mcp::Line& line) {
    if (line.too_long || line.text.find_first_not_of(" \t\r") == std::string::npos) return;
    mcp::Incoming incoming = mcp::read_message(line.text);
    KEDGE_REQUIRE(!incoming.messages.empty() && (incoming.batch || incoming.messages.size() == 1));
    if (incoming.batch && !conversation_->takes_batches()) return;
    bool answered = false;
    for (const mcp::Message& message : incoming.messages) answered = answered || expects_answer(message);
    outlets_.push_back(std::make_shared<Outlet>(answered));
    std::shared_ptr<mcp::Outlet> outlet = outlets_.back();
    if (incoming.batch) outlet = std::make_shared<mcp::BatchAnswer>(incoming.messages.size(), outlet);
    for (mcp::Message& message : incoming.messages) conversation_->hear(std::move(message), outlet);
  }

  void finish() {
    conversation_->hear_no_more();
    for (const auto& outlet : outlets_) outlet->wait();
    conversation_->end();
  }

 private:
  std::shared_ptr<Outlet> aside_;
  std::shared_ptr<mcp::Conversation> conversation_;
  std::vector<std::shared_ptr<Outlet>> outlets_;
};

}  // namespace

void mcp(std::string_view bytes) {
  static McpStage server;
  Input input(bytes);
  Session session(server.stage);
  // The first byte says whether the session is open already.
  if (input.byte() % 2 == 0) session.take({std::string(opening), false});
  kedge::mcp::LineReader lines(longest_message);
  for (std::string_view left = input.rest(); !left.empty();) {
    if (const std::optional<kedge::mcp::Line> line = lines.next(left)) session.take(*line);
  }
  session.finish();
}

}  // namespace kedge::fuzz
