#include "process/input_watch.hpp"

#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace kedge {
namespace {

class EpollWatch final : public InputWatch {
 public:
  EpollWatch(int epoll, int input, int end) : epoll_(epoll), input_(input), end_(end) {}
  ~EpollWatch() override { ::close(epoll_); }

  bool begin() { return change(EPOLL_CTL_ADD, input_, EPOLLIN | EPOLLONESHOT) && change(EPOLL_CTL_ADD, end_, EPOLLIN); }

  Seen wait() override {
    std::array<epoll_event, 2> events{};
    for (;;) {
      const int seen = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
      if (seen > 0) return seen == 1 && events[0].data.fd == input_ ? Seen::input : Seen::end;
      if (seen < 0 && errno != EINTR) return Seen::nothing;
    }
  }

  void watch_on() override { change(EPOLL_CTL_MOD, input_, EPOLLIN | EPOLLONESHOT); }

 private:
  bool change(int how, int descriptor, std::uint32_t events) const {
    epoll_event event{};
    event.events = events;
    event.data.fd = descriptor;
    return ::epoll_ctl(epoll_, how, descriptor, &event) == 0;
  }

  int epoll_, input_, end_;
};

}  // namespace

std::unique_ptr<InputWatch> InputWatch::over(int input, int end) {
  const int epoll = ::epoll_create1(EPOLL_CLOEXEC);
  if (epoll < 0) return nullptr;
  auto watch = std::make_unique<EpollWatch>(epoll, input, end);
  if (!watch->begin()) return nullptr;
  return watch;
}

}  // namespace kedge
