#include <array>
#include <chrono>
#include <cstring>

#include "process/worker_starter.hpp"
#include "sockets/stream_sockets.hpp"
#include "store/postgres.hpp"
#include "store/postgres_wire.hpp"

namespace kedge::postgres {
namespace {

using Clock = std::chrono::steady_clock;

// The program reports a server that does not answer by itself, after some attempts to connect and to ask.
constexpr std::chrono::milliseconds longest_silence(6 * longest_answer);
constexpr std::chrono::milliseconds longest_start(10'000);

// False: not before that moment.
bool is_ready(const ByteStream& stream, bool to_write, Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  if (left.count() <= 0) return false;
  std::array<WaitsFor, 1> one{{{.descriptor = stream.descriptor(), .to_write = to_write}}};
  wait_for(one, left);
  return true;
}

Ask kind_of(std::string_view frame) { return static_cast<Ask>(frame[sizeof(std::uint32_t)]); }

// Nothing that was done before is needed for it: another worker can be asked the same.
bool stands_alone(std::string_view frame) {
  if (kind_of(frame) != Ask::run) return kind_of(frame) == Ask::connect;
  return (static_cast<std::uint8_t>(frame[sizeof(std::uint32_t) + 1]) & begins_anew_bit) != 0;
}

class WorkerChannel final : public Channel {
 public:
  WorkerChannel(std::string program, std::unique_ptr<WorkerStarter> starter)
      : program_(std::move(program)), starter_(std::move(starter)) {}

  std::optional<std::string> ask(std::string_view frame) override { return begin(frame) ? finish() : std::nullopt; }

  bool begin(std::string_view frame) override {
    if (kind_of(frame) == Ask::connect) settings_ = frame;
    asked_ = stands_alone(frame) ? frame : std::string_view();
    if (worker_ && send(frame)) return true;
    worker_.reset();
    has_ended_ = true;
    return stands_alone(frame) && ask_another(frame);
  }

  // A worker that ended is replaced, and asked the same once more if that is not about something that ended with it.
  std::optional<std::string> finish() override {
    const std::string again(std::exchange(asked_, std::string()));
    std::optional<std::string> answer = receive();
    if (!answer && has_ended_ && !again.empty() && ask_another(again)) answer = receive();
    return answer;
  }

  int descriptor() const override { return worker_ ? worker_->descriptor() : -1; }
  bool has_ended() const override { return has_ended_; }

 private:
  // Makes a worker that knows what it is to connect to, and asks it.
  bool ask_another(std::string_view frame) {
    if (!renew()) return false;
    if (kind_of(frame) != Ask::connect && !settings_.empty()) {
      // If it does not reach the server, it tries again when it is asked.
      if (!send(settings_) || !receive()) return false;
    }
    return send(frame);
  }

  bool renew() {
    read_.clear();
    worker_.reset();
    if (!starter_ || !start_worker()) {
      starter_ = WorkerStarter::start({program_});  // none from within a sandbox
      if (starter_) start_worker();
    }
    return worker_ != nullptr;
  }

  bool start_worker() {
    const int descriptor = starter_->start_worker(longest_start);
    if (descriptor >= 0) worker_ = std::make_unique<ByteStream>(descriptor);
    return descriptor >= 0;
  }

  bool send(std::string_view frame) {
    const Clock::time_point until = Clock::now() + longest_silence;
    while (!frame.empty()) {
      if (!is_ready(*worker_, true, until)) return false;
      const std::optional<std::size_t> taken = worker_->write(frame);
      if (!taken) return false;
      frame.remove_prefix(*taken);
    }
    return true;
  }

  std::optional<std::string> receive() {
    has_ended_ = false;
    const Clock::time_point until = Clock::now() + longest_silence;
    while (worker_) {
      if (std::optional<std::string> answer = whole_frame()) {
        has_ended_ = false;
        return answer;
      }
      if (has_ended_ || !is_ready(*worker_, false, until)) break;
      has_ended_ = !worker_->read(read_);
    }
    worker_.reset();  // a late answer would be taken for that to the next question
    return std::nullopt;
  }

  std::optional<std::string> whole_frame() {
    std::uint32_t size = 0;
    if (read_.size() < sizeof size) return std::nullopt;
    std::memcpy(&size, read_.data(), sizeof size);
    if (read_.size() < sizeof size + size) return std::nullopt;
    std::string frame = read_.substr(sizeof size, size);
    read_.erase(0, sizeof size + size);
    return frame;
  }

  std::string program_;
  std::unique_ptr<WorkerStarter> starter_;
  std::unique_ptr<ByteStream> worker_;
  std::string settings_;  // the last request to connect
  std::string asked_;     // what can be asked of another worker as well
  std::string read_;
  bool has_ended_ = false;
};

}  // namespace

std::unique_ptr<Channel> start_channel(const std::string& program) {
  std::unique_ptr<WorkerStarter> starter = WorkerStarter::start({program});
  return starter ? std::make_unique<WorkerChannel>(program, std::move(starter)) : nullptr;
}

}  // namespace kedge::postgres
