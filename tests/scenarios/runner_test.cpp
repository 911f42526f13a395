// The runner must notice: a scenario that cannot fail tests nothing. /bin/sh stands in for the program.
#include <gtest/gtest.h>

#include "scenarios/block_content.hpp"
#include "scenarios/scenario_run.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

const Fixtures shared{{"greeting.txt", "good\nday\n"}, {"marked.txt", "--- a\n"}};

Scenario parsed(std::string_view text) {
  const std::expected<Scenario, std::string> scenario = parse_scenario(text, shared);
  if (!scenario) ADD_FAILURE() << scenario.error();
  return scenario.value_or(Scenario{});
}

// The scenario as it happened, in text.
std::string happened(std::string_view text) {
  const std::expected<Scenario, std::string> after = run_scenario(parsed(text), {.program = "/bin/sh", .fixtures = shared});
  return after ? print_scenario(*after) : concat("failed: ", after.error());
}

std::string problem(std::string_view text) {
  const std::expected<Scenario, std::string> scenario = parse_scenario(text, shared);
  return scenario ? "none" : scenario.error();
}

TEST(Runner, AScenarioWhoseExpectationsHoldComesBackAsItWasWritten) {
  constexpr std::string_view text =
      "# It reads, writes, removes and complains.\n"
      "--- env GREETING='good day'\n"
      "--- file kept.txt\n"
      "kept\n"
      "--- file old.txt no-final-newline\n"
      "old\n"
      "--- run kedge -c 'cat; echo $GREETING >&2; mv old.txt sub.txt; printf \"a\\r\\n\" > new.txt; exit 3'\n"
      "# a note\n"
      "\n"
      "--- stdin\n"
      "said\n"
      "--- exit 3\n"
      "--- stdout\n"
      "said\n"
      "--- stderr\n"
      "good day\n"
      "--- after new.txt escaped\n"
      "a\\r\n"
      "--- after sub.txt no-final-newline\n"
      "old\n"
      "--- gone old.txt\n";
  EXPECT_EQ(happened(text), text);
}

TEST(Runner, AWrongOutputIsNoticed) {
  EXPECT_EQ(happened("# S\n--- run kedge -c 'echo b'\n--- stdout\na\n"), "# S\n--- run kedge -c 'echo b'\n--- stdout\nb\n");
}

TEST(Runner, OutputThatWasNotExpectedIsNoticed) {
  EXPECT_EQ(happened("# S\n--- run kedge -c 'echo b >&2'\n"), "# S\n--- run kedge -c 'echo b >&2'\n--- stderr\nb\n");
}

TEST(Runner, OutputThatDidNotComeIsNoticed) {
  EXPECT_EQ(happened("# S\n--- run kedge -c :\n--- stdout\nb\n"), "# S\n--- run kedge -c :\n");
}

TEST(Runner, AWrongExitStatusIsNoticed) {
  EXPECT_EQ(happened("# S\n--- run kedge -c 'exit 3'\n--- stdout\n"),
            "# S\n--- run kedge -c 'exit 3'\n--- exit 3\n--- stdout\n");
  EXPECT_EQ(happened("# S\n--- run kedge -c :\n--- exit 3\n# why\n"), "# S\n--- run kedge -c :\n--- exit 0\n# why\n");
}

TEST(Runner, ASignalCountsAsAShellCountsIt) {
  EXPECT_EQ(happened("# S\n--- run kedge -c 'kill -9 $$'\n"), "# S\n--- run kedge -c 'kill -9 $$'\n--- exit 137\n");
}

TEST(Runner, AStrayFileIsNoticed) {
  EXPECT_EQ(happened("# S\n--- run kedge -c 'mkdir a; echo x > a/b'\n"),
            "# S\n--- run kedge -c 'mkdir a; echo x > a/b'\n--- after a/b\nx\n");
}

