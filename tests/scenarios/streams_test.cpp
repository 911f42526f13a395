// What a scenario cannot set up with files alone: pipes, devices and a standard output that nobody takes.
#include <gtest/gtest.h>

#include "scenarios/workplace.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

Finished shell(std::string_view command) { return Workplace().shell(command); }

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

TEST(Streams, ADoneChangeWhoseAnswerCannotBeWrittenIsSaidToBeDone) {
  if (shell("test -c /dev/full").status != 0) GTEST_SKIP() << "no /dev/full here";
  for (const std::string_view form : {"", " --json"}) {
    const Workplace place;
    const Finished finished = place.shell(concat("printf x | $K write notes.txt", form, " > /dev/full"));
    EXPECT_EQ(finished.status, 3);
    EXPECT_EQ(place.bytes("notes.txt"), "x");
    EXPECT_TRUE(says(finished, "the change was made"));
  }
}

TEST(Streams, AStreamThatIsClosedIsNoFileOfTheWorkspace) {
  for (const std::string_view closed : {"<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">&- 2>&-"}) {
    const Workplace place;
    write_file(place.root() / "content", "content\n");
    const Finished written = place.shell(concat("$K write new --input content ", closed));
    EXPECT_TRUE(written.status == 0 || written.status == 3) << closed << written.errors;
    EXPECT_EQ(read_tree(place.root()), (Tree{{"content", "content\n"}, {"new", "content\n"}})) << closed;
    EXPECT_EQ(place.shell(concat("$K write none --expected-version 1 ", closed)).status, 2) << closed;
  }
  const Workplace place;
  const Finished finished = place.shell("$K write new <&-");
  EXPECT_FALSE(says(finished, "directory")) << "what was opened in its place is not it";
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
