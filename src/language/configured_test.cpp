#include "language/configured.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(ConfiguredPrograms, AWordIsGlobsAndACommand) {
  const auto program = configured_formatter("*.txt,docs/*.md=/bin/cat -u {path}", {});
  ASSERT_TRUE(program) << program.error();
  EXPECT_EQ(program->name, "cat");
  EXPECT_EQ(program->command, (std::vector<std::string>{"/bin/cat", "-u", "{path}"}));
  EXPECT_TRUE(program->serves("a.txt"));
  EXPECT_TRUE(program->serves("deep/a.txt"));
  EXPECT_TRUE(program->serves("docs/a.md"));
  EXPECT_FALSE(program->serves("a.md"));
}

TEST(ConfiguredPrograms, WhatIsWrongIsSaid) {
  const auto problem = [](std::string_view word) {
    const auto program = configured_server(word, {});
    return program ? std::string("none") : program.error();
  };
  EXPECT_EQ(problem("clangdd"), "there is no preset 'clangdd'; did you mean clangd?");
  EXPECT_EQ(problem("*.txt="), "it has to be GLOBS=COMMAND, or the name of a preset");
  EXPECT_EQ(problem("=cat"), "it has to be GLOBS=COMMAND, or the name of a preset");
  EXPECT_EQ(problem("*.txt=./cat"), "./cat is neither a name nor an absolute path");
  EXPECT_EQ(problem("*.txt=no-such-program-here"), "there is no program no-such-program-here");
  EXPECT_NE(problem("[=cat"), "none");
  EXPECT_EQ(problem("*.txt=cat"), "none");
}

TEST(ConfiguredPrograms, AFileHasTheLanguageOfItsEnding) {
  const ConfiguredProgram program{.language = ".tsx=typescriptreact,js=javascript,typescript"};
  EXPECT_EQ(program.language_of("a.tsx"), "typescriptreact");
  EXPECT_EQ(program.language_of("a.mjs"), "javascript");
  EXPECT_EQ(program.language_of("a.ts"), "typescript");
  EXPECT_EQ(ConfiguredProgram().language_of("a.zig"), "zig");
}

TEST(ConfiguredPrograms, AProgramInsideARootIsNotRun) {
  const std::vector<std::string> roots{"/bin"};
  EXPECT_FALSE(configured_formatter("*.txt=/bin/cat", roots));
}

TEST(ConfiguredPrograms, TheFirstThatServesAFileCounts) {
  const std::vector<ConfiguredProgram> programs{{.name = "one", .globs = {"*.md"}}, {.name = "two", .globs = {"*"}}};
  EXPECT_EQ(program_for(programs, "a.md")->name, "one");
  EXPECT_EQ(program_for(programs, "a.txt")->name, "two");
  EXPECT_EQ(program_for({}, "a.txt"), nullptr);
}

}  // namespace
}  // namespace kedge