TEST(Runner, AnEmptyFolderAndALinkAreNoticed) {
  EXPECT_EQ(happened("# S\n--- run kedge -c 'mkdir a; ln -s a b'\n"),
            "# S\n--- run kedge -c 'mkdir a; ln -s a b'\n--- after a/\n--- after 'b -> a'\n");
}

TEST(Runner, AChangedFileIsNoticed) {
  EXPECT_EQ(happened("# S\n--- file a\nx\n--- run kedge -c 'echo y > a'\n"),
            "# S\n--- file a\nx\n--- run kedge -c 'echo y > a'\n--- after a\ny\n");
}

TEST(Runner, AFileThatWasNotChangedAsExpectedIsNoticed) {
  EXPECT_EQ(happened("# S\n--- file a\nx\n--- run kedge -c :\n--- after a\ny\n"),
            "# S\n--- file a\nx\n--- run kedge -c :\n--- after a\nx\n");
}

TEST(Runner, AMissingFileIsNoticed) {
  EXPECT_EQ(happened("# S\n--- file a\nx\n--- run kedge -c 'rm a'\n"),
            "# S\n--- file a\nx\n--- run kedge -c 'rm a'\n--- gone a\n");
  EXPECT_EQ(happened("# S\n--- file a\nx\n--- run kedge -c 'rm a'\n--- after a\nx\n"),
            "# S\n--- file a\nx\n--- run kedge -c 'rm a'\n--- gone a\n");
}

TEST(Runner, AFileThatIsStillThereIsNoticed) {
  EXPECT_EQ(happened("# S\n--- file a\nx\n--- run kedge -c :\n--- gone a\n"),
            "# S\n--- file a\nx\n--- run kedge -c :\n--- after a\nx\n");
}

TEST(Runner, AFileBetweenTwoRunsIsWhatSomebodyElseWroteMeanwhile) {
  constexpr std::string_view text =
      "# S\n--- file a\n1\n--- run kedge -c 'cat a'\n--- stdout\n1\n--- file a\n2\n--- run kedge -c 'cat a; echo 3 > a'\n"
      "--- stdout\n2\n--- after a\n3\n";
  EXPECT_EQ(happened(text), text);
}

