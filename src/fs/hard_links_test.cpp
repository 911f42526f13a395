#include "fs/hard_links.hpp"

#include <gtest/gtest.h>

#include "fs/path_parts.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class HardLinksTest : public testing::Test {
 protected:
  HardLinksTest() {
    others.make_file("/root/a", "a");
    others.make_file("/root/sub/.env", "secret");
    others.make_folder("/outside");
  }

  void link(const std::string& from, const std::string& to) {
    const Handle old_folder = fs.open_root(std::string(folder_of(from))).value();
    const Handle new_folder = fs.open_root(std::string(folder_of(to))).value();
    ASSERT_TRUE(fs.link(old_folder, std::string(leaf_of(from)), new_folder, std::string(leaf_of(to))));
  }
  Root root() { return Root::open(fs, {.path = "/root"}).value(); }
  FileInfo info(const std::string& name) { return fs.look_at(fs.open_root("/root").value(), name).value(); }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

TEST_F(HardLinksTest, NamesAreCountedInTheWholeRoot) {
  link("/root/a", "/root/sub/b");
  EXPECT_EQ(names_of(fs, root(), info("a")).count, 2U);
  link("/root/a", "/outside/c");
  EXPECT_EQ(names_of(fs, root(), info("a")).count, 2U);
  EXPECT_EQ(info("a").links, 3U);
  EXPECT_FALSE(names_of(fs, root(), info("a")).unwritable);
}

TEST_F(HardLinksTest, AProtectedNameIsTold) {
  others.make_folder("/root/.git");
  link("/root/a", "/root/.git/config");
  EXPECT_EQ(names_of(fs, root(), info("a")).unwritable, ".git/config");
}

TEST_F(HardLinksTest, SoIsANameInARepositoryOfAnotherName) {
  others.make_file("/root/store/HEAD", "");
  others.make_folder("/root/store/objects");
  others.make_folder("/root/store/refs");
  link("/root/a", "/root/store/config");
  EXPECT_EQ(names_of(fs, root(), info("a")).unwritable, "store/config");
}

TEST_F(HardLinksTest, AFileIsNotReadByAnotherNameThanTheOneThatIsProtected) {
  link("/root/sub/.env", "/root/notes");
  const Root at = root();
  EXPECT_EQ(UnreadableFiles(fs, at).name_of(info("notes")), "sub/.env");
  EXPECT_EQ(UnreadableFiles(fs, at).name_of(info("a")), std::nullopt);
  const Result<Place> refused = at.find("notes", Access::read);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::path_protected);
  EXPECT_TRUE(Root::open(fs, {.path = "/root", .allow = {"notes"}})->find("notes", Access::read));
}

TEST_F(HardLinksTest, NothingIsWalkedForAFileWithOneName) {
  const Root at = root();
  const std::size_t before = fs.calls();
  ASSERT_TRUE(at.find("a", Access::read));
  EXPECT_LE(fs.calls() - before, 2U);
}

}  // namespace
}  // namespace kedge
