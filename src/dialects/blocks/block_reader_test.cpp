#include "dialects/blocks/block_reader.hpp"

#include <gtest/gtest.h>

#include "dialects/test_passages.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

std::string read(std::string_view input) {
  const Result<BlockText> text = read_blocks(input);
  if (!text) return concat("refused: ", to_text(text.error()));
  std::string out;
  for (const FileRequest& file : text->files) {
    append(out, concat(file.path, file.must_be_new ? " new" : "", '\n'));
    for (const Operation& operation : file.operations) {
      append(out, concat(operation.row));
      if (const auto* const passage = std::get_if<Passage>(&operation.target)) {
        EXPECT_FALSE(passage->in_order);
        for (const PassageRow& row : passage->rows) append(out, concat('|', test::sign_of(row.fate), row.text));
      } else {
        append(out, concat(" whole ", operation.body));
      }
      append(out, '\n');
    }
  }
  return out;
}

std::string block(std::string_view search, std::string_view replace) {
  return concat("<<<<<<< SEARCH\n", search, "=======\n", replace, ">>>>>>> REPLACE\n");
}

bool is_refused(std::string_view text, std::string_view with) {
  return text.starts_with("refused: ") && text.find(with) != std::string_view::npos;
}

TEST(BlockReader, RowsOfBothSidesAreKept) {
  EXPECT_EQ(read(concat("a.py\n", block("x\ny\nz\n", "x\nY\nz\n"))), "a.py\n2| x|-y|+Y| z\n");
  EXPECT_EQ(read(concat("a.py\n", block("x\n", ""))), "a.py\n2|-x\n");
  EXPECT_EQ(read(concat("a.py\n", block("x\n", "x\n"))), "a.py\n2| x\n");
}

TEST(BlockReader, TheNameStandsAboveTheMarkerOrItsFence) {
  const std::string plain = block("x\n", "y\n");
  for (const std::string_view name :
       {"a.py", "`a.py`", "**a.py**", "### a.py", "a.py:", "**`a.py`**:", "## `a.py`", "  a.py"}) {
    EXPECT_EQ(read(concat(name, '\n', plain)), "a.py\n2|-x|+y\n") << name;
    EXPECT_EQ(read(concat(name, "\n```python\n", plain, "```\n")), "a.py\n3|-x|+y\n") << name;
    EXPECT_EQ(read(concat("~~~~\n", name, '\n', plain, "~~~~\n")), "a.py\n3|-x|+y\n") << name;
  }
  EXPECT_EQ(read(concat("`my file.py`\n", plain)), "my file.py\n2|-x|+y\n");
  EXPECT_EQ(read(concat("#a.py\n", plain)), "#a.py\n2|-x|+y\n");
  EXPECT_EQ(read(concat("```src/a.py\n", plain)), "src/a.py\n2|-x|+y\n");
  EXPECT_EQ(read(concat("Makefile\n", plain)), "Makefile\n2|-x|+y\n");
}

TEST(BlockReader, ABlockWithoutANameIsAboutTheFileOfTheOneBefore) {
  const std::string text = concat("Some words.\n\na.py\n```\n", block("x\n", "y\n"), "```\n\nAnd then this, too:\n\n```\n",
                                  block("v\n", "w\n"), "```\nb.py\n```\n", block("1\n", "2\n"), "```\n", block("3\n", "4\n"));
  EXPECT_EQ(read(text), "a.py\n5|-x|+y\n15|-v|+w\nb.py\n23|-1|+2\n29|-3|+4\n");
  EXPECT_EQ(read(concat("a.py\n", block("x\n", "y\n"), "b.py\n\n", block("x\n", "y\n"))), "a.py\n2|-x|+y\nb.py\n9|-x|+y\n")
      << "a name is a name, also above an empty row";
}

TEST(BlockReader, ASentenceIsNoName) {
  EXPECT_TRUE(is_refused(read(concat("Here is the change:\n", block("x\n", "y\n"))), "is not the name of a file"));
  EXPECT_TRUE(is_refused(read(concat("Here is the change:\n\n", block("x\n", "y\n"))), "does not say which file"));
  EXPECT_TRUE(is_refused(read(block("x\n", "y\n")), "src/area.py\n```python"));
  EXPECT_TRUE(is_refused(read(concat("\uFEFFa.py\n", block("x\n", "y\n"))), "U+FEFF"));
}

