// What the two file systems that make system calls promise about links, other users, other programs and other files: the flags.
#include "fs/real_file_system.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "fs/linux/linux_file_system.hpp"

namespace kedge {
namespace {

template <class T>
int problem_of(const Outcome<T>& outcome) {
  return outcome ? 0 : outcome.error().number;
}

class RealFileSystem : public testing::TestWithParam<std::string> {
 protected:
  RealFileSystem() {
    EXPECT_NE(::mkdtemp(path.data()), nullptr);
    put("outside", "outside");
    std::filesystem::create_directories(path + "/root/folder");
    put("root/file", "0123456789");
    std::filesystem::create_symlink("file", path + "/root/link");
    std::filesystem::create_symlink("folder", path + "/root/door");
    std::filesystem::create_symlink("none", path + "/root/dangling");
    if (is_linux()) {
      fs = std::make_unique<LinuxFileSystem>(022);
    } else {
      fs = std::make_unique<PosixFileSystem>(022);
    }
    root = fs->open_root(path + "/root").value();
  }
  ~RealFileSystem() override { std::filesystem::remove_all(path); }

  static bool is_linux() { return GetParam() == "Linux"; }
  void put(const std::string& name, std::string_view bytes) const { std::ofstream(path + '/' + name) << bytes; }
  std::string get(const std::string& name) {
    const Outcome<Handle> file = fs->open_file(root, name);
    return file ? fs->read(*file, 1000).value() : "missing";
  }
  bool stays_in_this_process(const Outcome<Handle>& handle) const {
    EXPECT_TRUE(handle);
    return handle && (::fcntl(handle->id(), F_GETFD) & FD_CLOEXEC) != 0;
  }

