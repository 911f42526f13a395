#include "fs/standard_streams.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

namespace kedge {
namespace {

// Streams with our ends of them.
struct Wired {
  int to_server = -1;
  int from_server = -1;
  std::unique_ptr<ClientStreams> streams;

  explicit Wired(int flags = O_CLOEXEC) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::pipe2(in.data(), flags) != 0 || ::pipe2(out.data(), flags) != 0) return;
    to_server = in[1];
    from_server = out[0];
    streams = *streams_over(in[0], out[1]);
  }
  ~Wired() {
    ::close(to_server);
    ::close(from_server);
  }
};

std::string read_some(ClientStreams& streams) {
  std::array<char, 100> buffer{};
  const Outcome<std::size_t> got = streams.read(buffer);
  return got ? std::string(buffer.data(), *got) : describe(got.error());
}

TEST(StandardStreams, WhatIsWrittenOnOneSideIsReadOnTheOther) {
  const Wired wired;
  ASSERT_EQ(::write(wired.to_server, "abc", 3), 3);
  EXPECT_EQ(read_some(*wired.streams), "abc");
  ASSERT_TRUE(wired.streams->write("answer"));
  std::array<char, 100> buffer{};
  EXPECT_EQ(::read(wired.from_server, buffer.data(), buffer.size()), 6);
}

TEST(StandardStreams, TheEndOfTheInputIsNothing) {
  Wired wired;
  ::close(std::exchange(wired.to_server, -1));
  EXPECT_EQ(read_some(*wired.streams), "");
}

TEST(StandardStreams, StopEndsAReadThatWaitsAndAllThatFollow) {
  const Wired wired;
  std::thread stopper([&] { wired.streams->stop(); });
  EXPECT_EQ(read_some(*wired.streams), "");
  stopper.join();
  ASSERT_EQ(::write(wired.to_server, "abc", 3), 3);
  EXPECT_EQ(read_some(*wired.streams), "");
}

TEST(StandardStreams, WhoeverHasReadSomethingGetsTheRestUntilItLetsOthersRead) {
  const Wired wired;
  if (!wired.streams->serves_several_readers()) GTEST_SKIP() << "this system cannot";
  ASSERT_EQ(::write(wired.to_server, "one", 3), 3);
  EXPECT_EQ(read_some(*wired.streams), "one");
  std::string other;
  std::atomic<bool> has_read = false;
  std::thread reader([&] {
    other = read_some(*wired.streams);
    has_read = true;
  });
  ASSERT_EQ(::write(wired.to_server, "two", 3), 3);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(has_read);
  wired.streams->let_others_read();
  reader.join();
  EXPECT_EQ(other, "two");
  wired.streams->let_others_read();
  wired.streams->stop();
  EXPECT_EQ(read_some(*wired.streams), "");
}

TEST(StandardStreams, WhoeverIsTheOnlyReaderJustReadsOn) {
  const Wired wired;
  for (const std::string word : {"one", "two", "six"}) {
    ASSERT_EQ(::write(wired.to_server, word.data(), word.size()), 3);
    EXPECT_EQ(read_some(*wired.streams), word);
  }
}

TEST(StandardStreams, AnOrdinaryFileHasOneReader) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  std::fputs("all of it", file);
  std::rewind(file);
  const std::unique_ptr<ClientStreams> streams = *streams_over(::dup(::fileno(file)), ::dup(STDERR_FILENO));
  std::fclose(file);
  EXPECT_FALSE(streams->serves_several_readers());
  EXPECT_EQ(read_some(*streams), "all of it");
  EXPECT_EQ(read_some(*streams), "");
}

TEST(StandardStreams, AClientThatIsGoneIsTold) {
  std::signal(SIGPIPE, SIG_IGN);
  Wired wired;
  ::close(std::exchange(wired.from_server, -1));
  const Outcome<void> written = wired.streams->write("answer");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().number, EPIPE);
}

TEST(StandardStreams, AllIsWrittenAlsoWhereTheStreamDoesNotBlock) {
  const Wired wired(O_CLOEXEC | O_NONBLOCK);
  const std::string much(1'000'000, 'x');
  std::thread writer([&] { EXPECT_TRUE(wired.streams->write(much)); });
  std::string got;
  std::array<char, 4096> buffer{};
  while (got.size() < much.size()) {
    const ssize_t count = ::read(wired.from_server, buffer.data(), buffer.size());
    if (count > 0) got.append(buffer.data(), static_cast<std::size_t>(count));
    if (count < 0) std::this_thread::yield();
  }
  writer.join();
  EXPECT_EQ(got, much);
}

}  // namespace
}  // namespace kedge
