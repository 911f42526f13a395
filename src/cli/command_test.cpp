#include "cli/command.hpp"

#include <gtest/gtest.h>

#include <array>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::array<Positional, 2> positionals{{{"PATH", "the file"}, {"EXTRA", "more", false}}};
constexpr std::array<Option, 2> options{{{"context", "N", "rows around"}, {"all", "", "everything"}}};
const Command command{"try",       "Try something", "Details.",
                      positionals, options,         [](const Arguments&) -> Ended { return Exit::done; }};

Result<Arguments> parsed(std::vector<std::string_view> words) { return Arguments::parse(command, words); }

std::string problem_of(std::vector<std::string_view> words) {
  const Result<Arguments> arguments = parsed(std::move(words));
  if (arguments) return "none";
  EXPECT_EQ(arguments.error().code, Code::schema_invalid);
  return to_text(arguments.error());
}

TEST(Arguments, PositionalsAreFoundByTheirNames) {
  const Arguments arguments = parsed({"a.c", "b.c"}).value();
  EXPECT_EQ(arguments.positional("PATH"), "a.c");
  EXPECT_EQ(arguments.positional("EXTRA"), "b.c");
  EXPECT_EQ(arguments.positional("OTHER"), std::nullopt);
}

TEST(Arguments, AnOptionalPositionalMayBeMissing) {
  const Arguments arguments = parsed({"a.c"}).value();
  EXPECT_EQ(arguments.positional("EXTRA"), std::nullopt);
}

TEST(Arguments, AnOptionTakesItsValueFromTheNextWordOrBehindAnEqualsSign) {
  EXPECT_EQ(parsed({"a.c", "--context", "5"}).value().option("context"), "5");
  EXPECT_EQ(parsed({"--context=5", "a.c"}).value().option("context"), "5");
  EXPECT_EQ(parsed({"--context=", "a.c"}).value().option("context"), "");
  EXPECT_EQ(parsed({"--context", "--all", "a.c"}).value().option("context"), "--all");
  EXPECT_EQ(parsed({"a.c"}).value().option("context"), std::nullopt);
}

TEST(Arguments, WhatIsGivenTwiceIsRefusedUnlessItMayBeRepeated) {
  EXPECT_EQ(problem_of({"--context=5", "--context=7", "a.c"}),
            "--context: given twice, and only one is taken. See: kedge try --help");
  constexpr std::array<Option, 1> repeatable{{{"allow", "GLOB", "these, too", true}}};
  const Command other{"other", "", "", {}, repeatable, [](const Arguments&) -> Ended { return Exit::done; }};
  constexpr std::array<std::string_view, 3> words{"--allow", "a", "--allow=b"};
  EXPECT_EQ(Arguments::parse(other, words).value().all("allow"), (std::vector<std::string>{"a", "b"}));
}

TEST(Arguments, SwitchesMayStandAnywhere) {
  EXPECT_TRUE(parsed({"--all", "a.c"}).value().has("all"));
  EXPECT_TRUE(parsed({"a.c", "--all"}).value().has("all"));
  EXPECT_FALSE(parsed({"a.c"}).value().has("all"));
}

TEST(Arguments, EveryCommandHasJsonAndHelp) {
  EXPECT_TRUE(parsed({"a.c", "--json"}).value().json());
  EXPECT_FALSE(parsed({"a.c"}).value().json());
  EXPECT_TRUE(parsed({"--help"}).value().help()) << "help needs no other argument";
}

TEST(Arguments, BehindTwoDashesEverythingIsAPositional) {
  const Arguments arguments = parsed({"--", "--all", "--"}).value();
  EXPECT_EQ(arguments.positional("PATH"), "--all");
  EXPECT_EQ(arguments.positional("EXTRA"), "--");
  EXPECT_FALSE(arguments.has("all"));
}

TEST(Arguments, ASingleDashIsAPositional) { EXPECT_EQ(parsed({"-"}).value().positional("PATH"), "-"); }

TEST(Arguments, AMissingArgumentIsNamed) { EXPECT_EQ(problem_of({}), "PATH: missing: the file. See: kedge try --help"); }

TEST(Arguments, OneArgumentTooManyIsNamed) {
  EXPECT_EQ(problem_of({"a", "b", "c"}), "c: one argument too many. See: kedge try --help");
}

bool suggests(const std::string& problem, std::string_view name) {
  return problem.find(concat("did you mean ", name, '?')) != std::string::npos;
}

TEST(Arguments, AnUnknownOptionNamesTheNearestKnownOne) {
  EXPECT_TRUE(problem_of({"a", "--contxt", "5"}).starts_with("--contxt: unknown option"));
  EXPECT_TRUE(suggests(problem_of({"a", "--contxt", "5"}), "--context"));
  EXPECT_TRUE(suggests(problem_of({"a", "--jsn"}), "--json"));
  EXPECT_EQ(problem_of({"a", "--zzzzzzzz"}), "--zzzzzzzz: unknown option. See: kedge try --help");
}

TEST(Arguments, TheValueOfAnUnknownOptionDoesNotHideTheNearestName) {
  EXPECT_TRUE(suggests(problem_of({"a", "--contxt=5"}), "--context"));
  EXPECT_TRUE(suggests(problem_of({"a", "--contxt=a-rather-long-value"}), "--context"));
}

TEST(Arguments, AnOptionWithoutItsValueSaysWhatItNeeds) {
  EXPECT_EQ(problem_of({"a", "--context"}), "--context: needs a value: --context N. See: kedge try --help");
}

TEST(Arguments, ASwitchTakesNoValue) {
  EXPECT_EQ(problem_of({"a", "--all=yes"}), "--all=yes: takes no value. See: kedge try --help");
}

TEST(Commands, AreFoundByName) {
  ASSERT_FALSE(commands().empty());
  for (const Command* known : commands()) EXPECT_EQ(find_command(known->name), known);
  EXPECT_EQ(find_command("no-such-command"), nullptr);
}

TEST(Commands, EachHasASummaryAndHelpForEverythingItTakes) {
  for (const Command* known : commands()) {
    EXPECT_FALSE(known->summary.empty());
    const std::string help = help_for(*known);
    EXPECT_TRUE(help.starts_with(concat("kedge ", known->name))) << help;
    for (const Option& option : known->options) EXPECT_NE(help.find(concat("--", option.name)), std::string::npos) << help;
    for (const Positional& positional : known->positionals) EXPECT_NE(help.find(positional.help), std::string::npos) << help;
    EXPECT_NE(help.find("--json"), std::string::npos);
    EXPECT_NE(help_for_all().find(known->summary), std::string::npos);
  }
}

}  // namespace
}  // namespace kedge
