// A file that looks as it did when its bytes were last known is not read to plan an edit that is committed at once.
#include <gtest/gtest.h>

#include "engine/engine.hpp"
#include "plan/loaded_file.hpp"
#include "plan/shown_rows.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

class UnreadFiles : public testing::Test {
 protected:
  UnreadFiles() {
    const LoadedFile file = load_existing(session, "a", Access::write).value();
    store->remember("a", file.text, file.version);
    note_shown(session, file, LineSet(file.text.all_lines()), EventKind::shown, Numbers::shown);
  }
  Workspace open() {
    others.make_file("/root/a", "one\ntwo\n");
    others.make_folder("/state");
    return Workspace::open(fs, {.root = {.path = "/root"}, .state = {.folder = "/state"}}).value();
  }

  // Somebody writes without a trace: the file looks as it did with its old bytes.
  void change_unseen(const std::string& bytes) {
    others.rewrite("/root/a", bytes);
    const FileInfo now = fs.look_at(workspace.root().folder(), "a").value();
    workspace.sightings().note("a", Sighting::of(now), sha256("one\ntwo\n"));
  }
  bool is_unread() {
    Unread unread;
    return load(session, "a", Access::write, &unread)->unread && unread.files.size() == 1;
  }

  static Request replacing(std::string text, std::string by) {
    Request request;
    request.files.push_back({.path = "a"});
    request.files.back().operations.push_back({Match{.text = std::move(text)}, std::move(by)});
    return request;
  }
  Result<Receipt> edit(std::string text, std::string by) { return run(replacing(std::move(text), std::move(by)), session); }
  std::string bytes() const { return others.read("/root/a").value(); }

  MemoryFileSystem fs;
  ForeignParty others{fs};
  Workspace workspace = open();
  std::unique_ptr<Store> store = memory_store();
  Session session{.workspace = workspace, .store = *store, .id = "s"};
};

TEST_F(UnreadFiles, AreThoseThatLookAsTheyDid) {
  EXPECT_TRUE(is_unread());
  EXPECT_FALSE(load(session, "a", Access::write)->unread) << "only where a commit compares the bytes";
  fs.advance(1'000'000'000);
  others.rewrite("/root/a", "one\ntwo\n");
  EXPECT_FALSE(is_unread());
}

TEST_F(UnreadFiles, AreAlsoThoseThatAnEditHasMade) {
  ASSERT_TRUE(edit("one\n", "1\n"));
  EXPECT_TRUE(is_unread());
  const std::size_t calls = fs.calls();
  ASSERT_TRUE(edit("two\n", "2\n"));
  const std::size_t of_unread = fs.calls() - calls;
  fs.advance(1'000'000'000);
  others.rewrite("/root/a", "1\n2\n");
  const std::size_t calls_then = fs.calls();
  ASSERT_TRUE(edit("2\n", "zwei\n"));
  EXPECT_GE(fs.calls() - calls_then, of_unread + 3) << "opened, read and looked at once more";
  EXPECT_EQ(bytes(), "1\nzwei\n");
}

TEST_F(UnreadFiles, AreWrittenOnlyOverTheBytesThatTheyHave) {
  change_unseen("one\ntwX\n");
  ASSERT_TRUE(is_unread());
  const Result<Receipt> done = edit("one\n", "1\n");
  ASSERT_TRUE(done) << to_text(done.error());
  EXPECT_EQ(bytes(), "1\ntwX\n");
  EXPECT_EQ(done->files.front().before.bytes(), "one\ntwX\n");
}

TEST_F(UnreadFiles, AreReadBeforeAnEditIsRefused) {
  change_unseen("one\ntwX\n");
  ASSERT_TRUE(is_unread());
  const Result<Receipt> done = edit("twX\n", "drei\n");  // is not in the bytes that it had
  ASSERT_TRUE(done) << to_text(done.error());
  EXPECT_EQ(bytes(), "one\ndrei\n");
  change_unseen("one\nfour\n");
  const Result<Receipt> refused = edit("two\n", "2\n");
  ASSERT_FALSE(refused);
  EXPECT_EQ(bytes(), "one\nfour\n");
}

TEST_F(UnreadFiles, AreReadBeforeTheyAreSaidToBeFine) {
  change_unseen("one\ntwX\n");
  ASSERT_TRUE(is_unread());
  const Result<Receipt> done = edit("two\n", "two\n");
  EXPECT_TRUE(!done || done->files.front().before.bytes() == "one\ntwX\n");
}

// A refusal shows rows and gives a tag; planning the same again would find them shown and given.
TEST_F(UnreadFiles, AreComparedAndNotPlannedAgainIfTheyAreAsTheyLook) {
  ASSERT_TRUE(is_unread());
  Request request = replacing("two\n", "2\n");
  request.files.front().tag = "AAAA";
  request.files.front().operations = {{Lines{.first = AtLine{LineNo{1}}}, "1\n"}};
  const Result<Receipt> refused = run(request, session);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::snapshot_unknown);
}

TEST_F(UnreadFiles, AreReadForADryRun) {
  change_unseen("one\ntwX\n");
  ASSERT_TRUE(is_unread());
  Request request = replacing("one\n", "1\n");
  request.dry_run = true;
  EXPECT_EQ(run(request, session)->files.front().before.bytes(), "one\ntwX\n");
}

}  // namespace
}  // namespace kedge
