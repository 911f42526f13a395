#include "fs/state_folder.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class StateFolderTest : public testing::Test {
 protected:
  Result<StateFolder> open(std::vector<std::string> fallbacks = {}) {
    return StateFolder::open(fs, {.folder = "/var/state/kedge", .fallbacks = std::move(fallbacks)}, "identity", "/root");
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

TEST_F(StateFolderTest, AllOfItIsMadeForItsOwnerOnly) {
  const Result<StateFolder> state = open();
  ASSERT_TRUE(state) << state.error().what;
  EXPECT_TRUE(state->path.starts_with("/var/state/kedge/"));
  EXPECT_EQ(fs.look(state->folder)->permissions, 0700U);
  EXPECT_EQ(fs.look(state->tx)->permissions, 0700U);
  EXPECT_TRUE(state->warnings.empty());
  EXPECT_EQ(others.read(state->path + "/root"), "/root\nidentity\n");
}

TEST_F(StateFolderTest, ItsNamesSurviveAPowerCut) {
  const std::string path = open()->path;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    MemoryFileSystem copy({}, fs.disk());
    copy.crash(seed);
    EXPECT_TRUE(copy.open_root(path + "/tx")) << seed;
  }
}

TEST_F(StateFolderTest, ItsNamesSurviveAlsoIfTheProcessThatMadeThemWasCutOff) {
  struct CutOff {};
  for (std::size_t call = 1; call < 30; ++call) {
    MemoryFileSystem again;
    again.before_call(call, [] { throw CutOff{}; });
    const auto opened = [&] { return StateFolder::open(again, {.folder = "/var/state/kedge"}, "identity", "/root"); };
    try {
      (void)opened();
    } catch (CutOff) {
    }
    again.end_process();
    const Result<StateFolder> state = opened();
    ASSERT_TRUE(state) << call;
    const std::string path = state->path;
    again.crash(call);
    EXPECT_TRUE(again.open_root(path + "/tx")) << call;
  }
}

TEST_F(StateFolderTest, AnotherFolderIsUsedWithAWarningWhereItCannotBeMade) {
  others.make_file("/var/state", "a file stands in the way");
  const Result<StateFolder> state = open({"/run/kedge"});
  ASSERT_TRUE(state) << state.error().what;
  EXPECT_TRUE(state->path.starts_with("/run/kedge-1000/"));
  ASSERT_EQ(state->warnings.size(), 2U);
  EXPECT_NE(state->warnings[0].find("/var/state/kedge"), std::string::npos);
  EXPECT_NE(state->warnings[1].find("undo and tags end with it"), std::string::npos);
}

TEST_F(StateFolderTest, AFolderThatOthersCanLookIntoIsNotBelieved) {
  const std::string path = open()->path;
  others.set_permissions(path, 0755);
  const Result<StateFolder> refused = open({"/run/kedge"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::permission_denied);
}

TEST_F(StateFolderTest, ALinkIsNotBelieved) {
  others.make_folder("/elsewhere");
  others.make_link("/var/state/kedge", "/elsewhere");
  const Result<StateFolder> refused = open({"/run/kedge"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::permission_denied);
  EXPECT_NE(refused.error().what.find("it is a link"), std::string::npos);
}

}  // namespace
}  // namespace kedge
