#include "dialects/apply_patch/v4a_writer.hpp"

#include "dialects/test_passages.hpp"

namespace kedge {
namespace {

using test::outcome_of;

std::string written(const std::vector<FileOutcome>& files) {
  const Result<std::string> patch = v4a_patch(files);
  return patch ? *patch : concat("refused: ", patch.error().what);
}

TEST(V4aWriter, WritesFilesThatComeGoChangeAndMove) {
  FileOutcome changed = outcome_of("a", "1\n2\n", "1\n3\n");
  changed.destination = "b c";
  FileOutcome moved = outcome_of("m", "1\n", "1\n");
  moved.destination = "n";
  FileOutcome created = outcome_of("c", "", "x\n\n");
  created.created = true;
  FileOutcome removed = outcome_of("d", "\xFF", "");
  removed.removed = true;
  const FileOutcome same = outcome_of("e", "1\n", "1\n");
  const FileOutcome filled = outcome_of("f", "", "1\n");
  EXPECT_EQ(written({changed, moved, created, removed, same, filled}),
            "*** Begin Patch\n*** Update File: a\n*** Move to: b c\n@@\n 1\n-2\n+3\n*** Update File: m\n*** Move to: n\n"
            "*** Add File: c\n+x\n+\n*** Delete File: d\n*** Update File: f\n@@\n+1\n*** End of File\n*** End Patch\n");
}

TEST(V4aWriter, RefusesWhatAPatchCannotSay) {
  FileOutcome created = outcome_of("c", "", "x");
  created.created = true;
  EXPECT_TRUE(written({created}).starts_with("refused: c: a new file of this format")) << "it has no line break at its end";
  created.after = Text("x\r\n");
  EXPECT_TRUE(written({created}).starts_with("refused: "));
  EXPECT_TRUE(written({outcome_of("a", "1", "1\n")}).starts_with("refused: a: "));
  EXPECT_TRUE(written({outcome_of(" a", "1\n", "2\n")}).starts_with("refused:  a: a patch header cannot hold this name"));
  EXPECT_TRUE(written({outcome_of("a\nb", "1\n", "2\n")}).starts_with("refused: "));
  EXPECT_TRUE(written({outcome_of("a", "1\n", "1\n")}).starts_with("refused: edit: it changes nothing"));
}

TEST(V4aWriter, AHunkStandsBelowTheHeaderOfItsFile) {
  EXPECT_EQ(v4a_section("a", {{RowFate::kept, "x"}, {RowFate::removed, ""}, {RowFate::added, "  y"}}, LineNo{7}),
            "*** Begin Patch\n*** Update File: a\n@@\n x\n-\n+  y\n*** End Patch\n");
}

}  // namespace
}  // namespace kedge
