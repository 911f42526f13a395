#include "engine/apply_plan.hpp"

#include <gtest/gtest.h>

#include "edit/diff.hpp"
#include "engine/engine.hpp"
#include "engine/undo.hpp"
#include "plan/loaded_file.hpp"
#include "plan/planned_file.hpp"
#include "tests/support/memory_session.hpp"

namespace kedge {
namespace {

constexpr const char* old_bytes = "one\ntwo\nthree\nfour\nfive\n";
constexpr const char* new_bytes = "one\ntwo\nTHREE\nfour\nfive\n";

class ApplyPlanTest : public testing::Test {
 protected:
  ApplyPlanTest() { session.put("a", old_bytes); }

  LoadedFile loaded(const std::string& path) { return load(*session, path, Access::write).value(); }

  // The file gets these bytes and this name.
  Result<Receipt> move_rewritten(const std::string& path, std::string bytes, const std::string& destination) {
    const LoadedFile file = loaded(path);
    FileOutcome outcome = outcome_of(file);
    apply(outcome, diff(file.text, Text(std::move(bytes))));
    outcome.destination = destination;
    return carry(std::move(outcome));
  }
  Result<Receipt> carry(FileOutcome outcome) {
    Plan plan;
    plan.files.push_back(std::move(outcome));
    return apply_plan(std::move(plan), *session, {});
  }
  Result<Receipt> ask(FileRequest file) {
    Request request;
    request.files.push_back(std::move(file));
    return run(request, *session);
  }
  Result<Receipt> undo_last() { return undo(newest_undoable(*session, UndoScope::root).value(), *session, false); }
  Result<Receipt> redo(const std::string& id) { return kedge::redo(recorded_change(*session, id).value(), *session, false); }

  LineSet shown_of(const std::string& path, const Digest& version) {
    LineSet lines;
    for (const Showing& showing : session->store.last_shown(session->id, path, 1000)) {
      if (showing.version == version) lines.add(showing.lines);
    }
    return lines;
  }

