#include "fs/file_bytes.hpp"

#include <gtest/gtest.h>

#include "tests/support/foreign_party.hpp"
#include "tests/support/memory_file_system.hpp"

namespace kedge {
namespace {

TEST(FileBytes, OnlyIfTheyAreTheWholeFile) {
  MemoryFileSystem fs;
  ForeignParty(fs).make_folder("/root");
  const Handle folder = fs.open_root("/root").value();
  const std::string large = std::string(1024UL * 1024, 'a') + std::string(1024UL * 1024 + 7, 'b');
  int number = 0;
  for (const std::string& bytes : {std::string(), std::string("one\n"), large}) {
    const Handle file = fs.make_file(folder, std::to_string(number++)).value();
    ASSERT_TRUE(fs.write(file, bytes));
    EXPECT_EQ(digest_of(fs, file).value(), sha256(bytes));
    EXPECT_TRUE(holds_bytes(fs, file, bytes).value());
    EXPECT_FALSE(holds_bytes(fs, file, bytes + 'x').value());
    EXPECT_FALSE(holds_bytes(fs, file, "other").value());
    if (!bytes.empty()) {
      EXPECT_FALSE(holds_bytes(fs, file, bytes.substr(1)).value());
      EXPECT_FALSE(holds_bytes(fs, file, bytes.substr(0, bytes.size() - 1)).value());
    }
  }
}

}  // namespace
}  // namespace kedge
