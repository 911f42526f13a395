#include "fs/features.hpp"

#include <gtest/gtest.h>

#include "tests/support/foreign_party.hpp"
#include "tests/support/memory_file_system.hpp"

namespace kedge {
namespace {

TEST(Features, AreTriedOutByTwoAtOnce) {
  MemoryFileSystem fs;
  ForeignParty others(fs);
  others.make_folder("/state");
  const Handle folder = *fs.open_root("/state");
  for (const char* const name : {"/state/probe-1", "/state/probe-2", "/state/probe-3"})
    others.make_file(name, "another doctor's");
  const Outcome<std::vector<Feature>> features = features_of(fs, folder);
  ASSERT_TRUE(features);
  EXPECT_EQ(fs.list(folder)->size(), 3U);
}

}  // namespace
}  // namespace kedge
