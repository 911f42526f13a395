// What only records on disk promise: they outlive the process, are shared by several, and whatever becomes of their file is a
// warning at most.
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "edit/diff.hpp"
#include "edit/line_hunks.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"
#include "tests/support/test_records.hpp"

namespace kedge {
namespace {

using test::edited;
using test::expect_it_is_left_alone;
using test::lines;

class RecordsOnDiskTest : public test::RecordsOnDisk {};

TEST_F(RecordsOnDiskTest, ReadingDoesNotTouchTheDisk) {
  const std::unique_ptr<Store> store = opened(ByteKeeping::when_needed);
  read(*store, "file", "one");
  EXPECT_TRUE(store->text_of("file", sha256("one")));
  EXPECT_FALSE(state.has("store.db"));
  store->flush();
  EXPECT_TRUE(state.has("store.db"));
}

TEST_F(RecordsOnDiskTest, EverythingSurvivesReopening) {
  fill();
  const std::unique_ptr<Store> store = opened();
  for (int i = 0; i < 5; ++i) {
    const std::string path = concat("file", i);
    const std::string before = concat(i, std::string(3'000, 'a'));
    const auto at = static_cast<std::size_t>(i);
    EXPECT_EQ(store->version_of(path, tags[at]), sha256(before));
    EXPECT_EQ(store->text_of(path, sha256(before))->bytes(), before);
    EXPECT_EQ(store->text_of(path, sha256("b"))->bytes(), "b");
    EXPECT_TRUE(store->changes_between(path, sha256(before), sha256("b")));
    EXPECT_EQ(store->last_shown("s", path, 1000).size(), 1U);
    EXPECT_EQ(store->events(path).size(), 2U);
    EXPECT_TRUE(store->find(ids[at]));
  }
  EXPECT_EQ(store->last_applied("s")->id, ids.back());
  EXPECT_TRUE(store->lasting());
  EXPECT_TRUE(store->take_warnings().empty());
}

TEST_F(RecordsOnDiskTest, AnEditOfAMiddlingFileAddsFewBytesToTheLog) {
  const std::unique_ptr<Store> store = opened(ByteKeeping::when_needed);
  const auto version = [](int edits) {
    std::string text;
    for (int line = 0; line < 500; ++line)
      append(text, concat(line < edits ? "LINE " : "line ", line, std::string(60, '.'), '\n'));
    return text;
  };
  constexpr int before = 20;
  constexpr int edits = 50;
  std::uintmax_t begun = 0;
  for (int i = 0; i < before + edits; ++i) {
    if (i == before) begun = std::filesystem::file_size(state.file("store.db-wal"));
    const Text old(version(i));
    const Text fresh(version(i + 1));
    remember(*store, "file", version(i + 1));
    RecordedFile file{.path = "file", .before = old.digest(), .after = fresh.digest(), .changes = diff(old, fresh)};
    file.inverse = file.changes.invert(old);
    file.lines = LineMap(500, line_hunks(old, fresh, file.changes, LineKey::content));
    Record record{.session = "s", .files = {std::move(file)}};
    record.answered.push_back({.path = "file",
                               .version = sha256(version(i + 1)),
                               .lines = lines(1, 3),
                               .numbered = lines(1, 3),
                               .sent = lines(2, 2)});
    ASSERT_TRUE(store->record(std::move(record)));
  }
  constexpr std::uintmax_t most = 16UL * 1024;
  EXPECT_LE((std::filesystem::file_size(state.file("store.db-wal")) - begun) / edits, most);
}

TEST_F(RecordsOnDiskTest, NothingOfItIsForOthersToRead) {
  fill();
  for (const char* name : {"store.db", "store.db-wal", "store.db-shm"}) {
    EXPECT_EQ(std::filesystem::status(state.file(name)).permissions() & std::filesystem::perms(0077),
              std::filesystem::perms::none)
        << name;
  }
}

TEST_F(RecordsOnDiskTest, AServerKeepsTheBytesThatTheFileNoLongerHas) {
  {
    const std::unique_ptr<Store> store = opened(ByteKeeping::when_needed);
    read(*store, "file", "one");
    store->flush();
    EXPECT_FALSE(opened()->text_of("file", sha256("one"))) << "as long as the file has them";
    remember(*store, "file", "two");
    store->flush();
    EXPECT_EQ(opened()->text_of("file", sha256("one"))->bytes(), "one");
    remember(*store, "file", "three");
    store->flush();
    EXPECT_FALSE(opened()->text_of("file", sha256("two"))) << "nobody was shown it";
  }
}

TEST_F(RecordsOnDiskTest, AOneShotProcessKeepsTheBytesThatItShowed) {
  {
    const std::unique_ptr<Store> store = opened(ByteKeeping::at_once);
    remember(*store, "file", "unseen");
    store->flush();
    read(*store, "file", "one");
    store->flush();
  }
  EXPECT_EQ(opened()->text_of("file", sha256("one"))->bytes(), "one");
  EXPECT_FALSE(opened()->text_of("file", sha256("unseen")));
}

TEST_F(RecordsOnDiskTest, ARecordIsThereEvenIfTheProcessNeverFlushes) {
  const std::unique_ptr<Store> store = opened(ByteKeeping::when_needed);
  read(*store, "file", "one");
  const std::string id = store->record({.session = "s", .files = {edited("file", "one", "two")}})->id;
  const std::unique_ptr<Store> another = opened();
  EXPECT_TRUE(another->find(id));
  EXPECT_EQ(another->text_of("file", sha256("one"))->bytes(), "one");
  EXPECT_EQ(another->text_of("file", sha256("two"))->bytes(), "two");
  EXPECT_EQ(another->last_shown("s", "file", 1000).size(), 1U) << "what waited was written with it";
}

TEST_F(RecordsOnDiskTest, TheNewestVersionOfAPathOutlivesTheOneThatItIsRebuiltFrom) {
  const std::unique_ptr<Store> store = opened(ByteKeeping::at_once, {.bytes = 6'000});
  const std::string first(2'000, 'a');
  const std::string second = first + "b";
  read(*store, "file", first);
  const Text text{first};
  const ChangeSet changes = *ChangeSet::make(text, {{.span = {{2'000}, {2'000}}, .text = "b"}});
  ASSERT_TRUE(store->record({.files = {{.path = "file",
                                        .before = sha256(first),
                                        .after = sha256(second),
                                        .changes = changes,
                                        .inverse = changes.invert(text)}}}));
  for (int i = 0; i < 2; ++i) {
    read(*store, concat("other", i), std::string(1'900, static_cast<char>('x' + i)));
    store->show("s", "file", sha256(second), lines(1, 1), EventKind::shown, 1, lines(1, 1));
    store->flush();
  }
  read(*store, "last", std::string(1'900, 'z'));
  store->flush();
  const std::unique_ptr<Store> again = opened();
  EXPECT_EQ(again->text_of("file", sha256(second))->bytes(), second);
  EXPECT_FALSE(again->text_of("other0", sha256(std::string(1'900, 'x'))));
}

TEST_F(RecordsOnDiskTest, EightAtOnceLoseNothingAndGiveNothingTwice) {
  constexpr int writers = 8;
  constexpr int rounds = 12;
  std::vector<std::vector<std::string>> given(writers);
  {
    std::vector<std::jthread> threads;
    for (int writer = 0; writer < writers; ++writer) {
      threads.emplace_back([&, writer] {
        for (int i = 0; i < rounds; ++i) {
          const std::unique_ptr<FileSystem> own = real_file_system();
          const std::unique_ptr<Store> store = open_store(*own, state.state(), ByteKeeping::at_once);
          Digest alike{};  // all of them suggest the same labels
          alike.back() = static_cast<std::uint8_t>(writer * rounds + i);
          store->show("cli", "file", alike, lines(1, 1), EventKind::shown, 1, lines(1, 1));
          const Tag tag = store->tag_of("file", alike);
          EXPECT_EQ(store->version_of("file", tag), alike);
          const Result<Record> record = store->record({.session = "cli", .files = {edited("file", tag, tag + "!")}});
          ASSERT_TRUE(record) << record.error().what;
          given[static_cast<std::size_t>(writer)].push_back(record->id);
          store->flush();
          EXPECT_EQ(store->take_warnings(), std::vector<std::string>());
        }
      });
    }
  }
  const std::unique_ptr<Store> store = opened();
  std::set<std::string> distinct;
  for (const std::vector<std::string>& some : given) {
    for (const std::string& id : some) {
      EXPECT_TRUE(distinct.insert(id).second) << id;
      EXPECT_TRUE(store->find(id)) << id;
    }
  }
  EXPECT_EQ(distinct.size(), static_cast<std::size_t>(writers * rounds));
  EXPECT_EQ(store->newest(1'000).size(), distinct.size());
  EXPECT_EQ(store->last_shown("cli", "file", 1000).size(), distinct.size());
  std::set<Tag> labels;
  for (const Showing& showing : store->last_shown("cli", "file", 1000)) labels.insert(store->tag_of("file", showing.version));
  EXPECT_EQ(labels.size(), distinct.size());
}

TEST_F(RecordsOnDiskTest, ProcessesThatBeginTogetherShareOneFile) {
  for (int round = 0; round < 40; ++round) {
    test::ScratchState fresh;
    std::vector<std::jthread> processes;
    for (int process = 0; process < 3; ++process) {
      processes.emplace_back([&fresh, process] {
        const std::unique_ptr<FileSystem> own = real_file_system();
        const std::unique_ptr<Store> store = open_store(*own, fresh.state(), ByteKeeping::at_once);
        EXPECT_TRUE(store->record({.session = "s", .files = {edited("file", concat(process), "b")}}));
        EXPECT_TRUE(store->lasting());
        EXPECT_EQ(store->take_warnings(), std::vector<std::string>());
      });
    }
  }
}

TEST_F(RecordsOnDiskTest, WhatOneProcessShowsAnotherOneOfTheSessionSees) {
  const std::unique_ptr<Store> one = opened();
  const std::unique_ptr<Store> two = opened();
  one->show("cli", "file", sha256("x"), lines(1, 3), EventKind::shown, 1, lines(1, 3));
  one->flush();
  two->show("cli", "file", sha256("x"), lines(5, 6), EventKind::shown, 2, lines(5, 6));
  EXPECT_EQ(two->last_shown("cli", "file", 1000)[0].lines.spans().size(), 2U);
  two->flush();
  EXPECT_EQ(one->last_shown("cli", "file", 1000)[0].lines.spans().size(), 2U);
}

// ---- what may have become of the file

TEST_F(RecordsOnDiskTest, DamageAnywhereIsAWarningAtMost) {
  fill();
  checkpoint();
  const std::string whole = state.read("store.db");
  ASSERT_GT(whole.size(), 20U * 1024);
  for (std::size_t at = 0; at < whole.size(); at += is_long_form() ? 128 : 1536) {
    SCOPED_TRACE(at);
    std::string damaged = whole;
    for (std::size_t i = at; i < at + 32; ++i) damaged[i] = static_cast<char>(~damaged[i]);
    for (const char* name : {"store.db-wal", "store.db-shm", "store.db.damaged"}) std::filesystem::remove(state.file(name));
    state.write("store.db", damaged);
    const std::unique_ptr<Store> store = opened();
    expect_it_works(*store);
    EXPECT_TRUE(!state.has("store.db.damaged") || !store->take_warnings().empty());
  }
}

TEST_F(RecordsOnDiskTest, AFileThatWasCutOffIsMovedAwayOrReadAsFarAsItGoes) {
  fill();
  checkpoint();
  const std::string whole = state.read("store.db");
  for (std::size_t size = 0; size < whole.size(); size += 4096 - 512) {
    SCOPED_TRACE(size);
    for (const char* name : {"store.db-wal", "store.db-shm", "store.db.damaged"}) std::filesystem::remove(state.file(name));
    state.write("store.db", whole.substr(0, size));
    const std::unique_ptr<Store> store = opened();
    expect_it_works(*store);
    EXPECT_TRUE(store->lasting());
    EXPECT_EQ(state.has("store.db.damaged"), !store->take_warnings().empty());
  }
}

TEST_F(RecordsOnDiskTest, ADamagedLogIsReadAsFarAsItIsWhole) {
  fill();
  const std::string log = state.read("store.db-wal");
  const std::string database = state.read("store.db");
  for (std::size_t at = 0; at < log.size(); at += is_long_form() ? 4120 : 3 * 4120) {
    SCOPED_TRACE(at);
    std::string damaged = log;
    damaged[at] = static_cast<char>(~damaged[at]);
    std::filesystem::remove(state.file("store.db-shm"));
    state.write("store.db", database);
    state.write("store.db-wal", damaged);
    const std::unique_ptr<Store> store = opened();
    expect_it_works(*store);
    EXPECT_TRUE(store->lasting());
  }
}

TEST_F(RecordsOnDiskTest, ATextFileInItsPlaceIsMovedAway) {
  state.write("store.db", std::string("this is no database\n") + std::string(8'000, 'x'));
  const std::unique_ptr<Store> store = opened();
  expect_it_works(*store);
  EXPECT_TRUE(store->lasting());
  const std::vector<std::string> warnings = store->take_warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find("were damaged"), std::string::npos) << warnings[0];
  EXPECT_NE(warnings[0].find("are lost"), std::string::npos) << warnings[0];
  EXPECT_TRUE(state.read("store.db.damaged").starts_with("this is no database"));
  EXPECT_TRUE(store->take_warnings().empty()) << "told once";
}

TEST_F(RecordsOnDiskTest, DamageWhileItIsOpenIsNoticed) {
  fill();
  checkpoint();
  const std::string whole = state.read("store.db");
  const std::unique_ptr<Store> store = opened();
  (void)store->version_of("file1", tags[1]);
  state.write("store.db", whole.substr(0, 8192) + std::string(whole.size() - 8192, '\xee'));
  expect_it_works(*store);
  EXPECT_EQ(store->take_warnings().size(), 1U);
  EXPECT_TRUE(state.has("store.db.damaged"));
}

TEST_F(RecordsOnDiskTest, IdsOfLostRecordsAreNotGivenAgain) {
  fill();
  checkpoint();
  state.write("store.db", std::string(8'192, 'x'));
  const std::unique_ptr<Store> store = opened();
  std::set<std::string> old(ids.begin(), ids.end());
  for (int i = 0; i < 20; ++i) {
    const std::string id = store->record({.session = "s"})->id;
    EXPECT_FALSE(old.contains(id)) << id;
  }
  EXPECT_FALSE(store->find(ids.front()));
}

TEST_F(RecordsOnDiskTest, ADatabaseOfAnotherProgramIsLeftAlone) {
  state.write("store.db", "");
  run("CREATE TABLE theirs(x)");
  const std::string bytes = state.read("store.db");
  const std::unique_ptr<Store> store = opened();
  expect_it_works(*store);
  expect_it_is_left_alone(*store, state, bytes, "another program");
}

TEST_F(RecordsOnDiskTest, WhatIsNoFileIsLeftAlone) {
  std::filesystem::create_directory(state.file("store.db"));
  const std::unique_ptr<Store> store = opened();
  expect_it_works(*store);
  EXPECT_FALSE(store->lasting());
  EXPECT_EQ(store->take_warnings().size(), 1U);
}

TEST_F(RecordsOnDiskTest, ALinkIsNotFollowed) {
  state.write("elsewhere", "");
  std::filesystem::create_symlink(state.file("elsewhere"), state.file("store.db"));
  const std::unique_ptr<Store> store = opened();
  expect_it_works(*store);
  EXPECT_FALSE(store->lasting());
  EXPECT_EQ(state.read("elsewhere"), "");
}

TEST_F(RecordsOnDiskTest, AReadOnlyFileIsLeftAlone) {
  fill();
  checkpoint();
  const std::string bytes = state.read("store.db");
  std::filesystem::permissions(state.file("store.db"), std::filesystem::perms::owner_read);
  const std::unique_ptr<Store> store = opened();
  expect_it_works(*store);
  expect_it_is_left_alone(*store, state, bytes, "read-only");
}

TEST_F(RecordsOnDiskTest, AFolderThatIsGoneCostsTheRecordsOnly) {
  std::filesystem::remove_all(state.state().path);
  const std::unique_ptr<Store> store = opened();
  expect_it_works(*store);
  EXPECT_FALSE(store->lasting());
  EXPECT_EQ(store->take_warnings().size(), 1U);
}

TEST_F(RecordsOnDiskTest, RecordsThatAreRemovedInUseAreBegunAnew) {
  const std::unique_ptr<Store> store = opened(ByteKeeping::when_needed);
  ASSERT_TRUE(store->record({.session = "s"}));
  for (const char* name : {"store.db", "store.db-wal", "store.db-shm"}) std::filesystem::remove(state.file(name));
  const std::string id = store->record({.session = "s"})->id;
  EXPECT_TRUE(opened()->find(id));
  const std::vector<std::string> warnings = store->take_warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find("removed or replaced"), std::string::npos);
}

TEST_F(RecordsOnDiskTest, WhatCannotBeWrittenIsToldOnceAndGoesOnFromMemory) {
  fill();
  const std::unique_ptr<Store> store = opened(ByteKeeping::when_needed);
  (void)store->newest(1);
  run("CREATE TRIGGER full_log BEFORE INSERT ON log BEGIN SELECT raise(ABORT, 'no more'); END;"
      "CREATE TRIGGER full_version BEFORE UPDATE ON version BEGIN SELECT raise(ABORT, 'no more'); END;");
  read(*store, "other", "one");
  store->flush();
  store->flush();
  EXPECT_EQ(store->take_warnings().size(), 1U);
  EXPECT_EQ(store->last_shown("s", "other", 1000).size(), 1U);
  EXPECT_EQ(store->events("other").size(), 1U);
  const Tag tag = store->tag_of("other", sha256("one"));
  EXPECT_EQ(store->tag_of("other", sha256("one")), tag);
  EXPECT_EQ(store->version_of("other", tag), sha256("one"));
  const Result<Record> refused = store->record({.session = "s"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::io_failed);
  EXPECT_TRUE(store->find(ids.front())) << "what is there can still be read";
  EXPECT_TRUE(store->lasting());
  run("DROP TRIGGER full_log; DROP TRIGGER full_version");
  store->flush();
  EXPECT_EQ(opened()->last_shown("s", "other", 1000).size(), 1U) << "nothing was lost";
}

TEST_F(RecordsOnDiskTest, ATagThatCannotBeWrittenIsNoneThatAnotherProcessGives) {
  fill();
  std::vector<Digest> alike(3);  // all of them suggest the same tags
  for (std::size_t i = 0; i < alike.size(); ++i) alike[i].back() = static_cast<std::uint8_t>(i);
  const std::unique_ptr<Store> store = opened(ByteKeeping::when_needed);
  (void)store->newest(1);
  run("CREATE TRIGGER full BEFORE INSERT ON version BEGIN SELECT raise(ABORT, 'no more'); END;");
  const Tag tag = store->tag_of("other", alike[0]);
  EXPECT_EQ(store->tag_of("other", alike[0]), tag);
  EXPECT_NE(store->tag_of("other", alike[1]), tag);
  run("DROP TRIGGER full");
  const std::unique_ptr<Store> another = opened();
  EXPECT_FALSE(another->version_of("other", tag));
  const Tag taken = another->tag_of("other", alike[2]);
  EXPECT_NE(taken, tag);
  EXPECT_EQ(store->version_of("other", taken), alike[2]);
  EXPECT_EQ(store->version_of("other", tag), alike[0]) << "this process still knows it";
  const Tag written = store->tag_of("other", alike[0]);
  EXPECT_EQ(written.size(), 4U) << "it can be written again";
  EXPECT_EQ(another->version_of("other", written), alike[0]);
}

}  // namespace
}  // namespace kedge