  std::string path = std::filesystem::temp_directory_path() / "kedge-real-XXXXXX";
  std::unique_ptr<FileSystem> fs;
  Handle root;
};

TEST_P(RealFileSystem, NoLinkIsFollowed) {
  EXPECT_EQ(problem_of(fs->open_file(root, "link")), ELOOP);
  EXPECT_EQ(problem_of(fs->open_for_writing(root, "link")), ELOOP);
  EXPECT_EQ(problem_of(fs->open_folder(root, "door", Mounts::cross)), ELOOP);
  EXPECT_EQ(fs->look_at(root, "link")->kind, FileKind::link);
  EXPECT_EQ(problem_of(fs->make_file(root, "dangling")), EEXIST);
  EXPECT_EQ(problem_of(fs->look_at(root, "none")), ENOENT);
  ASSERT_TRUE(fs->link(root, "link", root, "second"));
  EXPECT_EQ(fs->look_at(root, "second")->kind, FileKind::link);
}

TEST_P(RealFileSystem, NoFolderIsOpenedOutside) {
  if (!is_linux()) GTEST_SKIP() << "it goes by components, and no path holds one that climbs";
  EXPECT_EQ(problem_of(fs->open_folder(root, "..", Mounts::cross)), EXDEV);
  EXPECT_EQ(problem_of(fs->open_folder(root, "folder/../..", Mounts::cross)), EXDEV);
  EXPECT_EQ(problem_of(fs->open_folder(root, "/tmp", Mounts::cross)), EXDEV);
}

TEST_P(RealFileSystem, WhatIsMadeIsNewAndItsOwnersAlone) {
  const mode_t mask = ::umask(0);
  const Outcome<Handle> made = fs->make_file(root, "new");
  const Outcome<Handle> unnamed = fs->make_unnamed(root);
  const Outcome<void> folder = fs->make_folder(root, "own", FolderKind::own);
  ::umask(mask);
  ASSERT_TRUE(made);
  EXPECT_EQ(fs->look(*made)->permissions, 0600U);
  if (is_linux()) {
    ASSERT_TRUE(unnamed);
    EXPECT_EQ(fs->look(*unnamed)->permissions, 0600U);
  }
  ASSERT_TRUE(folder);
  EXPECT_EQ(fs->look_at(root, "own")->permissions, 0700U);
  EXPECT_EQ(problem_of(fs->make_file(root, "file")), EEXIST);
}

TEST_P(RealFileSystem, NothingThatIsOpenReachesAnotherProgram) {
  EXPECT_TRUE(stays_in_this_process(fs->open_root(path)));
  EXPECT_TRUE(stays_in_this_process(fs->open_folder(root, "folder", Mounts::refuse)));
  EXPECT_TRUE(stays_in_this_process(fs->open_file(root, "file")));
  EXPECT_TRUE(stays_in_this_process(fs->open_for_writing(root, "file")));
  EXPECT_TRUE(stays_in_this_process(fs->make_file(root, "new")));
  if (!is_linux()) return;
  EXPECT_TRUE(stays_in_this_process(fs->make_unnamed(root)));
}

// Asked of the flag, since whoever forgets it would wait here for ever.
TEST_P(RealFileSystem, NothingIsWaitedFor) {
  for (const Outcome<Handle>& file : {fs->open_file(root, "file"), fs->open_for_writing(root, "file")}) {
    ASSERT_TRUE(file);
    EXPECT_NE(::fcntl(file->id(), F_GETFL) & O_NONBLOCK, 0);
  }
}

// Who has none and opens one would get its signals from then on.
TEST_P(RealFileSystem, ATerminalIsNotTakenAsOnesOwn) {
  const int other_end = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (other_end < 0) GTEST_SKIP() << "there are no terminals here";
  ASSERT_EQ(::grantpt(other_end), 0);
  ASSERT_EQ(::unlockpt(other_end), 0);
  const std::filesystem::path terminal = ::ptsname(other_end);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::setsid();
    const Handle folder = fs->open_root(terminal.parent_path()).value();
    (void)fs->open_file(folder, terminal.filename());
    (void)fs->open_for_writing(folder, terminal.filename());
    ::_exit(::open("/dev/tty", O_RDWR) < 0 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  ::close(other_end);
}

TEST_P(RealFileSystem, AFileIsExactlyWhatWasWritten) {
  const Outcome<Handle> file = fs->open_for_writing(root, "file");
  ASSERT_TRUE(file);
  ASSERT_TRUE(fs->write(*file, "short"));
  EXPECT_EQ(get("file"), "short");
}

TEST_P(RealFileSystem, OnlyWhatIsMeantToOverwriteDoes) {
  put("root/other", "other");
  EXPECT_EQ(problem_of(fs->move_new(root, "file", root, "other")), is_linux() ? EEXIST : EOPNOTSUPP);
  EXPECT_EQ(problem_of(fs->link(root, "file", root, "other")), EEXIST);
  EXPECT_EQ(get("other"), "other");
  if (is_linux()) {
    ASSERT_TRUE(fs->exchange(root, "file", root, "other"));
    EXPECT_EQ(get("file"), "other");
    EXPECT_EQ(get("other"), "0123456789");
    ASSERT_TRUE(fs->move_new(root, "other", root, "third"));
    EXPECT_EQ(get("third"), "0123456789");
  }
  ASSERT_TRUE(fs->move_over(root, "file", root, "fresh"));
  EXPECT_EQ(get("file"), "missing");
}

TEST_P(RealFileSystem, ALeaseEndsWhenSomebodyWantsToWrite) {
  std::signal(SIGIO, SIG_IGN);
  const Handle file = fs->open_file(root, "file").value();
  const FileInfo above = fs->look(root).value();
  if (fs->lease(file, above) != Lease::held) GTEST_SKIP() << "no leases are granted here";
  EXPECT_TRUE(fs->lease_holds(file));
  EXPECT_LT(::open((path + "/root/file").c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC), 0);
  EXPECT_FALSE(fs->lease_holds(file));
  fs->end_lease(file);
  const Handle writer = fs->open_for_writing(root, "file").value();
  EXPECT_EQ(fs->lease(file, above), Lease::refused);
}

INSTANTIATE_TEST_SUITE_P(Systems, RealFileSystem, testing::Values("Linux", "Portable"),
                         [](const auto& tried) { return tried.param; });

}  // namespace
}  // namespace kedge
