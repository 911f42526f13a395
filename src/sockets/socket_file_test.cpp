#include "sockets/socket_file.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/strings.hpp"

namespace kedge {
namespace {

namespace fs = std::filesystem;

class SocketFileTest : public testing::Test {
 protected:
  SocketFileTest() {
    std::string pattern = (fs::temp_directory_path() / "kedge-socket-XXXXXX").string();
    folder = ::mkdtemp(pattern.data());
    path = (folder / "s").string();
  }
  ~SocketFileTest() override { fs::remove_all(folder); }

  // A server's socket, bound to the path.
  int bound() const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::ranges::copy(path, address.sun_path);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    return socket;
  }

  fs::path folder;
  std::string path;
};

TEST_F(SocketFileTest, WhatWasBoundIsItsOwnersAndGoesWithIt) {
  {
    SocketFile file = SocketFile::at(path).value();
    const int socket = bound();
    ASSERT_TRUE(file.keep_to_owner());
    struct stat info{};
    ASSERT_EQ(::lstat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 07777U, 0600U);
    ::close(socket);
  }
  EXPECT_FALSE(fs::exists(fs::symlink_status(path)));
}

TEST_F(SocketFileTest, WhatSomebodyElseHasPutThereMeanwhileStays) {
  {
    SocketFile file = SocketFile::at(path).value();
    const int socket = bound();
    ASSERT_TRUE(file.keep_to_owner());
    fs::rename(path, path + "2");
    std::ofstream(path) << "another";
    ::close(socket);
  }
  EXPECT_TRUE(fs::exists(path));
  {
    const SocketFile unbound = SocketFile::at(path + "3").value();
  }
  EXPECT_TRUE(fs::exists(path));
}

TEST_F(SocketFileTest, OneThatIsServedIsRefusedAndOneThatWasLeftIsReplaced) {
  const int socket = bound();
  ASSERT_EQ(::listen(socket, 1), 0);
  EXPECT_TRUE(SocketFile::at(path).error().contains("is running"));
  ::close(socket);
  EXPECT_TRUE(fs::exists(fs::symlink_status(path)));
  EXPECT_TRUE(SocketFile::at(path));
  EXPECT_FALSE(fs::exists(fs::symlink_status(path)));
}

TEST_F(SocketFileTest, WhatIsNoPathForASocketIsSaid) {
  std::ofstream(path) << "mine";
  EXPECT_TRUE(SocketFile::at(path).error().contains("no socket"));
  EXPECT_TRUE(SocketFile::at(folder.string()).error().contains("no socket"));
  EXPECT_FALSE(SocketFile::at(""));
  EXPECT_FALSE(SocketFile::at(std::string(108, 'x')));
  EXPECT_FALSE(SocketFile::at(std::string("a\0b", 3)));
  fs::create_symlink(path, path + "l");
  EXPECT_FALSE(SocketFile::at(path + "l")) << "links are not followed";
}

}  // namespace
}  // namespace kedge
