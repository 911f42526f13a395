#include "engine/history.hpp"

#include <gtest/gtest.h>

#include <random>

#include "edit/diff.hpp"
#include "engine/apply_plan.hpp"
#include "engine/engine.hpp"
#include "engine/undo.hpp"
#include "plan/loaded_file.hpp"
#include "plan/planned_file.hpp"
#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"

namespace kedge {
namespace {

class HistoryTest : public testing::Test {
 protected:
  // The file gets these bytes, and another name if one is given.
  std::string change(const std::string& path, std::string bytes, const std::string& destination = {}) {
    const LoadedFile file = load(*session, path, Access::write).value();
    FileOutcome outcome = outcome_of(file);
    outcome.created = !file.exists;
    apply(outcome, diff(file.text, Text(std::move(bytes))));
    outcome.destination = destination;
    Plan plan;
    plan.files.push_back(std::move(outcome));
    return apply_plan(std::move(plan), *session, {}).value().undo_id;
  }
  void take_back(const std::string& id) { ASSERT_TRUE(undo(recorded_change(*session, id).value(), *session, false)); }

  // For each line: the id of the change, "others" or "?".
  std::vector<std::string> writers(const std::string& path) {
    const Result<Blame> found = blame(*session, path);
    EXPECT_TRUE(found);
    std::vector<std::string> all;
    if (!found) return all;
    for (const std::size_t place : found->lines) {
      const Origin& origin = found->origins.at(place);
      all.push_back(origin.record ? origin.record->id : origin.kind == Origin::Kind::others ? "others" : "?");
    }
    return all;
  }

  test::MemorySession session;
};

using Writers = std::vector<std::string>;

TEST_F(HistoryTest, ALineBelongsToTheChangeThatWroteIt) {
  const std::string made = change("a", "one\ntwo\nthree\n");
  const std::string changed = change("a", "one\nTWO\nthree\n");
  const std::string added = change("a", "zero\none\nTWO\nthree\n");
  EXPECT_EQ(writers("a"), (Writers{added, made, changed, made}));
}

TEST_F(HistoryTest, WhatIsOlderThanTheRecordsHasNoName) {
  session.put("a", "one\ntwo\n");
  const std::string changed = change("a", "one\nTWO\n");
  EXPECT_EQ(writers("a"), (Writers{"?", changed}));
  session.put("b", "untouched\n");
  EXPECT_EQ(writers("b"), (Writers{"?"}));
  session.put("empty", "");
  EXPECT_EQ(writers("empty"), Writers{});
}

TEST_F(HistoryTest, WhatOthersWroteInBetweenIsTheirs) {
  const std::string made = change("a", "one\ntwo\nthree\n");
  session.rewrite("a", "one\ntheirs\ntwo\nthree\n");
  const std::string changed = change("a", "one\ntheirs\ntwo\nTHREE\n");
  EXPECT_EQ(writers("a"), (Writers{made, "others", made, changed}));
  session.rewrite("a", "one\ntheirs\ntwo\nTHREE\nlast\n");
  EXPECT_EQ(writers("a"), (Writers{made, "others", made, changed, "others"}));
}

TEST_F(HistoryTest, WhatIsTakenBackBelongsToWhoeverWroteItFirst) {
  const std::string made = change("a", "one\ntwo\n");
  const std::string changed = change("a", "one\nTWO\n");
  take_back(changed);
  EXPECT_EQ(writers("a"), (Writers{made, made}));
}

TEST_F(HistoryTest, AFileKeepsItsWritersWhenItIsMoved) {
  const std::string made = change("a", "one\ntwo\n");
  const std::string moved = change("a", "one\nTWO\n", "b");
  const std::string changed = change("b", "ONE\nTWO\n");
  EXPECT_EQ(writers("b"), (Writers{changed, moved}));
  const std::string another = change("a", "another file\n");
  EXPECT_EQ(writers("a"), (Writers{another}));
  change("b", "ONE\nTWO\nthree\n", "c");
  EXPECT_EQ(writers("c").at(1), moved);
  EXPECT_EQ(session->store.newest(10, "a").size(), 3U) << "under either of its names";
}

TEST_F(HistoryTest, ChangesOfAFolderAreThoseOfItsFiles) {
  change("d/a", "one\n");
  change("d/e/b", "two\n");
  change("d2/c", "three\n");
  EXPECT_EQ(session->store.newest(10, "d").size(), 2U);
  EXPECT_EQ(session->store.newest(10, "d/e").size(), 1U);
  EXPECT_EQ(session->store.newest(1, "d").size(), 1U);
  EXPECT_EQ(session->store.newest(10, "%").size(), 0U);
  EXPECT_EQ(session->store.newest(10).size(), 3U);
}

TEST_F(HistoryTest, ARecordIsShownAsItWas) {
  change("a", "one\ntwo\n");
  const std::string id = change("a", "one\nTWO\n");
  change("a", "one\nTWO\nthree\n");
  const Record record = find_record(session->store, id).value();
  const std::optional<FileOutcome> outcome = recorded_outcome(session->store, record.files.front());
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->before.bytes(), "one\ntwo\n");
  EXPECT_EQ(outcome->after.bytes(), "one\nTWO\n");
  EXPECT_EQ(find_record(session->store, "e99-none").error().code, Code::not_found);
}

// Beside a twin that carries the writer of each line along.
TEST_F(HistoryTest, RandomHistoriesAreTheTwins) {
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same each time
  const auto below = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
  for (int round = 0; round < 12; ++round) {
    const std::string path = concat("file", round);
    std::vector<std::pair<std::string, std::string>> lines;  // content, writer
    int next = 0;
    for (int step = 0; step < 12; ++step) {
      const auto before = lines;
      const std::size_t at = below(lines.size() + 1);
      const std::size_t gone = std::min(below(3), lines.size() - at);
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at), lines.begin() + static_cast<std::ptrdiff_t>(at + gone));
      const std::size_t fresh = below(3) + (lines.empty() || gone == 0 ? 1 : 0);
      for (std::size_t i = 0; i < fresh; ++i) {
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), {concat("line ", next++), "new"});
      }
      std::string bytes;
      for (const auto& line : lines) append(bytes, concat(line.first, '\n'));
      if (below(4) == 0 && step > 0) {
        session.rewrite(path, bytes);
        for (auto& line : lines) {
          if (line.second == "new") line.second = "others";
        }
      } else {
        const std::string id = change(path, bytes);
        for (auto& line : lines) {
          if (line.second == "new") line.second = id;
        }
        if (below(5) == 0) {
          take_back(id);
          lines = before;
        }
      }
      if (lines.empty()) break;
      Writers expected;
      for (const auto& line : lines) expected.push_back(line.second);
      EXPECT_EQ(writers(path), expected) << "round " << round << ", step " << step;
    }
  }
}

