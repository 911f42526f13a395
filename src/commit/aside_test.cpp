#include "commit/aside.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

Found found(std::uint64_t inode, std::string_view bytes, std::uint32_t permissions) {
  Found file{.exists = true, .info = {}, .digest = sha256(bytes)};
  file.info.identity.inode = inode;
  file.info.permissions = permissions;
  return file;
}

TEST(Which, GoesByInodesAndWhereTheseAreNotKeptByBytes) {
  const TwoFiles files{1, 2, sha256("old"), sha256("new")};
  EXPECT_EQ(which({}, files), Which::missing);
  EXPECT_EQ(which(found(1, "theirs", 0644), files), Which::base);
  EXPECT_EQ(which(found(2, "theirs", 0644), files), Which::staged);
  EXPECT_EQ(which(found(3, "old", 0644), files), Which::base);
  EXPECT_EQ(which(found(3, "new", 0644), files), Which::staged);
  EXPECT_EQ(which(found(3, "theirs", 0644), files), Which::foreign);
}

TEST(Which, GoesByThePermissionToRunTheFileWhereThatIsAllThatChanges) {
  const TwoFiles files{1, 2, sha256("same"), sha256("same"), true};
  EXPECT_EQ(which(found(1, "same", 0755), files), Which::base);
  EXPECT_EQ(which(found(2, "same", 0644), files), Which::staged);
  EXPECT_EQ(which(found(3, "same", 0755), files), Which::staged);
  EXPECT_EQ(which(found(3, "same", 0644), files), Which::base);
  EXPECT_EQ(which(found(3, "theirs", 0755), files), Which::foreign);
}

}  // namespace
}  // namespace kedge
