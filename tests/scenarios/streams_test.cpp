// What a scenario cannot set up with files alone: pipes, devices and a standard output that nobody takes.
#include <gtest/gtest.h>

#include "scenarios/child_process.hpp"
#include "scenarios/scenario_run.hpp"
#include "scenarios/scratch_folder.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

// Runs a shell command in which $K is the program.
Finished shell(std::string_view command) {
  const ScratchFolder scratch;
  return run_to_end({.program = "/bin/sh",
                     .arguments = {"-c", concat("K='", KEDGE_BINARY, "'\n", command)},
                     .environment = plain_environment(scratch.path()),
                     .folder = scratch.path(),
                     .input = std::nullopt});
}

TEST(Streams, AnAnswerThatCannotBeWrittenIsAnIoFailure) {
  if (shell("test -c /dev/full").status != 0) GTEST_SKIP() << "no /dev/full here";
  for (const std::string_view command : {"$K --version", "$K --help", "$K explain --all", "$K explain conflict --json"}) {
    const Finished finished = shell(concat(command, " > /dev/full"));
    EXPECT_EQ(finished.status, 3) << command;
    EXPECT_EQ(finished.errors, "kedge: standard output could not be written\n") << command;
  }
}

TEST(Streams, ARefusalThatCannotBeWrittenIsAnIoFailureToo) {
  if (shell("test -c /dev/full").status != 0) GTEST_SKIP() << "no /dev/full here";
  const Finished finished = shell("$K diff none none --json > /dev/full");
  EXPECT_EQ(finished.status, 3);
}

TEST(Streams, AReaderThatWentAwayEndsTheProgramQuietly) {
  const Finished finished = shell("$K explain --all | head -n 1");
  EXPECT_EQ(finished.output, "# Errors\n");
  EXPECT_EQ(finished.errors.find("runtime error"), std::string::npos) << finished.errors;
}

TEST(Streams, APipeIsRefusedWithoutWaitingForItsWriter) {
  const Finished finished = shell("mkfifo pipe && $K diff pipe pipe");
  EXPECT_FALSE(finished.timed_out);
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.errors.find("kedge: not_regular_file: pipe is a pipe, not a regular file."), std::string::npos)
      << finished.errors;
}

TEST(Streams, AFileThatMayNotBeReadIsRefused) {
  const Finished finished = shell("echo x > secret && chmod 0 secret && { test -r secret && exit 77; $K diff secret secret; }");
  if (finished.status == 77) GTEST_SKIP() << "this user may read everything";
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.errors.find("kedge: permission_denied: secret: permission denied"), std::string::npos) << finished.errors;
}

TEST(Streams, ALinkIsReadAsTheFileItLeadsTo) {
  const Finished finished = shell("echo x > a && ln -s a b && $K diff a b && ln -s none c && $K diff a c");
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.output, "");
  EXPECT_NE(finished.errors.find("kedge: not_found: c does not exist."), std::string::npos) << finished.errors;
}

}  // namespace
}  // namespace kedge::test
