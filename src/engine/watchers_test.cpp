#include "engine/watchers.hpp"

#include <gtest/gtest.h>

#include "engine/engine.hpp"
#include "engine/proposal.hpp"
#include "engine/undo.hpp"
#include "support/strings.hpp"
#include "tests/support/faulty_file_system.hpp"
#include "tests/support/memory_session.hpp"

namespace kedge {
namespace {

// A session that somebody watches.
class Watched : public testing::Test {
 protected:
  Watched() {
    session_.put("a.txt", "one\ntwo\nthree\n");
    session_->watchers = [this](const MakeHappenings& make) {
      for (Happening& happening : make()) told_.push_back(std::move(happening));
    };
  }

  static Request replacing(std::string from, std::string to) {
    Request request;
    request.files.push_back({.path = "a.txt"});
    request.files.back().operations.push_back({Match{.text = std::move(from)}, std::move(to)});
    return request;
  }
  Result<Receipt> run(const Request& request) { return kedge::run(request, *session_); }

  test::MemorySession session_;
  std::vector<Happening> told_;
};

TEST_F(Watched, AnAppliedEditIsToldWithItsDiff) {
  const Result<Receipt> done = run(replacing("two", "2"));
  ASSERT_TRUE(done);
  ASSERT_EQ(told_.size(), 1U);
  const Happening& told = told_.front();
  EXPECT_EQ(told.kind, Happening::Kind::applied);
  EXPECT_EQ(told.op, "edit");
  EXPECT_EQ(told.session, "test");
  EXPECT_EQ(told.undo_id, done->undo_id);
  ASSERT_EQ(told.files.size(), 1U);
  EXPECT_EQ(told.files.front().path, "a.txt");
  EXPECT_EQ(told.files.front().op, "update");
  EXPECT_EQ(told.files.front().previous_version, to_hex(sha256("one\ntwo\nthree\n")));
  EXPECT_EQ(told.files.front().version, to_hex(sha256("one\n2\nthree\n")));
  EXPECT_EQ(told.files.front().diff, "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n");
}

TEST_F(Watched, AnUndoAndARedoAreToldWithTheIdOfTheChange) {
  const Result<Receipt> done = run(replacing("two", "2"));
  ASSERT_TRUE(undo(*session_->store.find(done->undo_id), *session_, false));
  ASSERT_TRUE(redo(*session_->store.find(done->undo_id), *session_, false));
  ASSERT_EQ(told_.size(), 3U);
  for (const std::size_t i : {1U, 2U}) {
    EXPECT_EQ(told_[i].kind, Happening::Kind::undone);
    EXPECT_EQ(told_[i].op, i == 1 ? "undo" : "redo");
    EXPECT_EQ(told_[i].undo_id, done->undo_id);
  }
}

TEST_F(Watched, APreviewIsProposedAndDoesNotWait) {
  Request request = replacing("two", "2");
  request.dry_run = true;
  ASSERT_TRUE(run(request));
  ASSERT_EQ(told_.size(), 1U);
  EXPECT_EQ(told_.front().kind, Happening::Kind::proposed);
  EXPECT_FALSE(told_.front().waits);
  EXPECT_FALSE(told_.front().files.front().diff.empty());
}

TEST_F(Watched, WhoAsksCanProposeWhatIsThenApplied) {
  session_->confirm = [&](const Proposal& proposal) {
    EXPECT_TRUE(told_.empty());
    tell_proposed(*session_, proposal.op, proposal.planned, true);
    return Consent::given;
  };
  ASSERT_TRUE(run(replacing("two", "2")));
  ASSERT_EQ(told_.size(), 2U);
  EXPECT_EQ(told_[0].kind, Happening::Kind::proposed);
  EXPECT_TRUE(told_[0].waits);
  EXPECT_EQ(told_[1].kind, Happening::Kind::applied);
  EXPECT_EQ(told_[0].files.front().hunks, (std::vector<Happening::File::Hunk>{{2, 1, 2, 1}}))
      << "that can be accepted one by one";
  EXPECT_EQ(std::exchange(told_[0].files.front().text, {}), "one\n2\nthree\n") << "what a person may change";
  EXPECT_EQ(told_[0].files, told_[1].files);
}

TEST_F(Watched, WhatHasNoEffectIsNotTold) {
  ASSERT_TRUE(run(replacing("two", "2")));
  told_.clear();
  ASSERT_TRUE(run(replacing("two", "2"))) << "is there already";
  EXPECT_TRUE(told_.empty());
}

TEST_F(Watched, ARefusalIsToldByItsCodeButNotThatAnAnswerIsAwaited) {
  tell_refused(*session_, "edit", refuse(Code::no_match, {{"path", "a.txt"}}));
  ASSERT_EQ(told_.size(), 1U);
  EXPECT_EQ(told_.front().kind, Happening::Kind::refused);
  EXPECT_EQ(told_.front().code, "no_match");
  EXPECT_EQ(told_.front().files.front().path, "a.txt");
  EXPECT_FALSE(told_.front().message.empty());

  session_->confirm = [](const Proposal&) { return Consent::awaited; };
  const Result<Receipt> awaited = run(replacing("two", "2"));
  ASSERT_FALSE(awaited);
  told_.clear();
  tell_refused(*session_, "edit", awaited.error());
  EXPECT_TRUE(told_.empty());
}

TEST_F(Watched, NothingIsComputedForNobody) {
  session_->watchers = [](const MakeHappenings&) {};
  tell(*session_, []() -> std::vector<Happening> {
    ADD_FAILURE() << "nobody asked";
    return {};
  });
  session_->watchers = {};
  tell(*session_, []() -> std::vector<Happening> {
    ADD_FAILURE() << "nobody is there";
    return {};
  });
}

TEST_F(Watched, AWatcherThatThrowsChangesNothing) {
  session_->watchers = [](const MakeHappenings&) { throw std::runtime_error("a view fell over"); };
  const Result<Receipt> done = run(replacing("two", "2"));
  ASSERT_TRUE(done);
  EXPECT_FALSE(done->undo_id.empty());
  EXPECT_EQ(session_.bytes("a.txt"), "one\n2\nthree\n");
}

// An edit in a process that dies at this call; returns what the next process reports.
std::optional<Happening> found_after_a_death_at(std::size_t call) {
  MemoryFileSystem disk;
  ForeignParty others(disk);
  others.make_folder("/root");
  others.make_folder("/state");
  others.make_file("/root/a.txt", "one\n");
  const WorkspaceSettings settings{.root = {.path = "/root"}, .state = {.folder = "/state"}};
  FaultyFileSystem fs(disk);
  try {
    Workspace workspace = Workspace::open(fs, settings).value();
    const std::unique_ptr<Store> store = memory_store();
    const Session session{.workspace = workspace, .store = *store, .id = "test"};
    Request request;
    request.files.push_back({.path = "a.txt"});
    request.files.back().operations.push_back({Match{.text = "one"}, "two"});
    fs.stop_at(fs.calls() + call);
    const Result<Receipt> ignored = kedge::run(request, session);
  } catch (const Stopped&) {
    disk.end_process();
  }
  return recovered_at_start(Workspace::open(disk, settings).value());
}

TEST(RecoveredAtStart, SaysWhetherWhatADeadProcessLeftWasFinishedOrTakenBack) {
  int finished = 0;
  int taken_back = 0;
  for (std::size_t call = 1; call <= 100; ++call) {
    const std::optional<Happening> found = found_after_a_death_at(call);
    if (!found) continue;
    EXPECT_EQ(found->kind, Happening::Kind::recovered);
    if (found->message.ends_with("1 finished, 0 taken back")) ++finished;
    if (found->message.ends_with("0 finished, 1 taken back")) ++taken_back;
  }
  EXPECT_GT(finished, 0);
  EXPECT_GT(taken_back, 0);
}

TEST(ToldText, IsCutAtARow) {
  EXPECT_EQ(told_text("one\ntwo\n").text, "one\ntwo\n");
  const std::string row(1023, 'x');
  std::string whole;
  while (whole.size() <= most_told_bytes + 5000) append(whole, concat(row, '\n'));
  const ToldText told = told_text(whole);
  EXPECT_LE(told.text.size(), most_told_bytes);
  EXPECT_TRUE(told.text.ends_with('\n'));
  EXPECT_EQ(told.text.size() + told.bytes_left_out, whole.size());
}

}  // namespace
}  // namespace kedge
