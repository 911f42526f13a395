#include "engine/narrowed_plan.hpp"

#include <gtest/gtest.h>

#include <random>

#include "edit/diff.hpp"
#include "engine/engine.hpp"
#include "engine/proposal.hpp"
#include "support/strings.hpp"
#include "tests/support/memory_session.hpp"

namespace kedge {
namespace {

FileOutcome changed(std::string path, std::string before, std::string after) {
  FileOutcome file{.path = path, .inside = path};
  file.before = Text(std::move(before));
  file.after = Text(std::move(after));
  file.changes = diff(file.before, file.after);
  file.version_before = file.before.digest();
  file.version_after = file.after.digest();
  return file;
}

Plan plan_of(std::vector<FileOutcome> files) {
  Plan plan;
  plan.files = std::move(files);
  plan.findings.resize(plan.files.size());
  return plan;
}

Verdict without(std::vector<ChangePart> declined) {
  Verdict verdict = Consent::given;
  verdict.declined = std::move(declined);
  return verdict;
}

TEST(NarrowedPlan, DeclinedHunksStayAsTheyWere) {
  const Plan plan = plan_of({changed("a", "1\n2\n3\n4\n5\n", "one\n2\n3\nfour\n5\n")});
  ASSERT_EQ(proposed_hunks(plan.files.front()).size(), 2U);
  const Narrowed first = narrowed(plan, without({{"a", {2}}})).value();
  EXPECT_EQ(first.plan.files.front().after.bytes(), "one\n2\n3\n4\n5\n");
  EXPECT_EQ(first.plan.files.front().version_after, sha256("one\n2\n3\n4\n5\n"));
  EXPECT_TRUE(first.writes);
  EXPECT_EQ(first.said, (std::vector<std::string>{"a: declined: line 4"}));
  const Narrowed none = narrowed(plan, without({{"a", {1, 2}}})).value();
  EXPECT_EQ(none.plan.files.front().effect, Effect::nothing_to_do);
  EXPECT_FALSE(none.writes);
}

TEST(NarrowedPlan, AFileIsDeclinedAsAWhole) {
  FileOutcome created = changed("new", "", "text\n");
  created.created = true;
  const Plan plan = plan_of({created, changed("a", "1\n", "2\n")});
  EXPECT_TRUE(proposed_hunks(plan.files.front()).empty());
  const Narrowed left = narrowed(plan, without({{"new", {}}})).value();
  EXPECT_FALSE(left.plan.files.front().created);
  EXPECT_EQ(left.plan.files.front().effect, Effect::nothing_to_do);
  EXPECT_EQ(left.plan.files.back().after.bytes(), "2\n");
}

TEST(NarrowedPlan, ATextIsPutInItsPlace) {
  const Plan plan = plan_of({changed("a", "1\n2\n", "one\n2\n")});
  Verdict verdict = Consent::given;
  verdict.edited = {{"a", "uno\n2\n"}};
  verdict.note = "in Spanish";
  const Narrowed left = narrowed(plan, verdict).value();
  EXPECT_EQ(left.plan.files.front().after.bytes(), "uno\n2\n");
  EXPECT_EQ(left.plan.files.front().changes.apply(left.plan.files.front().before).bytes(), "uno\n2\n");
  EXPECT_EQ(left.said.back(), "the person who was asked says: in Spanish");
  verdict.edited = {{"a", "1\n2\n"}};
  EXPECT_FALSE(narrowed(plan, verdict).value().writes) << "it was made what it is";
}

TEST(NarrowedPlan, WhatWasNotProposedCannotBeAnswered) {
  const Plan plan = plan_of({changed("a", "1\n", "2\n")});
  for (const Verdict& verdict : {without({{"b", {}}}), without({{"a", {2}}})}) {
    EXPECT_EQ(narrowed(plan, verdict).error().code, Code::schema_invalid);
  }
}

// Beside a twin: a file that is put together from the lines of either side.
TEST(NarrowedPlan, AnyChoiceOfHunksIsTheTwins) {
  std::mt19937 random(3);  // NOLINT(cert-msc51-cpp): the same each time
  const auto below = [&](std::uint32_t count) { return std::uniform_int_distribution<std::uint32_t>(0, count - 1)(random); };
  for (int round = 0; round < 500; ++round) {
    const auto text_of = [&] {
      std::string text;
      for (std::uint32_t i = below(8); i > 0; --i) append(text, concat(below(4), below(6) == 0 ? "\r\n" : "\n"));
      if (below(3) == 0 && !text.empty()) text.pop_back();
      return text;
    };
    const FileOutcome file = changed("a", text_of(), text_of());
    const std::vector<Hunk> hunks = proposed_hunks(file);
    std::vector<std::uint32_t> declined;
    std::string expected(file.before.bom());
    std::uint32_t line = 1;
    for (std::uint32_t i = 0; i < hunks.size(); ++i) {
      for (; line < hunks[i].before.first.value; ++line) append(expected, file.before.raw(LineNo{line}));
      const bool kept = below(2) == 0;
      if (!kept) declined.push_back(i + 1);
      append(expected,
             kept ? file.after.slice(file.after.span(hunks[i].after)) : file.before.slice(file.before.span(hunks[i].before)));
      line = hunks[i].before.end.value;
    }
    for (; line <= file.before.line_count(); ++line) append(expected, file.before.raw(LineNo{line}));
    if (declined.empty()) continue;
    const Narrowed left = narrowed(plan_of({file}), without({{"a", declined}})).value();
    EXPECT_EQ(left.plan.files.front().after.bytes(), expected) << round;
  }
}

TEST(NarrowedPlan, WhatIsLeftIsWrittenAndTheAnswerSaysWhatIsNot) {
  test::MemorySession session;
  session.put("a", "1\n2\n3\n4\n5\n");
  session->confirm = [](const Proposal&) {
    Verdict verdict = without({{"a", {1}}});
    verdict.note = "not the first";
    return verdict;
  };
  Request request;
  request.files.push_back(
      {.path = "a",
       .operations = {{.target = Match{.text = "1\n"}, .body = "one\n"}, {.target = Match{.text = "4\n"}, .body = "four\n"}}});
  const Result<Receipt> done = run(request, *session);
  ASSERT_TRUE(done) << to_text(done.error());
  EXPECT_EQ(session.bytes("a"), "1\n2\n3\nfour\n5\n");
  EXPECT_EQ(done->warnings, (std::vector<std::string>{"a: declined: line 1", "the person who was asked says: not the first"}));

  session->confirm = [](const Proposal&) {
    Verdict verdict = Consent::refused;
    verdict.note = "use the other helper";
    return verdict;
  };
  request.files.front().operations.pop_back();
  const Result<Receipt> refused = run(request, *session);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::confirm_declined);
  EXPECT_TRUE(refused.error().what.ends_with("They say: use the other helper")) << refused.error().what;
  EXPECT_EQ(refused.error().facts.find("note")->dump(), R"("use the other helper")");
}

}  // namespace
}  // namespace kedge