// Twenty lines, of which the second and the nineteenth are others afterwards.
class UndoPartsTest : public HistoryTest {
 protected:
  UndoPartsTest() {
    for (int line = 1; line <= 20; ++line) append(before, concat("line ", line, '\n'));
    session.put("a", before);
    id = change("a", with(before, "line 2\n", "LINE 2\nand more\n", "line 19\n", "LINE 19\n"));
  }

  static std::string with(std::string text, std::string_view from, std::string_view to, std::string_view from2 = {},
                          std::string_view to2 = {}) {
    text.replace(text.find(from), from.size(), to);
    if (!from2.empty()) text.replace(text.find(from2), from2.size(), to2);
    return text;
  }
  std::string now() { return std::string(load(*session, "a", Access::read).value().text.bytes()); }
  Result<Receipt> take_back_part(std::vector<std::uint32_t> hunks, bool dry_run = false) {
    return undo_parts(recorded_change(*session, id).value(), {{.path = "a", .hunks = std::move(hunks)}}, *session, dry_run);
  }

  std::string before, id;
};

TEST_F(UndoPartsTest, OnlyThisHunkIsTakenBackAndTheChangeStaysApplied) {
  ASSERT_TRUE(take_back_part({1}, true));
  EXPECT_NE(now(), before) << "a preview";
  const Result<Receipt> done = take_back_part({1});
  ASSERT_TRUE(done);
  EXPECT_EQ(now(), with(before, "line 19\n", "LINE 19\n"));
  EXPECT_FALSE(session->store.find(id)->undone);
  ASSERT_TRUE(undo(recorded_change(*session, done->undo_id).value(), *session, false)) << "it is an edit like any other";
  EXPECT_EQ(now(), with(before, "line 2\n", "LINE 2\nand more\n", "line 19\n", "LINE 19\n"));
}

TEST_F(UndoPartsTest, ItFollowsItsLinesOverLaterChanges) {
  change("a", concat("new first line\n", now()));
  ASSERT_TRUE(take_back_part({2}));
  EXPECT_EQ(now(), concat("new first line\n", with(before, "line 2\n", "LINE 2\nand more\n")));
}

TEST_F(UndoPartsTest, LinesThatWereChangedSinceAreNotTouched) {
  change("a", with(now(), "LINE 2\n", "line two\n"));
  const std::string bytes = now();
  const Result<Receipt> refused = take_back_part({1});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::undo_conflict);
  EXPECT_EQ(now(), bytes);
  EXPECT_TRUE(take_back_part({2})) << "the other one is still there";
}

TEST_F(UndoPartsTest, APartThatIsNotThereIsRefused) {
  for (const std::uint32_t number : {0U, 3U}) EXPECT_EQ(take_back_part({number}).error().code, Code::schema_invalid) << number;
  const Record record = recorded_change(*session, id).value();
  EXPECT_EQ(undo_parts(record, {{.path = "b", .hunks = {1}}}, *session, false).error().code, Code::schema_invalid);
  const std::string made = change("new", "one\n");
  EXPECT_EQ(undo_parts(recorded_change(*session, made).value(), {{.path = "new", .hunks = {1}}}, *session, false).error().code,
            Code::schema_invalid)
      << "a new file is one part";
  take_back(id);
  EXPECT_EQ(take_back_part({1}).error().code, Code::no_change);
}

}  // namespace
}  // namespace kedge