  test::MemorySession session;
};

TEST_F(ApplyPlanTest, ThePermissionToRunAFileIsGivenAloneAndTakenBack) {
  const Result<Receipt> done = ask({.path = "a", .executable = true});
  ASSERT_TRUE(done) << to_text(done.error());
  EXPECT_EQ(done->files.front().effect, Effect::applied);
  EXPECT_EQ(done->files.front().executable, true);
  EXPECT_EQ(session.permissions("a"), 0755U);
  EXPECT_EQ(session.bytes("a"), old_bytes);

  session.rewrite("a", "theirs\n");
  ASSERT_TRUE(undo_last());
  EXPECT_EQ(session.permissions("a"), 0644U);
  EXPECT_EQ(session.bytes("a"), "theirs\n") << "the bytes are nobody's business";
  ASSERT_TRUE(redo(done->undo_id));
  EXPECT_EQ(session.permissions("a"), 0755U);
}

TEST_F(ApplyPlanTest, APermissionThatIsThereAlreadyIsNothingToDo) {
  const Result<Receipt> done = ask({.path = "a", .executable = false});
  ASSERT_TRUE(done) << to_text(done.error());
  EXPECT_EQ(done->files.front().effect, Effect::nothing_to_do);
  EXPECT_EQ(done->undo_id, "");
  EXPECT_EQ(ask({.path = "a"}).error().code, Code::operation_count);
  EXPECT_EQ(ask({.path = "none", .executable = true}).error().code, Code::not_found);
  EXPECT_EQ(ask({.path = "a", .version = sha256("other"), .executable = true}).error().code, Code::hash_mismatch);
}

TEST_F(ApplyPlanTest, AFileIsCreatedToBeRunAndComesBackSo) {
  const Result<Receipt> done =
      ask({.path = "run", .executable = true, .operations = {{.target = Whole{}, .body = "#!/bin/sh\n"}}});
  ASSERT_TRUE(done) << to_text(done.error());
  EXPECT_EQ(session.permissions("run"), 0755U);
  ASSERT_TRUE(undo_last());
  EXPECT_EQ(session.bytes("run"), "gone");
  ASSERT_TRUE(redo(done->undo_id));
  EXPECT_EQ(session.permissions("run"), 0755U);
}

TEST_F(ApplyPlanTest, AnEditMayGiveThePermissionToo) {
  ASSERT_TRUE(ask({.path = "a", .executable = true, .operations = {{.target = Match{.text = "three"}, .body = "THREE"}}}));
  EXPECT_EQ(session.bytes("a"), new_bytes);
  EXPECT_EQ(session.permissions("a"), 0755U);
  ASSERT_TRUE(undo_last());
  EXPECT_EQ(session.bytes("a"), old_bytes);
  EXPECT_EQ(session.permissions("a"), 0644U);
}

TEST_F(ApplyPlanTest, AFileThatWasRemovedMayBeRunAgainWhenItComesBack) {
  session.permit("a", 0755);
  FileOutcome outcome = outcome_of(loaded("a"));
  outcome.removed = true;
  apply(outcome, diff(outcome.before, Text()));
  ASSERT_TRUE(carry(std::move(outcome)));
  ASSERT_TRUE(undo_last());
  EXPECT_EQ(session.bytes("a"), old_bytes);
  EXPECT_EQ(session.permissions("a"), 0755U);
}

TEST_F(ApplyPlanTest, AFileThatIsRenamedMayGetThePermissionWithOrWithoutNewBytes) {
  for (const char* const bytes : {old_bytes, new_bytes}) {
    const LoadedFile file = loaded("a");
    FileOutcome outcome = outcome_of(file);
    if (bytes != old_bytes) apply(outcome, diff(file.text, Text(bytes)));
    outcome.destination = "b";
    outcome.executable = true;
    ASSERT_TRUE(carry(std::move(outcome)));
    EXPECT_EQ(session.bytes("b"), bytes);
    EXPECT_EQ(session.permissions("b"), 0755U);
    ASSERT_TRUE(undo_last());
    EXPECT_EQ(session.bytes("a"), old_bytes);
    EXPECT_EQ(session.permissions("a"), 0644U);
    EXPECT_EQ(session.bytes("b"), "gone");
  }
}

TEST_F(ApplyPlanTest, AFileThatIsEditedAndRenamedIsOneFileOfTheHistory) {
  const Result<Receipt> done = move_rewritten("a", new_bytes, "new/b");
  ASSERT_TRUE(done) << to_text(done.error());
  EXPECT_EQ(session.bytes("new/b"), new_bytes);
  EXPECT_EQ(session.bytes("a"), "gone");
  EXPECT_EQ(done->files.front().destination, "new/b");
  EXPECT_EQ(done->files.front().guard, "exchange") << "the weaker of both names";

  const Record record = session->store.find(done->undo_id).value();
  ASSERT_EQ(record.files.size(), 1U);
  EXPECT_EQ(record.files.front().path, "a");
  EXPECT_EQ(record.files.front().destination, "new/b");
  const std::optional<ChangeSet> between = session->store.changes_between("a", sha256(old_bytes), sha256(new_bytes));
  ASSERT_TRUE(between);
  EXPECT_EQ(between->apply(Text(old_bytes)).bytes(), new_bytes);
}

TEST_F(ApplyPlanTest, UndoGivesBackTheOldNameAndTheOldBytesAndRedoTheNewOnes) {
  const Result<Receipt> done = move_rewritten("a", new_bytes, "b");
  ASSERT_TRUE(done);
  const Result<Receipt> undone = undo_last();
  ASSERT_TRUE(undone) << to_text(undone.error());
  EXPECT_EQ(session.bytes("a"), old_bytes);
  EXPECT_EQ(session.bytes("b"), "gone");
  const Result<Receipt> again = redo(done->undo_id);
  ASSERT_TRUE(again) << to_text(again.error());
  EXPECT_EQ(session.bytes("a"), "gone");
  EXPECT_EQ(session.bytes("b"), new_bytes);
}

TEST_F(ApplyPlanTest, WhatOthersWroteSinceComesAlongWhenItIsUndone) {
  ASSERT_TRUE(move_rewritten("a", new_bytes, "b"));
  session.rewrite("b", "zero\none\ntwo\nTHREE\nfour\nfive\n");
  const Result<Receipt> undone = undo_last();
  ASSERT_TRUE(undone) << to_text(undone.error());
  EXPECT_EQ(session.bytes("a"), "zero\none\ntwo\nthree\nfour\nfive\n");
  EXPECT_EQ(session.bytes("b"), "gone");
}

TEST_F(ApplyPlanTest, WhereOthersHaveChangedTheSameLineNothingIsUndone) {
  ASSERT_TRUE(move_rewritten("a", new_bytes, "b"));
  const std::string theirs = "one\ntwo\nTheirs\nfour\nfive\n";
  session.rewrite("b", theirs);
  const Result<Receipt> undone = undo_last();
  ASSERT_FALSE(undone);
  EXPECT_EQ(undone.error().code, Code::undo_conflict);
  EXPECT_EQ(session.bytes("a"), "gone");
  EXPECT_EQ(session.bytes("b"), theirs);
}

TEST_F(ApplyPlanTest, WhereTheOldNameIsTakenNothingIsUndone) {
  ASSERT_TRUE(move_rewritten("a", new_bytes, "b"));
  session.put("a", "theirs");
  const Result<Receipt> undone = undo_last();
  ASSERT_FALSE(undone);
  EXPECT_EQ(undone.error().code, Code::undo_conflict);
  EXPECT_EQ(session.bytes("a"), "theirs");
  EXPECT_EQ(session.bytes("b"), new_bytes);
}

TEST_F(ApplyPlanTest, ANewNameThatIsTakenRefusesTheWhole) {
  session.put("b", "theirs");
  const Result<Receipt> done = move_rewritten("a", new_bytes, "b");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::file_exists);
  EXPECT_EQ(session.bytes("a"), old_bytes);
  EXPECT_EQ(session.bytes("b"), "theirs");
}

TEST_F(ApplyPlanTest, LinesThatWereShownAndKeptAreKnownUnderTheNewName) {
  LineSet lines;
  lines.add({LineNo{2}, LineNo{6}});
  session->store.show(session->id, "a", sha256(old_bytes), lines, EventKind::shown, 1, lines);
  const std::string longer = "one\ntwo\nTHREE\n3.5\nfour\nfive\n";
  ASSERT_TRUE(move_rewritten("a", longer, "b"));
  const LineSet known = shown_of("b", sha256(longer));
  EXPECT_TRUE(known.missing({LineNo{2}, LineNo{7}}).empty());
  EXPECT_TRUE(shown_of("a", sha256(longer)).empty());
}

}  // namespace
}  // namespace kedge