TEST(BlockReader, MarkersHaveFiveToNineSigns) {
  EXPECT_EQ(read("a\n<<<<< SEARCH\nx\n=========\ny\n>>>>>>>>> REPLACE  \n"), "a\n2|-x|+y\n");
  EXPECT_EQ(read("a\n<<<<<<< SEARCH\n====\n==========\n<<<< SEARCH\n=======\ny\n>>>>>>> REPLACE\n"),
            "a\n2|-====|-==========|-<<<< SEARCH|+y\n");
}

TEST(BlockReader, DotsOnBothSidesStandForLinesThatStay) {
  EXPECT_EQ(read(concat("a\n", block("x\n  ...\ny\n...\nz\n", "X\n  ...\ny\n...\nz\nw\n"))),
            "a\n2|-x|+X|~  ...| y|~...| z|+w\n");
  EXPECT_EQ(read(concat("a\n", block("x\n...\ny\n", "z\n"))), "a\n2|-x|-...|-y|+z\n") << "on one side they are a line";
}

TEST(BlockReader, AnEmptySearchMakesANewFile) {
  EXPECT_EQ(read(concat("a\n", block("", "x\n\ny\n"))), "a new\n2 whole x\n\ny\n\n");
  EXPECT_TRUE(is_refused(read(concat("a\n", block("\n", "x\n"))), "nothing but empty rows"));
  const Result<BlockText> twice = read_blocks(concat("a\n", block("", "x\n"), block("x\n", "y\n")));
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().code, Code::overlapping_operations);
}

TEST(BlockReader, CarriageReturnsBelongToTheLineBreaks) {
  EXPECT_EQ(read("a.py\r\n<<<<<<< SEARCH\r\nx\r\n=======\r\ny\r\n>>>>>>> REPLACE\r\n"), "a.py\n2|-x|+y\n");
}

TEST(BlockReader, ABlockThatIsCutOffIsRefused) {
  const std::string text = concat("a.py\n```\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE");
  ASSERT_FALSE(is_refused(read(text), ""));
  for (std::size_t size = 0; size < text.size(); ++size) EXPECT_TRUE(is_refused(read(text.substr(0, size)), "")) << size;
  EXPECT_TRUE(is_refused(read("a.py\n<<<<<<< SEARCH\nx\n=======\ny\n"), "cut off"));
  EXPECT_TRUE(is_refused(read(concat("a.py\n<<<<<<< SEARCH\nx\n=======\ny\n", block("x\n", "y\n"))), "begins inside another"));
}

TEST(BlockReader, ADividerThatMayBeALineOfTheFileIsRefused) {
  EXPECT_TRUE(is_refused(read(concat("a.rst\n", block("Title\n=======\n", "Other\n=======\n"))), "has a second row of ="));
  EXPECT_TRUE(is_refused(read("a\n<<<<<<< SEARCH\nx\n>>>>>>> REPLACE\n"), "has no row that parts"));
  EXPECT_TRUE(is_refused(read(concat("a\n", block("x\n", "y\n"), ">>>>>>> REPLACE\n")), "this ends a block"));
}

TEST(BlockReader, MarkersOfOtherFormatsAreNotGuessed) {
  EXPECT_TRUE(is_refused(read("a\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> REPLACE\n"), "Send instead: `<<<<<<< SEARCH`"));
  EXPECT_TRUE(is_refused(read("a\n<<<<<<< ORIGINAL\nx\n=======\ny\n>>>>>>> UPDATED\n"), "Send instead: `>>>>>>> REPLACE`"));
  EXPECT_TRUE(is_refused(read("a\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> UPDATED\n"), "Send instead: `>>>>>>> REPLACE`"));
  EXPECT_TRUE(is_refused(read("a\n  <<<<<<< SEARCH\n  x\n  =======\n  y\n  >>>>>>> REPLACE\n"), "the first column"));
  EXPECT_TRUE(is_refused(read("a\n<<<<<<<\u00A0SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n"), "U+00A0"));
  EXPECT_TRUE(is_refused(read("a\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>>\u00A0REPLACE\n"), "U+00A0"));
}

TEST(BlockReader, NoBlockAtAll) {
  EXPECT_TRUE(is_refused(read(""), "there is no block"));
  EXPECT_TRUE(is_refused(read("hello\n"), "there is no block"));
}

TEST(BlockReader, ManyBlocksAndFilesEndInALimit) {
  std::string blocks = "a\n";
  for (int i = 0; i < 20'000; ++i) append(blocks, block("x\n", "y\n"));
  EXPECT_TRUE(is_refused(read(blocks), "limit"));
  std::string files;
  for (int i = 0; i < 20'000; ++i) append(files, concat('f', i, '\n', block("x\n", "y\n")));
  EXPECT_TRUE(is_refused(read(files), "limit"));
}

}  // namespace
}  // namespace kedge
