#include "verify/brackets.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"
#include "syntax/language.hpp"
#include "test_form.hpp"

namespace kedge {
namespace {

std::uint32_t alone(std::string_view path, std::string_view text) {
  return scan_brackets(*lexis_of(path), Text(std::string(text))).alone;
}

TEST(Brackets, StandAloneWithoutAPartner) {
  EXPECT_EQ(alone("a.proto", "message A { int32 b = 1 [(c) = {}]; }"), 0U);
  EXPECT_EQ(alone("a.proto", "message A {"), 1U);
  EXPECT_EQ(alone("a.proto", "}"), 1U);
  EXPECT_EQ(alone("a.proto", "( [ )"), 1U) << "the round ones are partners, the square one has none";
  EXPECT_EQ(alone("a.proto", "([)]"), 2U);
  EXPECT_EQ(alone("a.proto", ""), 0U);
}

TEST(Brackets, CountByRow) {
  const BracketScan scan = scan_brackets(*lexis_of("a.proto"), Text(std::string("a {\n  b [\n  ]\n}}\n")));
  ASSERT_EQ(scan.rows.size(), 4U);
  EXPECT_EQ(scan.rows[0], (Balance{0, 0, 1}));
  EXPECT_EQ(scan.rows[1], (Balance{0, 1, 0}));
  EXPECT_EQ(scan.rows[2], (Balance{0, -1, 0}));
  EXPECT_EQ(scan.rows[3], (Balance{0, 0, -2}));
}

TEST(Brackets, OfCommentsAndTextsDoNotCount) {
  EXPECT_EQ(alone("a.proto", "// {\n/* ( */ \"[\" '{' \"\\\"(\" '\\'('"), 0U);
  EXPECT_EQ(alone("a.frag", "/* /* { */ f();"), 0U) << "comments do not nest in every language";
  EXPECT_EQ(alone("a.scala", "/* /* { */ } */ f()"), 0U) << "in others they do";
  EXPECT_EQ(alone("a.proto", "a = \"unclosed (\nb()"), 0U) << "a text ends with its row";
  EXPECT_EQ(alone("a.proto", "/* never closed ("), 0U);
}

TEST(Brackets, OfZig) {
  EXPECT_EQ(alone("a.zig", "const a = \\\\unclosed ( {\n    \\\\and \" too\n;"), 0U);
  EXPECT_EQ(alone("a.zig", "const a = '{'; const b = '\\''; const c = '\\u{1F600}'; const d = '('; @\"a(\""), 0U);
  EXPECT_EQ(alone("a.zig", "const a = '\xC3\xA9'; f(\"{d}\", .{1});"), 0U);
}

TEST(Brackets, OfScala) {
  EXPECT_EQ(alone("a.scala", "val a = \"\"\"unclosed ( \\\"\"\"\"; f()"), 0U);
  EXPECT_EQ(alone("a.scala", "s\"${a.map(x => s\"(${x}\")} {\" + f()"), 0U);
  EXPECT_EQ(alone("a.scala", "\"${\" + f()"), 0U) << "nothing is inserted without a word before it";
  EXPECT_EQ(alone("a.scala", "'open ('a') ('(') 'b {}"), 0U) << "a tick that is not closed is a symbol or a lifetime";
  EXPECT_EQ(alone("a.scala", "`odd ( name`()"), 0U);
}

TEST(Brackets, OfDart) {
  EXPECT_EQ(alone("a.dart", "r'\\' + r\"(\" + '''\n( '\n''' + \"\"\"\n{ \"\n\"\"\""), 0U);
  EXPECT_EQ(alone("a.dart", "'${a.map((x) => '(${x}')} {' + f()"), 0U);
  EXPECT_EQ(alone("a.dart", "'${a['}']} ('"), 0U);
  EXPECT_EQ(alone("a.dart", "for'\\'(' in x"), 0U) << "the r of a word opens no raw text";
}

TEST(Brackets, OfGroovy) {
  EXPECT_EQ(alone("a.gradle", "x =~ /[)}]+\\/(\\d/ && y == $/ ( /$"), 0U);
  EXPECT_EQ(alone("a.gradle", "def half = (a + b) / 2 / (c)"), 0U) << "a division";
  EXPECT_EQ(alone("a.gradle", "\"${a.collect { \"(${it}\" }} {\""), 0U);
  EXPECT_EQ(alone("Jenkinsfile", "node('(') { sh '''\n ( '''\n}"), 0U);
}

TEST(Brackets, OfHcl) {
  EXPECT_EQ(alone("a.tf", "# (\na = \"${lookup(b, \"}\")} (\""), 0U);
  EXPECT_EQ(alone("a.tf", "a = <<EOF\n( {\nEOF\nb = []"), 0U);
  EXPECT_EQ(alone("a.tf", "f(<<-EOF\r\n  ( {\r\n  EOF\r\n)"), 0U);
  EXPECT_EQ(alone("a.tf", "a = 1 << 2 ("), 1U) << "no heredoc";
}

TEST(Brackets, HaveNoRulesWhereThereIsAGrammar) {
  for (const std::string_view path : {"a.zig", "a.scala", "a.dart", "a.groovy", "a.proto", "a.hcl", "a.glsl"}) {
    EXPECT_NE(lexis_of(path), nullptr) << path;
    EXPECT_EQ(language_of(path), nullptr) << path;
  }
  for (const std::string_view path : {"a.rs", "a.txt", "a.md", "a.csv", "a.json", "zig", "a"}) {
    EXPECT_EQ(lexis_of(path), nullptr) << path;
  }
}

// Texts that a careless scanner reads again and again; a linear one takes a moment.
TEST(Brackets, AreCountedInOnePass) {
  const unsigned rounds = is_long_form() ? 200'000 : 20'000;
  std::string deep;
  std::string slashes;
  std::string heredocs;
  for (unsigned i = 0; i < rounds; ++i) {
    deep.append("([");
    slashes.append("=/ =");
    heredocs.append("<<A ");
  }
  for (unsigned i = 0; i < rounds; ++i) deep.append("})");
  EXPECT_EQ(alone("a.dart", deep), 2U * rounds);
  EXPECT_EQ(alone("a.groovy", slashes), 0U);
  EXPECT_EQ(alone("a.tf", heredocs), 0U);
}

}  // namespace
}  // namespace kedge
