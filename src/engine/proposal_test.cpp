#include "engine/proposal.hpp"

#include <gtest/gtest.h>

#include "edit/diff.hpp"
#include "engine/engine.hpp"
#include "engine/undo.hpp"
#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"

namespace kedge {
namespace {

FileOutcome outcome(std::string path, std::string_view before, std::string_view after) {
  FileOutcome file{.path = path, .inside = std::move(path)};
  file.before = Text(std::string(before));
  file.after = Text(std::string(after));
  file.changes = diff(file.before, file.after);
  file.version_before = sha256(before);
  file.version_after = sha256(after);
  return file;
}

Receipt two_files() {
  Receipt planned;
  planned.files = {outcome("a.txt", "one\n", "two\n"), outcome("b.txt", "", "new\n")};
  planned.files[1].created = true;
  return planned;
}

TEST(Proposal, WhateverWouldBeShownOrWrittenOtherwiseIsAnother) {
  const std::unique_ptr<Store> store = memory_store();
  const auto identity = [&](const Receipt& planned, std::string_view op = "edit") {
    return proposal_of(planned, op, *store).identity;
  };
  const Receipt base = two_files();
  EXPECT_EQ(identity(base), identity(two_files()));
  EXPECT_NE(identity(base), identity(base, "write"));
  const auto differs = [&](auto change) {
    Receipt other = two_files();
    change(other);
    EXPECT_NE(identity(base), identity(other));
  };
  differs([](Receipt& other) { other.files.pop_back(); });
  differs([](Receipt& other) { std::swap(other.files[0], other.files[1]); });
  differs([](Receipt& other) { other.files[0].inside = "c.txt"; });
  differs([](Receipt& other) { other.files[0].path = "link.txt"; });
  differs([](Receipt& other) { other.files[0].destination = "c.txt"; });
  differs([](Receipt& other) { other.files[0].version_before = sha256("other"); });
  differs([](Receipt& other) { other.files[0].version_after = sha256("other"); });
  differs([](Receipt& other) { other.files[0].removed = true; });
  differs([](Receipt& other) { other.files[0].executable = true; });
  differs([](Receipt& other) { other.files[0].executable = false; });
  differs([](Receipt& other) { other.files[0].was_executable = true; });
  differs([](Receipt& other) { other.files[1].created = false; });
  differs([](Receipt& other) { other.files[1].effect = Effect::nothing_to_do; });
  differs([](Receipt& other) { other.warnings.emplace_back("careful"); });
}

TEST(Proposal, TheQuestionNamesEveryFileBeforeAnyDiffAndGivesEachDiffItsShare) {
  Receipt planned = two_files();
  std::string large;
  for (int i = 0; i < 10'000; ++i) append(large, concat("row ", i, '\n'));
  planned.files.insert(planned.files.begin(), outcome("large.txt", "", large));
  planned.warnings = {"brackets do not match\x1b[31m"};
  const std::string text = question_about(planned, 2000).value();
  const std::size_t diff = text.find("--- ");
  for (const std::string_view name : {"update +10000 −0 large.txt\n", "update +1 −1 a.txt\n", "create +1 −0 b.txt\n"}) {
    EXPECT_LT(text.find(name), text.find("warning: ")) << name;
  }
  EXPECT_LT(text.find("warning: brackets do not match"), diff);
  EXPECT_EQ(printable_rows(text), text);
  for (const std::string_view row : {"+row 0\n", "-one\n+two\n", "+new\n", "more bytes of this diff not shown)\n"}) {
    EXPECT_NE(text.find(row), std::string::npos) << row << text;
  }
  EXPECT_LT(text.size(), 2600U);
}

TEST(Proposal, NamesThatDoNotFitAreNoQuestion) {
  Receipt planned;
  for (int i = 0; i < 256; ++i) planned.files.push_back(outcome(concat("folder/of/some/depth/file", i), "", "x\n"));
  EXPECT_TRUE(question_about(planned, 100)) << "as many files as a call may have, with names of usual length";
  for (FileOutcome& file : planned.files) file.inside.append(4000, 'x');
  EXPECT_FALSE(question_about(planned, 100));
  planned.files.resize(1);
  planned.files[0].inside = planned.files[0].path = planned.files[0].destination = std::string(4096, '\x01');
  EXPECT_TRUE(question_about(planned, 100)) << "one file can always be asked about";
}

// The person who is asked may take their time, and others write meanwhile.
class Asked : public testing::Test {
 protected:
  Asked() { session_.put("a.txt", "one\ntwo\n"); }

  static Request writing(std::string_view content) {
    Request request;
    request.policy.maker = Maker::write;
    FileRequest file{.path = "b.txt"};
    file.operations.push_back({Whole{}, std::string(content)});
    request.files.push_back(std::move(file));
    return request;
  }
  // The same session without a question.
  Result<Receipt> run_unasked(const Request& request) {
    Session other = *session_;
    other.confirm = {};
    return run(request, other);
  }

  test::MemorySession session_;
};

TEST_F(Asked, AConsentIsDeadAfterAnUndoEvenIfTheFileIsAsItWas) {
  std::vector<std::string> identities;
  session_->confirm = [&](const Proposal& proposal) {
    identities.push_back(proposal.identity);
    if (identities.size() > 1) return Consent::refused;
    const Result<Receipt> done = run_unasked(writing("other\n"));
    EXPECT_TRUE(done);
    Session other = *session_;
    other.confirm = {};
    EXPECT_TRUE(undo(session_->store.find(done->undo_id).value(), other, false));
    EXPECT_EQ(session_.bytes("b.txt"), "gone");
    return Consent::given;
  };
  const Result<Receipt> asked = run(writing("new\n"), *session_);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().code, Code::confirm_declined) << to_text(asked.error());
  ASSERT_EQ(identities.size(), 2U) << "it is asked again";
  EXPECT_NE(identities[0], identities[1]);
  EXPECT_EQ(session_.bytes("b.txt"), "gone");
}

TEST_F(Asked, WhatIsWrittenElsewhereMeanwhileDoesNotMatter) {
  int questions = 0;
  session_->confirm = [&](const Proposal&) {
    ++questions;
    Request other = writing("c\n");
    other.files[0].path = "c.txt";
    EXPECT_TRUE(run_unasked(other));
    return Consent::given;
  };
  EXPECT_TRUE(run(writing("new\n"), *session_));
  EXPECT_EQ(questions, 1);
  EXPECT_EQ(session_.bytes("b.txt"), "new\n");
}

TEST_F(Asked, AFolderThatHasBecomeARepositoryMeanwhileIsProtected) {
  ASSERT_TRUE(run_unasked(writing("old\n")));
  session_->confirm = [&](const Proposal&) {
    session_.put("HEAD", "ref: refs/heads/main\n");
    session_.put_in_folder("objects", "a", "");
    session_.put_in_folder("refs", "a", "");
    return Consent::given;
  };
  const Result<Receipt> asked = run(writing("new\n"), *session_);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().code, Code::path_protected);
  EXPECT_EQ(session_.bytes("b.txt"), "old\n");
}

TEST_F(Asked, WhatCannotBeAskedAboutIsRefusedAndSaysWhy) {
  session_->confirm = [](const Proposal&) { return Consent::unaskable; };
  const Result<Receipt> asked = run(writing("new\n"), *session_);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().code, Code::limit_exceeded);
  EXPECT_NE(to_text(asked.error()).find("do not fit into one question"), std::string::npos) << to_text(asked.error());
  EXPECT_EQ(session_.bytes("b.txt"), "gone");
}

}  // namespace
}  // namespace kedge
