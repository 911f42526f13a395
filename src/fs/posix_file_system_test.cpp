#include "fs/posix_file_system.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>

namespace kedge {
namespace {

class PosixFileSystemTest : public testing::Test {
 protected:
  PosixFileSystemTest() {
    EXPECT_NE(::mkdtemp(path.data()), nullptr);
    std::filesystem::create_directories(path + "/folder");
    std::ofstream(path + "/file") << "0123456789";
    std::filesystem::create_symlink("file", path + "/link");
    ::mkfifo((path + "/pipe").c_str(), 0600);
  }
  ~PosixFileSystemTest() override { std::filesystem::remove_all(path); }

  std::string path = std::filesystem::temp_directory_path() / "kedge-posix-XXXXXX";
  PosixFileSystem fs{022};
};

TEST_F(PosixFileSystemTest, NamesAreListedWithWhatTheyStandFor) {
  const Handle folder = fs.open_root(path).value();
  std::vector<NamedKind> found = fs.list_kinds(folder).value();
  std::ranges::sort(found, {}, &NamedKind::name);
  EXPECT_EQ(
      found,
      (std::vector<NamedKind>{
          {"file", FileKind::regular}, {"folder", FileKind::folder}, {"link", FileKind::link}, {"pipe", FileKind::pipe}}));
  EXPECT_EQ(fs.list(folder)->size(), 4U);
}

TEST_F(PosixFileSystemTest, WhatCannotBeWaitedForIsAskedFor) {
  const Outcome<bool> locked = fs.lock_within(Handle(), 1'000'000, [] { return true; });
  ASSERT_FALSE(locked);
  EXPECT_EQ(locked.error().number, EBADF);
}

TEST_F(PosixFileSystemTest, APartOfAFileIsReadFromWhereItIsAsked) {
  const Handle folder = fs.open_root(path).value();
  const Handle file = fs.open_file(folder, "file").value();
  std::string buffer(4, '\0');
  EXPECT_EQ(fs.read_at(file, 3, buffer).value(), 4U);
  EXPECT_EQ(buffer, "3456");
  EXPECT_EQ(fs.read_at(file, 8, buffer).value(), 2U);
  EXPECT_EQ(fs.read_at(file, 10, buffer).value(), 0U);
}

TEST_F(PosixFileSystemTest, AFileIsOpenedWithWhatIsSaidOfIt) {
  const Handle folder = fs.open_root(path).value();
  const std::uint64_t device = fs.look(folder)->identity.device;
  for (const std::optional<std::uint64_t> ordinary : {std::optional<std::uint64_t>(), std::optional(device)}) {
    const OpenedFile opened = fs.open_and_look(folder, "file", ordinary).value();
    EXPECT_EQ(opened.info.size, 10U);
    EXPECT_EQ(opened.info.identity, fs.look_at(folder, "file")->identity);
    EXPECT_EQ(fs.open_and_look(folder, "link", ordinary).error().number, ELOOP);
    EXPECT_EQ(fs.open_and_look(folder, "none", ordinary).error().number, ENOENT);
  }
}

#ifdef __linux__
TEST_F(PosixFileSystemTest, WhatTheKernelMakesUpIsNotOpenedBecauseOfAnotherDevice) {
  const std::uint64_t device = fs.look(fs.open_root(path).value())->identity.device;
  const Handle made_up = fs.open_root("/proc/self").value();
  for (const std::optional<std::uint64_t> ordinary : {std::optional<std::uint64_t>(), std::optional(device)}) {
    EXPECT_EQ(fs.open_and_look(made_up, "status", ordinary).error().number, ENODEV);
  }
}
#endif

TEST_F(PosixFileSystemTest, WhoeverMayReadAFileMayRunItOrNobodyMay) {
  const Handle folder = fs.open_root(path).value();
  const Handle file = fs.open_file(folder, "file").value();
  ASSERT_EQ(::chmod((path + "/file").c_str(), 02640), 0);
  ASSERT_TRUE(fs.set_executable(file, true));
  EXPECT_EQ(fs.look(file)->permissions, 02750U);
  EXPECT_TRUE(fs.look(file)->executable());
  ASSERT_TRUE(fs.set_executable(file, false));
  EXPECT_EQ(fs.look(file)->permissions, 02640U);
  EXPECT_FALSE(fs.look(file)->executable());
}

TEST_F(PosixFileSystemTest, OtherWorkIsDoneWhileAFolderIsSynced) {
  const Handle folder = fs.open_root(path).value();
  bool worked = false;
  EXPECT_TRUE(fs.sync_while(folder, [&] { worked = true; }));
  EXPECT_TRUE(worked);
  worked = false;
  EXPECT_FALSE(fs.sync_while(Handle(), [&] { worked = true; })) << "a failure of the sync is told";
  EXPECT_TRUE(worked);
  EXPECT_THROW((void)fs.sync_while(folder, [] { throw std::runtime_error("no"); }), std::runtime_error);
}

}  // namespace
}  // namespace kedge
