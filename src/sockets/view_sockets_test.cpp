#include "sockets/view_sockets.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "process/sent_descriptor.hpp"
#include "support/strings.hpp"
#include "tests/support/scratch_state.hpp"

namespace kedge {
namespace {

namespace stdfs = std::filesystem;

std::size_t entries(const stdfs::path& folder) {
  return static_cast<std::size_t>(std::distance(stdfs::directory_iterator(folder), stdfs::directory_iterator()));
}

// Two ends of one connection.
struct Pair {
  std::unique_ptr<ViewConnection> one, other;
};
Pair connected() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, ends.data()), 0);
  return {std::make_unique<ViewConnection>(ends[0]), std::make_unique<ViewConnection>(ends[1])};
}

class ViewSockets : public testing::Test {
 protected:
  stdfs::path views() const { return place_.file("views"); }
  std::unique_ptr<ViewListener> listener() { return ViewListener::open(place_.fs(), place_.state()).value(); }

  test::ScratchState place_;
  ViewFolder folder_{place_.fs(), place_.state()};
};

TEST_F(ViewSockets, AViewIsFoundUnderANameThatNobodyCanGuessAndIsItsUsersAlone) {
  EXPECT_TRUE(folder_.names().empty());
  const std::unique_ptr<ViewListener> view = listener();
  const std::vector<std::string> names = folder_.names();
  ASSERT_EQ(names.size(), 1U);
  EXPECT_EQ(names.front().size(), 32U);
  struct stat info{};
  ASSERT_EQ(::stat(views().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777U, 0700U);
  ASSERT_EQ(::stat((views() / names.front()).c_str(), &info), 0);
  EXPECT_TRUE(S_ISSOCK(info.st_mode));
  EXPECT_EQ(info.st_mode & 07777U, 0600U);
}

TEST_F(ViewSockets, WhatIsSentBeforeTheViewLooksIsThere) {
  const std::unique_ptr<ViewListener> view = listener();
  {
    const std::unique_ptr<ViewConnection> teller = folder_.connect(folder_.names().front()).value();
    EXPECT_EQ(teller->send("one"), ViewConnection::Sent::done);
    EXPECT_EQ(teller->send("two"), ViewConnection::Sent::done);
  }
  const std::unique_ptr<ViewConnection> heard = view->accept();
  ASSERT_NE(heard, nullptr);
  EXPECT_EQ(view->accept(), nullptr);
  EXPECT_EQ(heard->receive().message, "one");
  EXPECT_EQ(heard->receive().message, "two");
  EXPECT_TRUE(heard->receive().gone);
}

TEST_F(ViewSockets, AViewThatEndsLeavesNothing) {
  listener().reset();
  EXPECT_EQ(entries(views()), 0U);
}

TEST_F(ViewSockets, TheNameOfAViewThatDiedIsRemoved) {
  listener().reset();
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name(32, 'a');
  const std::string path = (views() / name).string();
  ASSERT_LT(path.size(), sizeof(address.sun_path));
  path.copy(address.sun_path, path.size());
  const int dead = ::socket(AF_UNIX, SOCK_SEQPACKET, 0);
  ASSERT_EQ(::bind(dead, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  ::close(dead);
  ASSERT_EQ(folder_.names(), std::vector<std::string>{name});
  EXPECT_EQ(folder_.connect(name).error().number, ECONNREFUSED);
  EXPECT_EQ(entries(views()), 0U);
}

TEST_F(ViewSockets, ForeignFilesAreNoViewsAndStay) {
  const std::unique_ptr<ViewListener> view = listener();
  const std::vector<std::string> names = folder_.names();
  const std::string name(31, 'b');
  place_.write(concat("views/", name, '1'), "a file");
  stdfs::create_symlink("/etc/passwd", views() / concat(name, '2'));
  stdfs::create_symlink(views() / names.front(), views() / concat(name, '3'));
  ASSERT_EQ(::mkfifo((views() / concat(name, '4')).c_str(), 0600), 0);
  stdfs::create_directory(views() / concat(name, '5'));
  place_.write("views/notes.txt", "not a view");
  EXPECT_EQ(folder_.names(), names);
  for (const char digit : {'1', '2', '3', '4', '5'}) {
    EXPECT_EQ(folder_.connect(concat(name, digit)).error().number, EACCES) << digit;
  }
  EXPECT_EQ(entries(views()), 7U);
}

TEST_F(ViewSockets, AFolderThatWasMadeAnewIsFound) {
  listener().reset();
  EXPECT_TRUE(folder_.names().empty());
  stdfs::remove_all(views());
  EXPECT_TRUE(folder_.names().empty());
  const std::unique_ptr<ViewListener> view = listener();
  EXPECT_EQ(folder_.names().size(), 1U);
}

TEST_F(ViewSockets, AFolderThatIsNotOursAloneIsNotUsed) {
  const std::unique_ptr<ViewListener> view = listener();
  stdfs::permissions(views(), stdfs::perms::owner_all | stdfs::perms::group_exec);
  EXPECT_TRUE(folder_.names().empty());
  EXPECT_EQ(ViewListener::open(place_.fs(), place_.state()).error().number, EACCES);
  stdfs::remove_all(views());
  stdfs::create_directory_symlink(place_.file("tx"), views());
  EXPECT_TRUE(folder_.names().empty());
  EXPECT_FALSE(ViewListener::open(place_.fs(), place_.state()));
}

TEST(ViewConnection, AFullOneSaysSoAndOneThatIsGone) {
  Pair pair = connected();
  ViewConnection::Sent sent = ViewConnection::Sent::done;
  int count = 0;
  for (; sent == ViewConnection::Sent::done && count < 100'000; ++count) sent = pair.one->send("a packet");
  EXPECT_EQ(sent, ViewConnection::Sent::full);
  EXPECT_FALSE(pair.one->all_read());
  while (pair.other->receive().message) {
  }
  EXPECT_TRUE(pair.one->all_read());
  EXPECT_EQ(pair.one->send("a packet"), ViewConnection::Sent::done);
  pair.other.reset();
  EXPECT_EQ(pair.one->send("a packet"), ViewConnection::Sent::gone);
  EXPECT_TRUE(pair.one->receive().gone);
}

TEST(ViewConnection, ALargeMessageArrivesInsteadOfItsPacket) {
  Pair pair = connected();
  const std::string large(5'000'000, 'x');
  const Outcome<SealedMessage> message = SealedMessage::make(large);
  ASSERT_TRUE(message);
  EXPECT_EQ(pair.one->send("stands for it", *message), ViewConnection::Sent::done);
  EXPECT_EQ(pair.other->receive().message, large);
  EXPECT_EQ(::write(message->descriptor(), "y", 1), -1) << "it cannot be changed any more";
}

TEST(ViewConnection, AFileThatCouldStillChangeIsNotRead) {
  const int loose = ::memfd_create("loose", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  ASSERT_EQ(::write(loose, "secret", 6), 6);
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  for (const int descriptor : {loose, pipe[0]}) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, ends.data()), 0);
    ViewConnection view(ends[1]);
    ASSERT_EQ(send_with_descriptor(ends[0], "!", descriptor), 1);
    EXPECT_EQ(view.receive().message, "!");
    ::close(ends[0]);
  }
  for (const int descriptor : {loose, pipe[0], pipe[1]}) ::close(descriptor);
}

}  // namespace
}  // namespace kedge
