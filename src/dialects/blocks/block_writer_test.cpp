#include "dialects/blocks/block_writer.hpp"

#include "dialects/test_passages.hpp"

namespace kedge {
namespace {

using test::outcome_of;

std::string written(const std::vector<FileOutcome>& files) {
  const Result<std::string> text = search_replace_blocks(files);
  return text ? *text : concat("refused: ", text.error().what);
}

TEST(BlockWriter, WritesNewAndChangedFiles) {
  FileOutcome created = outcome_of("c d", "", "x\n");
  created.created = true;
  EXPECT_EQ(written({outcome_of("a.py", "1\n2\n", "1\n3\n"), created, outcome_of("e", "1\n", "1\n")}),
            "a.py\n```\n<<<<<<< SEARCH\n1\n2\n=======\n1\n3\n>>>>>>> REPLACE\n```\n"
            "\n`c d`\n```\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n```\n");
}

TEST(BlockWriter, RefusesWhatBlocksCannotSay) {
  FileOutcome removed = outcome_of("d", "1\n", "");
  removed.removed = true;
  EXPECT_TRUE(written({removed}).starts_with("refused: d: blocks have no words"));
  FileOutcome created = outcome_of("c", "", "x");
  created.created = true;
  EXPECT_TRUE(written({created}).starts_with("refused: c: a new file of this format"));
  EXPECT_TRUE(written({outcome_of("a", "Title\n=======\n", "Other\n=======\n")}).starts_with("refused: a: a line of it reads"));
  EXPECT_TRUE(written({outcome_of("a", "\n\n", "\nx\n")}).starts_with("refused: a: it holds no line"));
  EXPECT_TRUE(written({outcome_of("a", "", "x\n")}).starts_with("refused: a: it holds no line")) << "the file exists";
  EXPECT_TRUE(written({outcome_of("a`b", "1\n", "2\n")}).starts_with("refused: a`b: the name"));
  EXPECT_TRUE(written({outcome_of("a", "1\n", "1\n")}).starts_with("refused: edit: it changes nothing"));
}

TEST(BlockWriter, ABlockStandsBelowTheNameOfItsFile) {
  EXPECT_EQ(search_replace_block("a b", {{RowFate::kept, "x"}, {RowFate::removed, ""}, {RowFate::added, "  y"}}, LineNo{7}),
            "`a b`\n```\n<<<<<<< SEARCH\nx\n\n=======\nx\n  y\n>>>>>>> REPLACE\n```\n");
}

}  // namespace
}  // namespace kedge
