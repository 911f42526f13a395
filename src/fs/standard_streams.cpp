#include "fs/standard_streams.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <thread>

#include "process/input_watch.hpp"
#include "process/new_descriptors.hpp"

namespace kedge {
namespace {

class DescriptorStreams final : public ClientStreams {
 public:
  DescriptorStreams(int input, int output, std::array<int, 2> wake)
      : input_(input), output_(output), wake_(wake), watch_(InputWatch::over(input, wake[0])) {}
  ~DescriptorStreams() override {
    for (const int descriptor : {input_, output_, wake_[0], wake_[1]}) ::close(descriptor);
  }

  Outcome<std::size_t> read(std::span<char> into) override {
    for (;;) {
      if (reader_ == std::this_thread::get_id()) let_others_read();
      const InputWatch::Seen seen = watch_ ? watch_->wait() : wait();
      if (seen == InputWatch::Seen::end) return 0;
      if (seen == InputWatch::Seen::nothing) return failed(errno);
      reader_ = std::this_thread::get_id();
      const ssize_t got = ::read(input_, into.data(), into.size());
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR && errno != EAGAIN) return failed(errno);
    }
  }

  bool serves_several_readers() const override { return watch_ != nullptr; }
  void let_others_read() override {
    reader_ = std::thread::id();
    if (watch_) watch_->watch_on();
  }

  Outcome<void> write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t put = ::write(output_, bytes.data(), bytes.size());
      if (put >= 0) {
        bytes.remove_prefix(static_cast<std::size_t>(put));
      } else if (errno == EAGAIN) {
        // The other end of the pipe may have been set to not block, and with it this one.
        pollfd wait{output_, POLLOUT, 0};
        ::poll(&wait, 1, -1);
      } else if (errno != EINTR) {
        return failed(errno);
      }
    }
    return {};
  }

  void stop() override {
    // Never read, so that it stays readable; a full pipe is as good.
    [[maybe_unused]] const ssize_t put = ::write(wake_[1], "", 1);
  }

 private:
  // For one reader.
  InputWatch::Seen wait() const {
    std::array<pollfd, 2> waits{{{input_, POLLIN, 0}, {wake_[0], POLLIN, 0}}};
    while (::poll(waits.data(), waits.size(), -1) < 0) {
      if (errno != EINTR) return InputWatch::Seen::nothing;
    }
    return waits[1].revents != 0 ? InputWatch::Seen::end : InputWatch::Seen::input;
  }

  int input_;
  int output_;
  std::array<int, 2> wake_;
  std::unique_ptr<InputWatch> watch_;    // null: there is only one reader
  std::atomic<std::thread::id> reader_;  // whoever has got something, and keeps the others waiting; nobody if it is no thread
};

}  // namespace

Outcome<std::unique_ptr<ClientStreams>> streams_over(int input, int output) {
  std::array<int, 2> wake{};
  if (!make_pipe(wake, Waits::no)) return failed(errno);
  return std::make_unique<DescriptorStreams>(input, output, wake);
}

Outcome<std::unique_ptr<ClientStreams>> claim_standard_streams() {
  const int input = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (input < 0) return failed(errno);
  const int output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (output < 0) return failed(errno);
  if (::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return failed(errno);
  return streams_over(input, output);
}

}  // namespace kedge
