#include "process/sent_descriptor.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <string>

#include "process/descriptor.hpp"

namespace kedge {
namespace {

struct Pair {
  explicit Pair(int type) { EXPECT_EQ(::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends.data()), 0); }
  ~Pair() {
    for (const int end : ends) ::close(end);
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  std::array<int, 2> ends{};
};

ino_t number_of(int descriptor) {
  struct stat info{};
  EXPECT_EQ(::fstat(descriptor, &info), 0);
  return info.st_ino;
}

TEST(SentDescriptor, ArrivesWithTheBytesAndIsNotInherited) {
  for (const int type : {SOCK_STREAM, SOCK_SEQPACKET}) {
    const Pair pair(type);
    const Descriptor sent(::open("/dev/null", O_RDWR));
    EXPECT_EQ(send_with_descriptor(pair.ends[0], "bytes", sent.get()), 5);
    std::array<char, 16> bytes{};
    const ReceivedWithDescriptor received = receive_with_descriptor(pair.ends[1], bytes);
    const Descriptor attached(received.attached);
    EXPECT_EQ(received.size, 5);
    EXPECT_FALSE(received.is_cut);
    EXPECT_EQ(std::string(bytes.data(), 5), "bytes");
    ASSERT_TRUE(attached.valid());
    EXPECT_NE(attached.get(), sent.get());
    EXPECT_EQ(number_of(attached.get()), number_of(sent.get()));
    EXPECT_NE(::fcntl(attached.get(), F_GETFD) & FD_CLOEXEC, 0);
  }
}

TEST(SentDescriptor, BytesCanComeWithoutOne) {
  const Pair pair(SOCK_STREAM);
  EXPECT_EQ(send_with_descriptor(pair.ends[0], "x", -1), 1);
  std::array<char, 4> bytes{};
  const ReceivedWithDescriptor received = receive_with_descriptor(pair.ends[1], bytes);
  EXPECT_EQ(received.size, 1);
  EXPECT_EQ(received.attached, -1);
}

TEST(SentDescriptor, WhatIsCutOffIsTold) {
  const Pair pair(SOCK_SEQPACKET);
  EXPECT_EQ(send_with_descriptor(pair.ends[0], "longer", -1), 6);
  std::array<char, 4> bytes{};
  EXPECT_TRUE(receive_with_descriptor(pair.ends[1], bytes).is_cut);
}

TEST(SentDescriptor, TheEndAndFailuresAreTold) {
  std::array<char, 4> bytes{};
  {
    const Pair pair(SOCK_STREAM);
    EXPECT_EQ(receive_with_descriptor(pair.ends[1], bytes, MSG_DONTWAIT).size, -1);
    EXPECT_EQ(errno, EAGAIN);
    ::shutdown(pair.ends[0], SHUT_RDWR);
    EXPECT_EQ(receive_with_descriptor(pair.ends[1], bytes).size, 0);
    EXPECT_EQ(send_with_descriptor(pair.ends[1], "x", -1), -1) << "and no signal is raised";
    EXPECT_EQ(errno, EPIPE);
  }
  EXPECT_EQ(send_with_descriptor(-1, "x", 0), -1);
}

}  // namespace
}  // namespace kedge
