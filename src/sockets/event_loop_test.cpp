#include "sockets/event_loop.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <stdexcept>
#include <string>
#include <thread>

#include "sockets/end_signals.hpp"
#include "sockets/stream_sockets.hpp"

namespace kedge {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds long_enough{10'000};

struct BothEnds {
  BothEnds() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    here = std::make_unique<ByteStream>(ends[0]);
    there = std::make_unique<ByteStream>(ends[1]);
  }
  std::unique_ptr<ByteStream> here, there;
};

Task<int> sum_up_to(int number) {
  if (number == 0) co_return 0;
  const int rest = co_await sum_up_to(number - 1);
  co_return rest + number;
}

Task<void> add_often(int times, int& total) {
  for (int i = 0; i < times; ++i) total += co_await sum_up_to(1);
}

TEST(EventLoop, WhatNeedNotWaitIsDoneAtOnceHoweverOften) {
  int total = 0;
  EventLoop::start(add_often(1'000'000, total));  // would need a deep stack if each were resumed by the one before
  EXPECT_EQ(total, 1'000'000);
}

Task<void> wait_and_tell(Waiting& waiting, int descriptor, Readiness readiness, Waiting::Time until, std::string& told) {
  const Woke woke = co_await waiting.wait(descriptor, readiness, until);
  told += woke == Woke::ready ? "ready " : woke == Woke::late ? "late " : "called ";
}

TEST(EventLoop, AWaitEndsWhenItIsReadyOrLateOrCalledOff) {
  EventLoop loop;
  BothEnds pair;
  Waiting to_read(loop), to_write(loop), hung_up(loop), late(loop), called(loop);
  std::string told;
  const auto never = Waiting::Time::max();
  const int here = pair.here->descriptor();
  EventLoop::start(wait_and_tell(to_write, here, Readiness::to_write, never, told));
  loop.turn(long_enough);
  EXPECT_EQ(told, "ready ");
  EventLoop::start(wait_and_tell(late, -1, Readiness::none, EventLoop::Clock::now() + milliseconds(5), told));
  loop.turn(long_enough);
  EXPECT_EQ(told, "ready late ");
  EventLoop::start(wait_and_tell(to_read, here, Readiness::to_read, never, told));
  EventLoop::start(wait_and_tell(called, -1, Readiness::none, never, told));
  loop.turn(milliseconds(0));
  EXPECT_EQ(told, "ready late ") << "nothing has happened";
  called.wake();
  called.wake();
  loop.turn(long_enough);
  EXPECT_EQ(told, "ready late called ");
  pair.there->write("x");
  loop.turn(long_enough);
  EXPECT_EQ(told, "ready late called ready ");
  EventLoop::start(wait_and_tell(hung_up, here, Readiness::hung_up, never, told));
  loop.turn(milliseconds(0));
  EXPECT_EQ(told, "ready late called ready ") << "there is something to read, but the other end is still there";
  pair.there->end_sending();
  loop.turn(long_enough);
  EXPECT_EQ(told, "ready late called ready ready ");
  to_read.wake();  // nobody waits any more
  loop.turn(milliseconds(0));
}

Task<void> fail_after(Waiting& waiting) {
  co_await waiting.wait_until(EventLoop::Clock::now());
  throw std::runtime_error("no");
}

Task<void> catch_it(Waiting& waiting, std::string& told) {
  try {
    co_await fail_after(waiting);
  } catch (const std::runtime_error& error) {
    told = error.what();
  }
}

TEST(EventLoop, AnExceptionGoesToWhoeverAwaitsAndEndsNothingElse) {
  EventLoop loop;
  Waiting one(loop), other(loop);
  std::string told;
  EventLoop::start(fail_after(one));
  EventLoop::start(catch_it(other, told));
  loop.turn(long_enough);
  EXPECT_EQ(told, "no");
}

TEST(EventLoop, WhatIsPostedByOtherThreadsIsDoneByItsOwn) {
  EventLoop loop;
  constexpr int threads = 4, each = 500;
  int done = 0;  // not atomic: only this thread counts
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) {
    all.emplace_back([&] {
      for (int left = each; left > 0; --left) loop.post([&done] { ++done; });
    });
  }
  while (done < threads * each) loop.turn(long_enough);
  for (std::thread& thread : all) thread.join();
  EXPECT_EQ(done, threads * each);
}

TEST(EndSignals, AreHeardWhileTheyAreClaimedAndCounted) {
  struct sigaction before{}, after{};
  ::sigaction(SIGTERM, nullptr, &before);
  const auto of_whoever_runs_this = std::signal(SIGHUP, SIG_DFL);
  {
    const auto outer = EndSignals::claim();
    ASSERT_TRUE(outer.has_value());
    {
      const auto inner = EndSignals::claim();
      ASSERT_TRUE(inner.has_value());
      EXPECT_EQ((*inner)->take(), 0U);
      std::raise(SIGTERM);
      std::raise(SIGINT);
      EXPECT_EQ((*inner)->take(), 2U);
      EXPECT_EQ((*outer)->take(), 0U);
    }
    std::raise(SIGHUP);
    EXPECT_EQ((*outer)->take(), 1U);
  }
  ::sigaction(SIGTERM, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
  std::signal(SIGHUP, SIG_IGN);
  {
    const auto deaf = EndSignals::claim();
    ASSERT_TRUE(deaf.has_value());
    std::raise(SIGHUP);
    EXPECT_EQ((*deaf)->take(), 0U) << "nohup asks for that";
  }
  std::signal(SIGHUP, of_whoever_runs_this);
}

}  // namespace
}  // namespace kedge
