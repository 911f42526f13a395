#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "process/descriptor.hpp"
#include "process/new_descriptors.hpp"
#include "process/worker_starter.hpp"
#include "store/postgres.hpp"
#include "store/postgres_wire.hpp"

namespace kedge::postgres {
namespace {

using Clock = std::chrono::steady_clock;

// The program reports a server that does not answer by itself, after some attempts to connect and to ask.
constexpr std::chrono::milliseconds longest_silence(6 * longest_answer);
constexpr std::chrono::milliseconds longest_start(10'000);

bool is_ready(int descriptor, short what, Clock::time_point until) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    pollfd one{descriptor, what, 0};
    const int ready = ::poll(&one, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
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
    if (socket_.valid() && send(frame)) return true;
    socket_.close();
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

  int descriptor() const override { return socket_.get(); }
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
    socket_.take(starter_ ? starter_->start_worker(longest_start) : -1);
    if (socket_.valid()) return true;
    starter_ = WorkerStarter::start({program_});  // none from within a sandbox
    if (starter_) socket_.take(starter_->start_worker(longest_start));
    return socket_.valid();
  }

  bool send(std::string_view frame) {
    const Clock::time_point until = Clock::now() + longest_silence;
    while (!frame.empty()) {
      if (!is_ready(socket_.get(), POLLOUT, until)) return false;
      const ssize_t put = ::send(socket_.get(), frame.data(), frame.size(), without_signal | MSG_DONTWAIT);
      if (put >= 0) {
        frame.remove_prefix(static_cast<std::size_t>(put));
      } else if (errno != EINTR && errno != EAGAIN) {
        return false;
      }
    }
    return true;
  }

  std::optional<std::string> receive() {
    has_ended_ = false;
    const Clock::time_point until = Clock::now() + longest_silence;
    std::array<char, 65536> buffer;
    while (socket_.valid()) {
      if (std::optional<std::string> answer = whole_frame()) return answer;
      if (!is_ready(socket_.get(), POLLIN, until)) break;
      const ssize_t got = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
      if (got > 0) {
        read_.append(buffer.data(), static_cast<std::size_t>(got));
      } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
        has_ended_ = true;
        break;
      }
    }
    socket_.close();  // a late answer would be taken for that to the next question
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
  Descriptor socket_{-1};  // to the worker
  std::string settings_;   // the last request to connect
  std::string asked_;      // what can be asked of another worker as well
  std::string read_;
  bool has_ended_ = false;
};

}  // namespace

std::unique_ptr<Channel> start_channel(const std::string& program) {
  std::unique_ptr<WorkerStarter> starter = WorkerStarter::start({program});
  return starter ? std::make_unique<WorkerChannel>(program, std::move(starter)) : nullptr;
}

}  // namespace kedge::postgres
