// What a scenario cannot set up with files alone: pipes, devices and a standard output that nobody takes.
#include <gtest/gtest.h>

#include "scenarios/mcp_client.hpp"
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

// Each writes, deletes or moves, and says where.
struct WritingCommand {
  std::string_view command;
  std::vector<std::string_view> paths;
};
const std::vector<WritingCommand> writing_commands{
    {"printf x | $K write notes.txt", {"notes.txt"}},
    {"$K edit --dialect replace --input edit.json", {"a.txt"}},
    {"$K edit --dialect apply_patch --input three.patch", {"new.txt", "moved.txt", "b.txt"}},
    {"$K edit --dialect replace --input edit.json > /dev/null; $K undo --last", {"a.txt"}},
    {"$K edit --dialect replace --input edit.json > /dev/null; $K undo --last > /dev/null; "
     "$K redo $($K log --json | grep -o '\"of\":\"[^\"]*' | head -n 1 | cut -d '\"' -f 4)",
     {"a.txt"}},
    {"printf 'create\\tnew\\tedit.json\\nmove\\tb.txt\\tmoved.txt\\t%s\\n' $(version b.txt) | $K commit",
     {"new", "b.txt", "moved.txt"}},
    {"$K setup claude-code --scope project --yes", {".mcp.json"}},
};

// The last command of each with its output put there, after something is made ready for that.
void expect_changes_named(std::string_view ready, std::string_view output) {
  for (const WritingCommand& writing : writing_commands) {
    for (const std::string_view form : {"", " --json"}) {
      const Workplace place;
      write_file(place.root() / "a.txt", "one\ntwo\n");
      write_file(place.root() / "b.txt", "three\n");
      write_file(place.root() / "edit.json", R"({"file_path": "a.txt", "old_string": "two\n", "new_string": "2\n"})");
      write_file(
          place.root() / "three.patch",
          "*** Begin Patch\n*** Add File: new.txt\n+new\n*** Update File: b.txt\n*** Move to: moved.txt\n@@\n-three\n+3\n"
          "*** End Patch\n");
      const Facts before = place.facts();
      const Finished finished = place.shell(concat(ready, writing.command, form, ' ', output));
      EXPECT_EQ(finished.status, 3) << writing.command << finished.errors;
      EXPECT_NE(place.facts(), before) << writing.command;
      for (const std::string_view path : writing.paths) {
        EXPECT_TRUE(says(finished, "the change was made all the same; on disk as asked: ")) << writing.command << form;
        EXPECT_NE(finished.errors.find(path), std::string::npos) << writing.command << form << finished.errors;
      }
    }
  }
}

TEST(Streams, ADoneChangeWhoseAnswerCannotBeWrittenIsSaidToBeDone) {
  if (shell("test -c /dev/full").status != 0) GTEST_SKIP() << "no /dev/full here";
  expect_changes_named("", "> /dev/full");
}

TEST(Streams, ADoneChangeIsSaidToBeDoneWhereNobodyReadsTheAnswer) {
  // A pipe whose only reader is gone.
  expect_changes_named("mkfifo $OUTSIDE/../pipe; exec 9<>$OUTSIDE/../pipe 8>$OUTSIDE/../pipe 9>&-; ", ">&8");
}

TEST(Streams, AServerWhoseClientIsGoneNamesWhatItHasChanged) {
  const Workplace place;
  write_file(place.root() / "a.txt", "one\ntwo\n");
  McpClient client(place);
  client.open();
  client.call("read", reading());
  client.process().close_output();
  client.send(tool_request(7, "edit", edit_of("a.txt", "two\n", "2\n")));
  const Finished finished = client.finish();
  EXPECT_EQ(finished.status, 0) << "a client may go at any time";
  EXPECT_EQ(place.bytes("a.txt"), "one\n2\n");
  EXPECT_TRUE(says(finished, "the change was made all the same; on disk as asked: a.txt")) << finished.errors;
}

TEST(Streams, WhatWasNotChangedIsNotSaidToBe) {
  if (shell("test -c /dev/full").status != 0) GTEST_SKIP() << "no /dev/full here";
  const Workplace place;
  const Finished finished = place.shell("printf x | $K write notes.txt --dry-run > /dev/full");
  EXPECT_EQ(finished.status, 3);
  EXPECT_FALSE(says(finished, "the change was made"));
}

TEST(Streams, ARefusalWhoseDataCannotBeWrittenIsToldOnStandardError) {
  if (shell("test -c /dev/full").status != 0) GTEST_SKIP() << "no /dev/full here";
  const Finished finished = shell("$K read none --json > /dev/full");
  EXPECT_EQ(finished.status, 3);
  EXPECT_TRUE(says(finished, "kedge: not_found: none")) << finished.errors;
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
