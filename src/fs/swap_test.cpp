#include "fs/swap.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class SwapTest : public testing::TestWithParam<bool> {
 protected:
  SwapTest() {
    others.make_file("/root/file", "old");
    others.make_file("/state/aside", "new");
    root = fs.open_root("/root").value();
    state = fs.open_root("/state").value();
  }

  bool atomic() const { return GetParam(); }
  Spot target() { return {&root, "file"}; }
  Spot aside() { return {&state, "aside"}; }
  std::string at(const std::string& path) { return others.read(path).value_or("missing"); }

  MemoryFileSystem fs{MemoryOptions{.exchange = GetParam(), .move_new = GetParam()}};
  ForeignParty others{fs};
  Handle root;
  Handle state;
};

TEST_P(SwapTest, EachNameStandsForWhatTheOtherStoodFor) {
  EXPECT_EQ(swap(fs, target(), aside(), true).value(), atomic() ? Atomic::yes : Atomic::no);
  EXPECT_EQ(at("/root/file"), "new");
  EXPECT_EQ(at("/state/aside"), "old");
  EXPECT_EQ(others.tree("/state").size(), 1U);
  ASSERT_TRUE(swap(fs, target(), aside(), true));
  EXPECT_EQ(at("/root/file"), "old");
  EXPECT_EQ(at("/state/aside"), "new");
}

TEST_P(SwapTest, ASwapWithAMissingFileChangesNothing) {
  others.remove("/root/file");
  EXPECT_EQ(swap(fs, target(), aside(), true).error().number, ENOENT);
  EXPECT_EQ(at("/state/aside"), "new");
  EXPECT_EQ(others.tree("/state").size(), 1U);
}

TEST_P(SwapTest, CutOffAnywhereItIsMendedToOneSideOrTheOther) {
  for (std::size_t call = 1; call < 8; ++call) {
    MemoryFileSystem again(MemoryOptions{.exchange = atomic(), .move_new = atomic()}, fs.disk());
    ForeignParty other(again);
    const Handle here = again.open_root("/root").value();
    const Handle there = again.open_root("/state").value();
    struct CutOff {};
    again.before_call(call, [] { throw CutOff{}; });
    try {
      (void)swap(again, {&here, "file"}, {&there, "aside"}, true);
      break;  // it takes fewer calls
    } catch (CutOff) {
    }
    ASSERT_TRUE(mend_swap(again, {&there, "aside"})) << call;
    const bool swapped = other.read("/root/file") == "new";
    EXPECT_EQ(other.read("/state/aside"), swapped ? "old" : "new") << call;
    EXPECT_EQ(other.read("/root/file"), swapped ? "new" : "old") << call;
    EXPECT_EQ(other.tree("/state").size(), 1U) << call;
  }
}

TEST_P(SwapTest, WhatCameWhileTheSecondNameIsMadeCertainIsNotOverwritten) {
  if (atomic()) GTEST_SKIP() << "there is no second name";
  constexpr std::size_t sync = 3;  // after the exchange that is not to be had, and the link
  fs.before_call(sync, [&] { others.replace("/root/file", "theirs"); });
  EXPECT_EQ(swap(fs, target(), aside(), true).error().number, ESTALE);
  EXPECT_EQ(at("/root/file"), "theirs");
  EXPECT_EQ(at("/state/aside"), "new");
  EXPECT_EQ(others.tree("/state").size(), 1U);
}

TEST_P(SwapTest, AMoveToANameThatIsTakenChangesNothing) {
  others.make_file("/root/taken", "taken");
  EXPECT_EQ(move_to_free_name(fs, target(), {&root, "taken"}, true).error().number, EEXIST);
  EXPECT_EQ(at("/root/taken"), "taken");
  EXPECT_EQ(at("/root/file"), "old");
  ASSERT_TRUE(move_to_free_name(fs, target(), {&root, "free"}, true));
  EXPECT_EQ(at("/root/free"), "old");
  EXPECT_EQ(at("/root/file"), "missing");
}

TEST_P(SwapTest, WithoutSyncsTheSameIsMoved) {
  ASSERT_TRUE(move_to_free_name(fs, target(), {&root, "free"}, false));
  EXPECT_EQ(at("/root/free"), "old");
  EXPECT_EQ(at("/root/file"), "missing");
}

TEST_P(SwapTest, OfTwoNamesOfOneFileTheOneThatIsMovedGoes) {
  ASSERT_TRUE(fs.link(root, "file", state, "second"));
  ASSERT_TRUE(move_aside(fs, target(), {&state, "second"}));
  EXPECT_EQ(at("/root/file"), "missing");
  EXPECT_EQ(at("/state/second"), "old");
}

TEST_P(SwapTest, AFileThatIsSetAsideTakesNoOthersPlaceWhereTheKernelCanTell) {
  const Outcome<Atomic> moved = move_aside(fs, target(), aside());
  EXPECT_EQ(moved.has_value(), !atomic());
  EXPECT_EQ(at("/state/aside"), atomic() ? "new" : "old");
}

INSTANTIATE_TEST_SUITE_P(Kernels, SwapTest, testing::Bool(),
                         [](const testing::TestParamInfo<bool>& atomic) { return atomic.param ? "Linux" : "Portable"; });

}  // namespace
}  // namespace kedge