TEST(Runner, ARunThatHangsIsEnded) {
  const Scenario scenario = parsed("# S\n--- run kedge -c 'echo here; sleep 60 & sleep 60'\n");
  const auto start = std::chrono::steady_clock::now();
  const auto after = run_scenario(scenario, {.program = "/bin/sh", .patience = std::chrono::milliseconds(200)});
  ASSERT_FALSE(after.has_value());
  EXPECT_NE(after.error().find("line 2: the run did not end within 200 ms\nstdout: here"), std::string::npos) << after.error();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(Runner, MuchInputAndOutputAtOnceDoNotBlockEachOther) {
  std::string rows;
  for (int i = 0; i < 40000; ++i) rows += "0123456789\n";
  const std::string text =
      concat("# S\n--- run kedge -c 'tee /dev/stderr'\n--- stdin\n", rows, "--- stdout\n", rows, "--- stderr\n", rows);
  EXPECT_TRUE(happened(text) == text);
}

TEST(Runner, AProgramThatDoesNotReadItsInputIsFine) {
  std::string rows(1 << 20, 'x');
  const std::string text = concat("# S\n--- run kedge -c :\n--- stdin no-final-newline\n", rows, "\n");
  EXPECT_TRUE(happened(text) == text);
}

TEST(Runner, AProgramThatCannotBeStartedFailsTheScenario) {
  const auto after = run_scenario(parsed("# S\n--- run kedge\n"), {.program = "/nowhere/kedge"});
  ASSERT_FALSE(after.has_value());
}

TEST(Runner, IdsOfChangesAreNamedInTheOrderOfTheirAppearance) {
  constexpr std::string_view text =
      "# S\n"
      "--- run kedge -c 'echo undo_id=e8-756f'\n"
      "--- stdout\n"
      "undo_id=ID1\n"
      "--- run kedge -c 'echo e10-756f\"  \"2026-11-15T10:13:22Z edit, e8-756f again; echo x e10-756f >&2'\n"
      "--- stdout\n"
      "ID2  TIME edit, ID1 again\n"
      "--- stderr\n"
      "x ID2\n"
      "--- run kedge -c '[ \"$0\" = e8-756f ] && echo \"{\\\"undo_id\\\":\\\"e8-756f\\\"}\"' ID1\n"
      "--- stdout\n"
      "{\"undo_id\":\"ID1\"}\n";
  EXPECT_EQ(happened(text), text);
}

TEST(Runner, WhatOnlyLooksLikeTheIdOfAChangeStays) {
  constexpr std::string_view text =
      "# S\n"
      "--- run kedge -c 'echo undo_id=e8; echo e8-1 xe8 e88; echo e9-756f; echo 2026-11-15T10:13:22Z'\n"
      "--- stdout\n"
      "undo_id=ID1\n"
      "e8-1 xe8 e88\n"
      "e9-756f\n"
      "2026-11-15T10:13:22Z\n"
      "--- run kedge -c 'echo $0' ID2\n"
      "--- stdout\n"
      "ID2\n";
  EXPECT_EQ(happened(text), text);
}

TEST(Runner, AnIdOfAnotherChangeIsNoticed) {
  EXPECT_EQ(
      happened(
          "# S\n--- run kedge -c 'echo undo_id=e1; echo undo_id=e2; echo e1'\n--- stdout\nundo_id=ID1\nundo_id=ID2\nID2\n"),
      "# S\n--- run kedge -c 'echo undo_id=e1; echo undo_id=e2; echo e1'\n--- stdout\nundo_id=ID1\nundo_id=ID2\nID1\n");
}

TEST(Runner, AMismatchIsShownAsADiffOfTheScenario) {
  const Scenario expected = parsed("# S\n--- run kedge -c 'echo b'\n--- stdout\na\n");
  const auto after = run_scenario(expected, {.program = "/bin/sh"});
  ASSERT_TRUE(after.has_value());
  EXPECT_EQ(mismatch(expected, *after),
            "--- expected\n+++ happened\n@@ -1,4 +1,4 @@\n # S\n --- run kedge -c 'echo b'\n --- stdout\n-a\n+b\n");
  EXPECT_EQ(mismatch(expected, expected), "");
}

TEST(Runner, ABlockThatNamesAFixtureHasItsContentAndKeepsItsName) {
  constexpr std::string_view text =
      "# S\n"
      "--- file a.txt from greeting.txt\n"
      "# a note\n"
      "\n"
      "--- run kedge -c 'cat - a.txt; cp a.txt b.txt; cat a.txt >&2; exit 1'\n"
      "--- stdin from marked.txt\n"
      "--- exit 1\n"
      "--- stdout\n"
      "\\--- a\n"
      "good\n"
      "day\n"
      "--- stderr from greeting.txt\n"
      "--- after b.txt from greeting.txt\n";
  EXPECT_EQ(happened(text), text);
  std::string wrong(text);
  wrong.replace(wrong.find("--- exit 1"), 10, "--- exit 2");
  EXPECT_EQ(happened(wrong), text) << "what held is written as it was";
}

TEST(Runner, OtherContentThanThatOfTheFixtureIsNoticed) {
  EXPECT_EQ(happened("# S\n--- run kedge -c 'echo good'\n--- stdout from greeting.txt\n"),
            "# S\n--- run kedge -c 'echo good'\n--- stdout\ngood\n");
  EXPECT_EQ(happened("# S\n--- run kedge -c 'echo x > a'\n--- after a from greeting.txt\n"),
            "# S\n--- run kedge -c 'echo x > a'\n--- after a\nx\n");
}

TEST(Runner, WhatHappenedIsWrittenWithTheNameOfTheFixtureThatSaysIt) {
  EXPECT_EQ(happened("# S\n--- run kedge -c 'echo good; echo day; echo --- a > b'\n"),
            "# S\n--- run kedge -c 'echo good; echo day; echo --- a > b'\n--- stdout from greeting.txt\n"
            "--- after b from marked.txt\n");
}

TEST(Runner, AMismatchShowsTheRowsOfAFixture) {
  const Scenario expected = parsed("# S\n--- run kedge -c 'echo good'\n--- stdout from greeting.txt\n");
  const auto after = run_scenario(expected, {.program = "/bin/sh", .fixtures = shared});
  ASSERT_TRUE(after.has_value());
  EXPECT_EQ(mismatch(expected, *after),
            "--- expected\n+++ happened\n@@ -1,5 +1,4 @@\n # S\n --- run kedge -c 'echo good'\n"
            "---- stdout from greeting.txt\n+--- stdout\n good\n-day\n");
}

TEST(ScenarioFile, AFixtureThatDoesNotExistIsRefusedByItsName) {
  EXPECT_EQ(problem("# S\n--- file a from greetings.txt\n--- run kedge\n"),
            "line 2: no such fixture: greetings.txt; did you mean greeting.txt");
  EXPECT_EQ(problem("# S\n--- file a from ../README.md\n--- run kedge\n"), "line 2: no such fixture: ../README.md");
}

TEST(ScenarioFile, WhatNamesAFixtureHasNoContentOfItsOwn) {
  EXPECT_EQ(problem("# S\n--- file a from greeting.txt\ngood\n--- run kedge\n"),
            "line 2: the content is that of greeting.txt; only # comments stand below it");
  EXPECT_EQ(problem("# S\n--- file a from greeting.txt escaped\n--- run kedge\n"), "line 2: expected --- file NAME");
  EXPECT_EQ(problem("# S\n--- file a from\n--- run kedge\n"), "line 2: expected from FIXTURE");
  EXPECT_EQ(problem("# S\n--- run kedge\n--- gone a from greeting.txt\n"), "line 3: expected --- gone NAME");
}

TEST(ScenarioFile, WhatIsWrongIsSaidWithItsLine) {
  EXPECT_EQ(problem("--- run kedge\n"), "line 1: expected # and the sentence that the scenario shows");
  EXPECT_EQ(problem("# S\nstray\n--- run kedge\n"), "only # comments stand above the first block");
  EXPECT_EQ(problem("# S\n"), "nothing is run");
  EXPECT_EQ(problem("# S\n--- run kedge"), "the scenario's last line has no newline");
  EXPECT_EQ(problem("# S\n\n--- run git status\n"), "line 3: only kedge is run, not git");
  EXPECT_EQ(problem("# S\n--- stdout\n--- run kedge\n"), "line 2: stdout stands below no run");
  EXPECT_EQ(problem("# S\n--- run kedge\n--- file a\n--- stdout\n"), "line 4: stdout stands below no run");
  EXPECT_EQ(problem("# S\n--- run kedge\n--- exit 0\n--- exit 1\n"), "line 4: exit is said twice about one run");
  EXPECT_EQ(problem("# S\n--- run kedge\n--- after a\n--- after b\n--- after a\n"),
            "line 5: after is said twice about one run");
  EXPECT_EQ(problem("# S\n--- run kedge\n--- exit one\n"), "line 3: expected a number");
  EXPECT_EQ(problem("# S\n--- run kedge\n--- exit\n"), "line 3: expected --- exit N");
  EXPECT_EQ(problem("# S\n--- run kedge\n--- exit 1\ntext\n"), "line 3: exit has no content; only # comments stand below it");
  EXPECT_EQ(problem("# S\n--- env NAME\n--- run kedge\n"), "line 2: expected NAME=VALUE");
  EXPECT_EQ(problem("# S\n--- file ../a\n--- run kedge\n"),
            "line 2: a file is named relative to the scenario's folder, without ..");
  EXPECT_EQ(problem("# S\n--- file a b c\n--- run kedge\n"), "line 2: expected --- file NAME");
  EXPECT_EQ(problem("# S\n--- file a escape\n--- run kedge\n"), "line 2: unknown option escape");
  EXPECT_EQ(problem("# S\n--- file a escaped\n\\q\n--- run kedge\n"), "line 2: unknown escape \\q");
  EXPECT_EQ(problem("# S\n--- file a no-final-newline\n--- run kedge\n"),
            "line 2: no-final-newline needs a row to end without one");
  EXPECT_NE(problem("# S\n--- run kedge\n--- stdour\n").find("no such block: stdour; did you mean stdout"), std::string::npos);
  EXPECT_EQ(problem("# S\n--- run kedge 'a\n"), "line 2: a quotation is not closed: '");
}

TEST(ScenarioFile, ARowThatLooksLikeABlockIsQuotedByABackslash) {
  const Scenario scenario = parsed("# S\n--- file a\n\\--- b\n\\\\--- c\n\\ No newline\n---\n--- run kedge\n");
  ASSERT_EQ(scenario.blocks.size(), 2U);
  EXPECT_EQ(scenario.blocks[0].content, "--- b\n\\--- c\n\\ No newline\n---\n");
  EXPECT_EQ(make_block(BlockKind::file, {"a"}, scenario.blocks[0].content).source, scenario.blocks[0].source);
}

TEST(ScenarioFile, EveryContentComesBackFromTheFormThatThePrinterChooses) {
  for (const std::string_view bytes :
       {std::string_view(""), std::string_view("a\n"), std::string_view("a"), std::string_view("\n"), std::string_view("\n\n"),
        std::string_view("a\r\nb\n"), std::string_view("a\0b", 3),
        std::string_view("\xEF\xBB\xBF"
                         "bom\n"),
        std::string_view("\xff"), std::string_view("tab\tinside \xC3\xA4\n"), std::string_view("blank at end \n"),
        std::string_view("--- a\n\\--- b\n"), std::string_view("\\\r"), std::string_view("ends in \\\n"),
        std::string_view("\\")}) {
    const ContentForm form = form_for(bytes);
    EXPECT_EQ(decoded(encoded(bytes, form), form).value_or("undecodable"), bytes);
    EXPECT_EQ(decoded(encoded(bytes, ContentForm::escaped), ContentForm::escaped).value_or("undecodable"), bytes);
  }
  EXPECT_EQ(form_for("a\tb \xC3\xA4\\\n"), ContentForm::literal);
  EXPECT_EQ(form_for("a"), ContentForm::no_final_newline);
  EXPECT_EQ(form_for("a \n"), ContentForm::escaped);
  EXPECT_EQ(encoded("x\xC3\xA4 \r\n\xE4\\ ", ContentForm::escaped), "x\xC3\xA4 \\r\n\\xe4\\\\\\x20\\\n");
}

TEST(ScenarioFile, WordsAreSplitAsAShellSplitsThem) {
  const auto words = split_words("a  'b c' \"d\\n\\\"e\\x41\" f\\ g '' h'i'\"j\"");
  ASSERT_TRUE(words.has_value());
  EXPECT_EQ(*words, (std::vector<std::string>{"a", "b c", "d\n\"eA", "f g", "", "hij"}));
  EXPECT_FALSE(split_words("a\\").has_value());
  EXPECT_FALSE(split_words("\"\\q\"").has_value());
}

TEST(ScenarioFile, AWordThatNeedsQuotesGetsThem) {
  const Block block = make_block(BlockKind::run, {"kedge", "a b", "it's", "x\ny", ""});
  EXPECT_EQ(block.source, "--- run kedge 'a b' \"it's\" \"x\\x0ay\" ''\n");
  const auto words = split_words(std::string_view(block.source).substr(4, block.source.size() - 5));
  ASSERT_TRUE(words.has_value());
  EXPECT_EQ(*words, (std::vector<std::string>{"run", "kedge", "a b", "it's", "x\ny", ""}));
}

}  // namespace
}  // namespace kedge::test
