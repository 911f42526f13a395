#include "store/recent_rows.hpp"

#include <gtest/gtest.h>

#include "store/store.hpp"
#include "tests/support/test_records.hpp"

namespace kedge {
namespace {

using test::edited;
using test::lines;

std::vector<Digest> versions_in(const std::vector<std::shared_ptr<const Showing>>& showings) {
  std::vector<Digest> versions;
  for (const auto& showing : showings) versions.push_back(showing->version);
  return versions;
}

class RecentRows : public test::RecordsOnDisk {
 protected:
  void answer(Store& store, const std::string& bytes) {
    remember(store, "file", bytes);
    store.show("s", "file", sha256(bytes), lines(1, 1), EventKind::answered, 2, lines(1, 1), {}, lines(1, 1));
  }
};

TEST_F(RecentRows, VersionsAreListedLastShownFirstAndOnceEach) {
  const std::unique_ptr<Store> store = opened();
  read(*store, "file", "one");
  answer(*store, "two");
  for (int written = 0; written < 2; ++written) {
    EXPECT_EQ(versions_in(store->shown_versions("s", "file")), (std::vector{sha256("two"), sha256("one")}));
    store->flush();
  }
  read(*store, "file", "one");
  for (int written = 0; written < 2; ++written) {
    const auto shown = store->shown_versions("s", "file");
    EXPECT_EQ(versions_in(shown), (std::vector{sha256("one"), sha256("two")}));
    EXPECT_EQ(shown.front()->waiting, written == 0);
    EXPECT_EQ(shown.front()->last_read, shown.front()->last);
    EXPECT_EQ(shown.back()->last_read, 0U) << "it was only in an answer";
    EXPECT_EQ(shown.back()->read, lines(1, 1)) << "but the session wrote the row";
    store->flush();
  }
  EXPECT_TRUE(store->shown_versions("s", "other").empty());
  EXPECT_TRUE(store->shown_versions("other", "file").empty());
}

TEST_F(RecentRows, WhatAnotherProcessWroteIsSeen) {
  const std::unique_ptr<Store> one = opened();
  const std::unique_ptr<Store> other = opened();
  read(*one, "file", "one");
  one->flush();
  EXPECT_EQ(other->shown_versions("s", "file").size(), 1U);
  EXPECT_TRUE(other->steps_since("file", 0).empty());
  ASSERT_TRUE(one->record({.session = "s", .files = {edited("file", "one", "two")}}));
  answer(*one, "two");
  one->flush();
  EXPECT_EQ(versions_in(other->shown_versions("s", "file")), (std::vector{sha256("two"), sha256("one")}));
  EXPECT_EQ(other->steps_since("file", 0).size(), 1U);
}

TEST_F(RecentRows, WhatSeveralProcessesWriteInTurnIsSeenByEach) {
  const std::unique_ptr<Store> one = opened();
  const std::unique_ptr<Store> other = opened();
  std::vector<Digest> shown;
  for (int i = 0; i < 6; ++i) {
    Store& writer = i % 2 == 0 ? *one : *other;
    const std::string bytes = concat("version ", i);
    if (i % 3 == 0) {
      read(writer, "file", bytes);
    } else {
      answer(writer, bytes);
    }
    writer.publish();
    shown.insert(shown.begin(), sha256(bytes));
    for (Store* const store : {one.get(), other.get()}) {
      const auto all = store->shown_versions("s", "file");
      EXPECT_EQ(versions_in(all), shown) << i;
      for (const auto& showing : all) {
        const Showing asked = store->shown_of("s", "file", showing->version);
        EXPECT_EQ(asked.last, showing->last);
        EXPECT_EQ(asked.lines, showing->lines);
        EXPECT_EQ(asked.numbered, showing->numbered);
        EXPECT_EQ(asked.read, showing->read);
        EXPECT_EQ(asked.last_read, 0U);
      }
      EXPECT_EQ(store->read_since("s", "file", all.front()->last - 1), i % 3 == 0) << i;
    }
  }
}

TEST_F(RecentRows, WhatAnotherProcessDeletedIsNotShownAnyMore) {
  const std::unique_ptr<Store> one = opened();
  const std::unique_ptr<Store> other = opened();
  read(*one, "file", "one");
  one->flush();
  EXPECT_EQ(one->shown_versions("s", "file").size(), 1U);
  EXPECT_GT(one->shown_of("s", "file", sha256("one")).last, 0U);
  ASSERT_TRUE(other->purge(std::vector<std::string>{"file"}));
  EXPECT_EQ(one->shown_of("s", "file", sha256("one")).last, 0U);
  one->shown_versions("s", "file");
  EXPECT_EQ(one->shown_of("s", "file", sha256("one")).last, 0U);
}

TEST_F(RecentRows, AReadingIsFoundBehindAnyNumberOfAnswers) {
  {
    const std::unique_ptr<Store> store = opened();
    read(*store, "file", "read");
    for (int i = 0; i < 300; ++i) answer(*store, concat("answer ", i));
    store->flush();
    EXPECT_EQ(store->shown_versions("s", "file").size(), 128U + 1U) << "what was in answers long ago is not loaded";
    for (int i = 300; i < 600; ++i) {
      answer(*store, concat("answer ", i));
      store->flush();
    }
    EXPECT_EQ(store->shown_versions("s", "file").size(), 300U + 128U + 1U) << "what was there before stays";
  }
  const std::unique_ptr<Store> next = opened();
  const auto shown = next->shown_versions("s", "file");
  ASSERT_EQ(shown.size(), 128U + 1U);
  EXPECT_EQ(shown.back()->version, sha256("read"));
  EXPECT_GT(shown.back()->last_read, 0U);
}

TEST_F(RecentRows, OnlyWhatIsWantedIsListed) {
  const std::unique_ptr<Store> store = opened();
  read(*store, "file", "read");
  for (int i = 0; i < 6; ++i) answer(*store, concat("answer ", i));
  const auto listed = [&](const WantedShowings& wanted) { return versions_in(store->shown_versions("s", "file", wanted)); };
  EXPECT_EQ(listed({.answers = 0, .readings = 0}).size(), 7U) << "what is not written yet is always listed";
  store->flush();
  EXPECT_EQ(listed({}).size(), 7U);
  const std::vector newest{sha256("answer 5"), sha256("answer 4")};
  EXPECT_EQ(listed({.answers = 2, .readings = 0}), newest);
  EXPECT_EQ(listed({.answers = 0, .readings = 1}), std::vector{sha256("read")});
  EXPECT_EQ(listed({.answers = 1, .readings = 0, .versions = {sha256("answer 4"), sha256("no answer")}}), newest);
  const Moment third_last = store->shown_versions("s", "file").at(2)->last;
  EXPECT_EQ(listed({.answers = 0, .readings = 0, .since = third_last}), newest);
}

TEST_F(RecentRows, WhetherAFileWasReadSinceIsKnownFromReadingsAlone) {
  const std::unique_ptr<Store> store = opened();
  EXPECT_FALSE(store->read_since("s", "file", 0));
  read(*store, "file", "read");
  answer(*store, "answer");
  for (int written = 0; written < 2; ++written) {
    const auto shown = store->shown_versions("s", "file");
    EXPECT_TRUE(store->read_since("s", "file", 0));
    EXPECT_TRUE(store->read_since("s", "file", shown.back()->last - 1));
    EXPECT_FALSE(store->read_since("s", "file", shown.back()->last)) << "since then it was only answered";
    EXPECT_FALSE(store->read_since("other", "file", 0));
    EXPECT_FALSE(store->read_since("s", "other", 0));
    store->flush();
  }
}

TEST_F(RecentRows, StepsAreThoseAfterTheMomentOldestFirst) {
  const std::unique_ptr<Store> store = opened();
  const auto change = [&](const std::string& before, const std::string& after, bool known) {
    RecordedFile file = edited("file", before, after);
    if (known) file.lines = LineMap(1, std::vector<Hunk>{{{LineNo{1}, LineNo{2}}, {LineNo{1}, LineNo{3}}}});
    return store->record({.session = "s", .files = {std::move(file)}})->moment;
  };
  const Moment first = change("one", "two", true);
  EXPECT_EQ(store->steps_since("file", first).size(), 0U);
  const Moment second = change("two", "three", false);
  ASSERT_TRUE(store->record({.session = "s", .files = {edited("other", "x", "y")}}));
  const std::vector<OwnStep> after_first = store->steps_since("file", first);
  ASSERT_EQ(after_first.size(), 1U);
  EXPECT_EQ(after_first.front().moment, second);
  EXPECT_EQ(after_first.front().lines, nullptr) << "where its lines went was not recorded";
  for (const std::unique_ptr<Store>& again : {opened(), opened()}) {
    const std::vector<OwnStep> all = again->steps_since("file", 0);
    ASSERT_EQ(all.size(), 2U) << "also those before what was asked for first";
    EXPECT_EQ(all.front().before, sha256("one"));
    EXPECT_EQ(all.front().after, sha256("two"));
    ASSERT_NE(all.front().lines, nullptr);
    EXPECT_EQ(all.front().lines->lines_after(), 2U);
  }
  EXPECT_EQ(store->steps_since("file", 0).size(), 2U);
}

TEST_F(RecentRows, AFileThatMovedHasNoSteps) {
  const std::unique_ptr<Store> store = opened();
  RecordedFile file = edited("file", "one", "two");
  file.destination = "elsewhere";
  ASSERT_TRUE(store->record({.session = "s", .files = {file}}));
  EXPECT_TRUE(store->steps_since("file", 0).empty());
  EXPECT_TRUE(store->steps_since("elsewhere", 0).empty());
}

TEST_F(RecentRows, OnlyEditsKeepABaselineClean) {
  const std::unique_ptr<Store> store = opened();
  read(*store, "file", "one");
  EXPECT_FALSE(store->has_mixed_baseline("file"));
  ASSERT_TRUE(store->record({.session = "s", .files = {edited("file", "one", "two")}}));
  EXPECT_FALSE(store->has_mixed_baseline("file"));
  read(*store, "file", "somebody else's");
  EXPECT_TRUE(store->has_mixed_baseline("file")) << "while it is waiting";
  store->flush();
  EXPECT_TRUE(store->has_mixed_baseline("file"));
  EXPECT_FALSE(store->has_mixed_baseline("other"));
}

TEST_F(RecentRows, ABaselineThatCouldNotBeReadIsAskedForAgain) {
  {
    const std::unique_ptr<Store> store = opened();
    read(*store, "file", "one");
    read(*store, "file", "somebody else's");
    store->flush();
  }
  const std::unique_ptr<Store> store = opened();
  (void)store->last_applied("nobody");  // it is open
  run("ALTER TABLE event RENAME TO lost");
  (void)store->has_mixed_baseline("file");
  EXPECT_GT(store->unanswered(), 0U);
  run("ALTER TABLE lost RENAME TO event");
  EXPECT_TRUE(store->has_mixed_baseline("file"));
}

TEST_F(RecentRows, NothingIsLeftAfterAPurge) {
  const std::unique_ptr<Store> store = opened();
  read(*store, "file", "one");
  ASSERT_TRUE(store->record({.session = "s", .files = {edited("file", "one", "two")}}));
  EXPECT_EQ(store->shown_versions("s", "file").size(), 1U);
  EXPECT_EQ(store->steps_since("file", 0).size(), 1U);
  ASSERT_TRUE(store->purge({}));
  EXPECT_TRUE(store->shown_versions("s", "file").empty());
  EXPECT_TRUE(store->steps_since("file", 0).empty());
}

}  // namespace
}  // namespace kedge
