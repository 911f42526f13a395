// What tests/blocks/ cannot say: texts with other line ends, a byte order mark, no last line break, and broken ones.
#include "syntax/block.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"
#include "syntax/language.hpp"

namespace kedge {
namespace {

using Why = BlockProblem::Why;

Block block(std::string_view path, std::string text, std::uint32_t line) {
  return examine(*language_of(path), Text(std::move(text)), {.blocks = {LineNo{line}}, .errors = false}).blocks.at(0);
}

Block lines(std::uint32_t first, std::uint32_t last) { return LineSpan{LineNo{first}, LineNo{last + 1}}; }
Block none(Why why) { return std::unexpected(BlockProblem{why}); }

TEST(Block, TakesLinesThatEndInCarriageReturnsToo) {
  EXPECT_EQ(block("a.c", "int f(void)\r\n{\r\n  g();\r\n}\r\n\r\nint x;\r\n", 1), lines(1, 4));
  EXPECT_EQ(block("a.py", "if a:\r\n    b()\r\n\r\nc()\r\n", 1), lines(1, 2));
  EXPECT_EQ(block("a.md", "# A\r\n\r\ntext\r\n\r\n# B\r\n", 1), lines(1, 3));
  EXPECT_EQ(block("a.yaml", "a:\r\n  b: 1\r\n\r\nc: 1\r\n", 1), lines(1, 2));
}

TEST(Block, MayEndWithTheTextWithoutALineBreak) {
  EXPECT_EQ(block("a.py", "def f():\n    return 1", 1), lines(1, 2));
  EXPECT_EQ(block("a.json", "{\n  \"a\": 1\n}", 1), lines(1, 3));
}

TEST(Block, BeginsBehindAByteOrderMark) {
  EXPECT_EQ(block("a.py",
                  "\xEF\xBB\xBF"
                  "def f():\n    return 1\n",
                  1),
            lines(1, 2));
}

TEST(Block, WithSomethingElseOnItsLastLineIsNone) {
  EXPECT_EQ(block("a.js", "const a = [\n  {\n    b: 1,\n  }, 2];\n", 2), none(Why::nothing_begins));
  EXPECT_EQ(block("a.js", "f(a, {\n  b: {\n    c: 1 }});\n", 2), none(Why::nothing_begins));
  EXPECT_EQ(block("a.js", "a = 1; if (b) {\n  c();\n}\n", 1), none(Why::nothing_begins));
  EXPECT_EQ(block("a.js", "if (a) {\n  b();\n} // done\n", 1), lines(1, 3)) << "a comment belongs to it";
  EXPECT_EQ(block("a.js", "if (a) {\n  b();\n} /* begins\n here */\n", 1), none(Why::nothing_begins));
}

TEST(Block, AnOperandIsNotTakenForTheWhole) {
  EXPECT_EQ(block("a.js", "f(\n  g(\n    1,\n  )\n  && h(),\n);\n", 2), none(Why::nothing_begins));
}

TEST(Block, APartOfSomethingElseIsNone) {
  EXPECT_EQ(block("a.js", "x = a &&\n  (b ||\n    c);\n", 2), none(Why::nothing_begins)) << "an operand";
  EXPECT_EQ(block("a.sh", "f()\n{\n  a\n}\n", 2), none(Why::nothing_begins)) << "a body in braces";
  EXPECT_EQ(block("a.sh", "{\n  a\n} > b\n", 1), lines(1, 3));
}

TEST(Block, OfAnArmEndsBeforeTheNextOne) {
  const std::string text = "if (a)\n{\n}\nelse if (b)\n{\n}\nelse\n{\n}\n";
  EXPECT_EQ(block("a.c", "void f() {\n" + text + "}\n", 5), lines(5, 7));
  EXPECT_EQ(block("a.c", "void f() {\n" + text + "}\n", 8), lines(8, 10));
  EXPECT_EQ(block("a.js", text, 4), lines(4, 6));
  EXPECT_EQ(block("a.java", "class A { void f() {\n" + text + "}}\n", 5), lines(5, 7));
  EXPECT_EQ(block("a.java", "class A { void f() {\n" + text + "}}\n", 8), lines(8, 10));
  EXPECT_EQ(block("a.cs", "class A { void f() {\n" + text + "}}\n", 5), lines(5, 7));
  EXPECT_EQ(block("a.rb", "if a\n  b\nelsif c\n  d\nelse\n  e\nend\n", 3), lines(3, 4));
  EXPECT_EQ(block("a.rb", "if a\n  b\nelsif c\n  d\nelse\n  e\nend\n", 5), lines(5, 6));
}

TEST(Block, WhereAnArmBelowDoesNotParseIsBroken) {
  EXPECT_EQ(block("a.js", "if (a) {\n  b();\n}\nelse {\n  c(;\n", 1), none(Why::has_error));
  EXPECT_EQ(block("a.js", "function f() {\n  a(\n    1,\n  );\n", 1), none(Why::has_error));
  EXPECT_EQ(block("a.js", "function f() {\n  a(\n    1,\n  );\n\n  b(;\n}\n", 2), lines(2, 4));
}

TEST(Block, UnderATemplateHeadIsPartOfIt) {
  const std::string text = "template <class T>\nclass A {\n  T t;\n};\n";
  EXPECT_EQ(block("a.cpp", text, 1), lines(1, 4));
  EXPECT_EQ(block("a.cpp", text, 2), Block(std::unexpected(BlockProblem{Why::decorated, LineNo{1}})));
}

TEST(Block, ACommentBelongsToTheDefinitionBelowItOnly) {
  EXPECT_EQ(block("a.go", "// F does.\n// It does.\nfunc F() {\n}\n", 1), lines(1, 4));
  EXPECT_EQ(block("a.go", "// F does.\n// It does.\nfunc F() {\n}\n", 2), none(Why::nothing_begins));
  EXPECT_EQ(block("a.go", "// Apart.\n\nfunc F() {\n}\n", 1), none(Why::one_line));
  EXPECT_EQ(block("a.go", "// Apart.\n// From it.\n\nfunc F() {\n}\n", 1), lines(1, 2));
  EXPECT_EQ(block("a.js", "// now\nfor (;;) {\n}\n", 1), none(Why::one_line));
  EXPECT_EQ(block("a.ts", "/** N. */\nnamespace N {\n}\n", 1), lines(1, 3));
  EXPECT_EQ(block("a.rs", "/// Doc.\n#[a]\n// why\n#[b]\nstruct S {\n}\n", 1), lines(1, 6));
  EXPECT_EQ(block("a.rs", "/// Doc.\n#[a]\n// why\n#[b]\nstruct S {\n}\n", 2), lines(2, 6));
}

TEST(Block, LeavesTheCommentOfTheNextOneAlone) {
  EXPECT_EQ(block("a.toml", "[a]\nx = 1\n\n# about b\n[b]\ny = 1\n", 1), lines(1, 2));
  EXPECT_EQ(block("a.toml", "[a]\nx = 1\n# y = 2\n\n[b]\ny = 1\n", 1), lines(1, 3));
  EXPECT_EQ(block("a.yaml", "a:\n  x: 1\n# about b\nb:\n  y: 1\n", 1), lines(1, 2));
  EXPECT_EQ(block("a.yaml", "a:\n  x: 1\n  # still a\nb:\n  y: 1\n", 1), lines(1, 3));
}

TEST(Block, LeavesCommentedOutTextOfTheNextOneAloneHoweverItIsIndented) {
  EXPECT_EQ(block("a.yaml", "s:\n  - a: 1\n    b: 2\n  # - c:\n      # d\n  - e: 3\n    f: 4\n", 2), lines(2, 3));
  EXPECT_EQ(block("a.yaml", "a:\n  b:\n    - c\n    # Of b.\n  # Of d.\n  d:\n    - e\n", 4), none(Why::one_line));
  EXPECT_EQ(block("a.yaml", "a:\n  b:\n    - c\n    # Of b.\n  # Of d.\n  d:\n    - e\n", 5), lines(5, 7));
}

TEST(Block, OfALineThatIsNotThereIsNone) {
  EXPECT_EQ(block("a.py", "a\n", 2), none(Why::nothing_begins));
  EXPECT_EQ(block("a.py", "", 1), none(Why::nothing_begins));
}

TEST(Block, IsAskedOfEveryLineOfDeepTextWithoutRecursion) {
  std::string text = "x = ";
  for (int i = 0; i < 2000; ++i) text += "[\n";
  for (int i = 0; i < 2000; ++i) text += "]\n";
  EXPECT_EQ(block("a.js", text, 1), lines(1, 4000));
  EXPECT_EQ(block("a.js", text, 1000), lines(1000, 3001));
}

}  // namespace
}  // namespace kedge
