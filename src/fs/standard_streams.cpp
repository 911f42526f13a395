#include "fs/standard_streams.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "process/new_descriptors.hpp"

namespace kedge {
namespace {

class DescriptorStreams final : public ClientStreams {
 public:
  DescriptorStreams(int input, int output, std::array<int, 2> wake) : input_(input), output_(output), wake_(wake) {}
  ~DescriptorStreams() override {
    for (const int descriptor : {input_, output_, wake_[0], wake_[1]}) ::close(descriptor);
  }

  Outcome<std::size_t> read(std::span<char> into) override {
    for (;;) {
      std::array<pollfd, 2> waits{{{input_, POLLIN, 0}, {wake_[0], POLLIN, 0}}};
      if (::poll(waits.data(), waits.size(), -1) < 0) {
        if (errno == EINTR) continue;
        return failed(errno);
      }
      if (waits[1].revents != 0) return 0;
      const ssize_t got = ::read(input_, into.data(), into.size());
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR && errno != EAGAIN) return failed(errno);
    }
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
  int input_;
  int output_;
  std::array<int, 2> wake_;
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
