#include "tests/support/faulty_file_system.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class FaultyFileSystemTest : public testing::Test {
 protected:
  FaultyFileSystemTest() { others.make_file("/root/a", "bytes"); }

  MemoryFileSystem memory;
  ForeignParty others{memory};
  FaultyFileSystem fs{memory};
};

TEST_F(FaultyFileSystemTest, PassesOnWhatItIsAsked) {
  const Handle folder = fs.open_root("/root").value();
  EXPECT_EQ(fs.read(fs.open_file(folder, "a").value(), 10).value(), "bytes");
  EXPECT_EQ(fs.calls(), 3U);
  EXPECT_EQ(fs.list_kinds(folder).value(), (std::vector<NamedKind>{{"a", FileKind::regular}}));
  std::string buffer(3, '\0');
  EXPECT_EQ(fs.read_at(fs.open_file(folder, "a").value(), 1, buffer).value(), 3U);
  EXPECT_EQ(buffer, "yte");
  EXPECT_EQ(fs.calls(), 6U);
  EXPECT_EQ(fs.broken_call(), "");
}

TEST_F(FaultyFileSystemTest, FailsOnce) {
  fs.fail_at(2, EIO, Repeat::once);
  const Handle folder = fs.open_root("/root").value();
  EXPECT_EQ(fs.open_file(folder, "a").error(), OsError{EIO});
  EXPECT_EQ(fs.broken_call(), "open_file");
  EXPECT_TRUE(fs.open_file(folder, "a"));
}

TEST_F(FaultyFileSystemTest, FailsFromThenOnUntilItIsHealed) {
  const Handle folder = fs.open_root("/root").value();
  fs.fail_at(2, ENOSPC, Repeat::from_then_on);
  EXPECT_FALSE(fs.make_file(folder, "x"));
  EXPECT_FALSE(fs.open_file(folder, "a"));
  fs.heal();
  EXPECT_TRUE(fs.open_file(folder, "a"));
  EXPECT_FALSE(others.read("/root/x"));
}

TEST_F(FaultyFileSystemTest, ALeaseThatGoesWrongIsNotGranted) {
  const Handle folder = fs.open_root("/root").value();
  const Handle file = fs.open_file(folder, "a").value();
  const FileInfo above = fs.look(folder).value();
  fs.fail_at(4, EIO, Repeat::once);
  EXPECT_EQ(fs.lease(file, above), Lease::unavailable);
  EXPECT_EQ(fs.lease(file, above), Lease::held);
}

TEST_F(FaultyFileSystemTest, AfterAStopNothingHappensAnyMore) {
  struct RemovesAtItsEnd {
    ~RemovesAtItsEnd() { EXPECT_FALSE(fs.remove(folder, "a")); }
    FaultyFileSystem& fs;
    const Handle& folder;
  };
  const auto process = [&] {
    const Handle folder = fs.open_root("/root").value();
    const Handle file = fs.open_file(folder, "a").value();
    const RemovesAtItsEnd cleanup{fs, folder};
    if (const auto locked = fs.try_lock(file); !locked || !*locked) ADD_FAILURE() << "the lock was not free";
    (void)fs.make_file(folder, "x");
  };
  fs.stop_at(4);
  EXPECT_THROW(process(), Stopped);
  EXPECT_EQ(fs.broken_call(), "make_file");
  EXPECT_THROW((void)fs.open_root("/root"), Stopped);
  EXPECT_EQ(others.tree("/root"), (std::map<std::string, std::string>{{"a", "bytes"}}));
  // The dead process holds no lock.
  const Handle folder = memory.open_root("/root").value();
  EXPECT_TRUE(memory.try_lock(memory.open_file(folder, "a").value()).value());
}

}  // namespace
}  // namespace kedge
