#include "edit/headers.hpp"

#include <gtest/gtest.h>

#include "print_values.hpp"

namespace kedge {
namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers chain(const char* bytes, std::uint32_t line) {
  Numbers numbers;
  for (const LineNo header : header_chain(Text(bytes), LineNo{line})) numbers.push_back(header.value);
  return numbers;
}

TEST(Indentation, CountsColumnsAndATabReachesTheNextMultipleOfEight) {
  EXPECT_EQ(indentation("x"), 0U);
  EXPECT_EQ(indentation("    x"), 4U);
  EXPECT_EQ(indentation("\tx"), 8U);
  EXPECT_EQ(indentation("   \tx"), 8U);
  EXPECT_EQ(indentation("\t  x"), 10U);
  EXPECT_EQ(indentation(""), 0U);
}

TEST(Closer, IsOnlyWhatEndsABlock) {
  for (const std::string_view content :
       {"}", "  });", "]", ")", "},", "</div>", "  end", "fi", "done", "esac", "} // namespace"}) {
    EXPECT_TRUE(is_closer(content)) << content;
  }
  for (const std::string_view content : {"", "{", "} else {", "x }", "return;", "ending", "finish", "<div>", "});  call()"}) {
    EXPECT_FALSE(is_closer(content)) << content;
  }
}

TEST(Headers, ALineAtColumnZeroHasNone) {
  EXPECT_EQ(chain("a\nb\n", 2), Numbers{});
  EXPECT_EQ(chain("a\n", 1), Numbers{});
}

TEST(Headers, AreTheNearestLessIndentedLinesInnermostFirst) {
  constexpr const char* text =
      "class A:\n"          // 1
      "    x = 1\n"         // 2
      "    def f(self):\n"  // 3
      "        y = 2\n"     // 4
      "        if y:\n"     // 5
      "            z()\n"   // 6
      "        w()\n";      // 7
  EXPECT_EQ(chain(text, 6), (Numbers{5, 3, 1}));
  EXPECT_EQ(chain(text, 7), (Numbers{3, 1}));
  EXPECT_EQ(chain(text, 4), (Numbers{3, 1}));
  EXPECT_EQ(chain(text, 3), (Numbers{1}));
}

TEST(Headers, ClosersAndBlankLinesAreSkipped) {
  constexpr const char* text =
      "int f() {\n"        // 1
      "  if (a) {\n"       // 2
      "    b();\n"         // 3
      "  }\n"              // 4
      "\n"                 // 5
      "      deeper();\n"  // 6
      "  c();\n"           // 7
      "}\n";               // 8
  EXPECT_EQ(chain(text, 6).back(), 1U);
  EXPECT_EQ(chain(text, 7), (Numbers{1}));
}

TEST(Headers, MixedIndentationIsComparedByColumns) {
  EXPECT_EQ(chain("f:\n        if x:\n\t\ty\n", 3), (Numbers{2, 1}));
  EXPECT_EQ(chain("f:\n        x\n\ty\n", 3), (Numbers{1}));
}

TEST(Headers, CommentsAndPreprocessorLinesAtColumnZeroDoNotEndTheWalk) {
  EXPECT_EQ(chain("int f() {\n// old way\n  b();\n}\n", 3), (Numbers{2, 1}));
  EXPECT_EQ(chain("int f() {\n#ifdef X\n  b();\n#endif\n  c();\n}\n", 5), (Numbers{1}));
  EXPECT_EQ(chain("def f():\n# note\n    b()\n", 3), (Numbers{2, 1}));
}

TEST(Headers, ALoneOpenerBelongsToTheLineAboveIt) {
  constexpr const char* text =
      "int f()\n"  // 1
      "{\n"        // 2
      "  b();\n"   // 3
      "}\n"        // 4
      "int g()\n"  // 5
      "{\n"        // 6
      "  b();\n"   // 7
      "}\n";       // 8
  EXPECT_EQ(chain(text, 3).back(), 1U);
  EXPECT_EQ(chain(text, 7).back(), 5U);
}

TEST(Headers, ARowAtColumnZeroOfADocumentHasNone) {
  constexpr const char* text =
      "# Install\n"   // 1
      "Run this:\n"   // 2
      "```\n"         // 3
      "make\n"        // 4
      "  install\n"   // 5
      "```\n"         // 6
      "Notes\n"       // 7
      "-----\n"       // 8
      "- one\n"       // 9
      "|---|---|\n";  // 10
  for (const std::uint32_t line : {3U, 6U, 8U, 9U, 10U}) EXPECT_EQ(chain(text, line), Numbers{}) << line;
  EXPECT_EQ(chain(text, 5), Numbers{4});
}

TEST(Headers, AnAccessLabelBelongsToItsClass) {
  constexpr const char* text =
      "class A {\n"    // 1
      " public:\n"     // 2
      "  void f();\n"  // 3
      "};\n"           // 4
      "class B {\n"    // 5
      "public:\n"      // 6
      "  void f();\n"  // 7
      "};\n";          // 8
  EXPECT_EQ(chain(text, 3).back(), 1U);
  EXPECT_EQ(chain(text, 7).back(), 5U);
}

TEST(Headers, ACloserStandsUnderTheLineThatOpenedItsBlock) {
  EXPECT_EQ(chain("int f() {\n  a();\n}\nint g() {\n  a();\n}\n", 6), (Numbers{4}));
  EXPECT_EQ(chain("if a:\n  b\nelse:\n  c\n", 3), (Numbers{1}));
}

TEST(Headers, ABlankLineHasTheHeadersOfTheLineAboveIt) {
  const Text text("f:\n  a\n\ng:\n");
  EXPECT_EQ(owner(text, LineNo{3}), LineNo{2});
  EXPECT_EQ(owner(text, LineNo{2}), LineNo{2});
  EXPECT_EQ(owner(Text("\n\nx\n"), LineNo{2}), std::nullopt);
  EXPECT_EQ(chain("\n\nx\n", 2), Numbers{});
}

}  // namespace
}  // namespace kedge
