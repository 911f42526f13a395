#include "engine/other_roots.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "commit/root_lock.hpp"
#include "tests/support/test_records.hpp"

namespace kedge {
namespace {

namespace stdfs = std::filesystem;

constexpr std::string_view remembered = "remembered for seven days";
constexpr std::int64_t a_day = std::int64_t{24} * 60 * 60 * 1'000'000'000;

class OtherRoots : public testing::Test {
 protected:
  OtherRoots() : base(stdfs::path(own.state().path).parent_path()) {}

  StateFolder root(const std::string& identity) {
    return StateFolder::open(own.fs(), {.folder = base.string()}, identity, "/elsewhere/" + identity).value();
  }
  // One change, so many days ago.
  void change(const StateFolder& state, int days) {
    const std::unique_ptr<Store> store = open_store(own.fs(), state, ByteKeeping::at_once);
    const std::int64_t time = own.fs().now() - days * a_day;
    store->remember("file", Text(std::string(remembered)), sha256(remembered));
    store->show("s", "file", sha256(remembered), test::lines(1, 1), EventKind::shown, time, test::lines(1, 1));
    ASSERT_TRUE(store->record({.time = time, .session = "s", .files = {test::edited("file", remembered, "now")}}));
    store->flush();
  }
  std::size_t changes(const StateFolder& state) {
    return open_store(own.fs(), state, ByteKeeping::at_once)->holdings().changes;
  }
  // In any file of the folder.
  static bool has_bytes(const StateFolder& state) {
    for (const stdfs::directory_entry& file : stdfs::recursive_directory_iterator(state.path)) {
      if (!file.is_regular_file()) continue;
      std::ifstream in(file.path(), std::ios::binary);
      const std::string bytes(std::istreambuf_iterator<char>(in), {});
      if (bytes.find(remembered) != std::string::npos) return true;
    }
    return false;
  }
  void a_day_passes() {
    stdfs::last_write_time(base / ".looked-after", stdfs::file_time_type::clock::now() - std::chrono::hours(25));
  }
  void look_after() { look_after_other_roots(own.fs(), own.state()); }

  test::ScratchState own;
  stdfs::path base;
};

TEST_F(OtherRoots, WhatIsOlderThanSevenDaysIsForgottenWhereKedgeNeverRunsAgain) {
  const StateFolder old = root("old");
  const StateFolder young = root("young");
  change(old, 8);
  change(young, 6);
  ASSERT_TRUE(has_bytes(old)) << "or this test shows nothing";
  look_after();
  EXPECT_FALSE(has_bytes(old));
  EXPECT_EQ(changes(old), 0U);
  EXPECT_EQ(changes(young), 1U);
  EXPECT_TRUE(has_bytes(young));
}

TEST_F(OtherRoots, EachHasItsTurnOnceADay) {
  const StateFolder first = root("first");
  change(first, 8);
  look_after();
  change(first, 8);
  look_after();
  EXPECT_EQ(changes(first), 1U) << "not again so soon";
  a_day_passes();
  look_after();
  EXPECT_EQ(changes(first), 0U);
}

TEST_F(OtherRoots, ManyAreLookedAfterAFewAtATime) {
  std::vector<StateFolder> many;
  for (int i = 0; i < 20; ++i) {
    many.push_back(root("root " + std::to_string(i)));
    change(many.back(), 8);
  }
  const auto left = [&] { return std::ranges::count_if(many, [&](const StateFolder& state) { return has_bytes(state); }); };
  look_after();
  EXPECT_EQ(left(), 4);
  look_after();
  EXPECT_EQ(left(), 0);
}

TEST_F(OtherRoots, WhoIsAtWorkIsLeftAlone) {
  const StateFolder busy = root("busy");
  change(busy, 8);
  {
    const Result<std::optional<Handle>> lock = try_lock_root(own.fs(), busy);
    ASSERT_TRUE(lock && *lock);
    look_after();
    EXPECT_EQ(changes(busy), 1U);
  }
  a_day_passes();
  look_after();
  EXPECT_EQ(changes(busy), 0U);
}

TEST_F(OtherRoots, WhatOthersMayWriteOrNobodyCanReadIsLeftAsItIs) {
  const StateFolder open_to_all = root("open to all");
  change(open_to_all, 8);
  stdfs::permissions(open_to_all.path, stdfs::perms(0755));
  const StateFolder damaged = root("damaged");
  change(damaged, 8);
  for (const char* const log : {"store.db-wal", "store.db-shm"}) stdfs::remove(stdfs::path(damaged.path) / log);
  std::ofstream(stdfs::path(damaged.path) / "store.db", std::ios::binary | std::ios::trunc) << "this is no database";
  stdfs::create_directory(base / "no root of ours");
  look_after();
  EXPECT_TRUE(has_bytes(open_to_all));
  std::ifstream in(stdfs::path(damaged.path) / "store.db");
  EXPECT_TRUE(std::string(std::istreambuf_iterator<char>(in), {}) == "this is no database");
}

}  // namespace
}  // namespace kedge
