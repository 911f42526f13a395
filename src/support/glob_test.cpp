#include "support/glob.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

Glob glob(std::string_view pattern) { return Glob::parse(pattern).value(); }

Glob filter(std::string_view pattern) { return Glob::parse_filter(pattern).value(); }

std::string problem(std::string_view pattern) {
  const std::expected<Glob, std::string> parsed = Glob::parse(pattern);
  return parsed ? "none" : parsed.error();
}

struct GlobCase {
  std::string_view pattern, path;
};

void expect_matches(std::initializer_list<GlobCase> cases) {
  for (const auto& [pattern, path] : cases) EXPECT_TRUE(glob(pattern).matches(path)) << pattern << " on " << path;
}

void expect_no_matches(std::initializer_list<GlobCase> cases) {
  for (const auto& [pattern, path] : cases) EXPECT_FALSE(glob(pattern).matches(path)) << pattern << " on " << path;
}

TEST(Glob, APlainPatternIsTheWholePath) {
  expect_matches({{"a/b.c", "a/b.c"}, {"", ""}});
  expect_no_matches({{"a/b.c", "a/b.cc"}, {"a/b.c", "x/a/b.c"}, {"a", "A"}, {"", "a"}, {"a", ""}});
}

TEST(Glob, AStarStaysInItsFolder) {
  expect_matches({{"*.c", "a.c"}, {"*.c", ".c"}, {"*", ""}, {"a/*", "a/b"}, {"a/*/c", "a/b/c"}, {"a*b*c", "axxbxxbc"}});
  expect_no_matches({{"*.c", "a/b.c"}, {"a/*", "a/b/c"}, {"a/*/c", "a/c"}, {"*", "a/b"}, {"a*b*c", "axxbxxb"}});
}

TEST(Glob, AQuestionMarkIsOneCharacter) {
  expect_matches({{"?.c", "a.c"}, {"?.c", "\u00E4.c"}, {"?", "\U0001F600"}, {"??", "\xC3\x28"}});
  expect_no_matches({{"?.c", ".c"}, {"a?b", "a/b"}, {"?", "ab"}});
}

TEST(Glob, TwoStarsLeadThroughFoldersOrNone) {
  expect_matches({{"**/x", "x"}, {"**/x", "a/x"}, {"**/x", "a/b/x"}, {"x/**", "x/a"}, {"x/**", "x/a/b"}});
  expect_matches({{"a/**/b", "a/b"}, {"a/**/b", "a/x/b"}, {"a/**/b", "a/x/y/b"}, {"**", "a"}, {"**", "a/b/c"}});
  expect_matches({{"**/a/**/b*", "x/a/y/bc"}, {"**/**/x", "x"}, {"**/**/x", "a/b/x"}, {"a/**/**/b", "a/b"}});
  expect_no_matches({{"**/x", "ax"}, {"**/x", "a/xb"}, {"x/**", "x"}, {"x/**", "xa/b"}, {"a/**/b", "a/xb"}, {"a/**/b", "ab"}});
}

TEST(Glob, TwoStarsInsideANameAreOne) {
  expect_matches({{"a**b", "axb"}, {"**.c", "x.c"}, {"a/**.c", "a/x.c"}});
  expect_no_matches({{"a**b", "a/b"}, {"**.c", "a/x.c"}, {"a/**.c", "a/b/x.c"}});
}

TEST(Glob, ASetIsOneOfItsCharactersAndNeverASlash) {
  expect_matches({{"[abc]", "b"}, {"[a-c]x", "cx"}, {"[!a-c]", "d"}, {"[^a-c]", "d"}, {"[]a]", "]"}, {"[!]a]", "b"}});
  expect_matches({{"[a-]", "-"}, {"[-a]", "-"}, {R"([\]x])", "]"}, {R"([\!a])", "!"}, {"[\u00E0-\u00FF]", "\u00E4"}});
  expect_no_matches({{"[abc]", "d"}, {"[!a-c]", "b"}, {"a[/]b", "a/b"}, {"a[!x]b", "a/b"}, {"[!]a]", "]"}, {"[a-c]", "B"}});
}

TEST(Glob, ABackslashTakesTheNextCharacterAsItIs) {
  expect_matches({{R"(\*)", "*"}, {R"(\[a])", "[a]"}, {R"(a\\b)", R"(a\b)"}, {R"(\{a,b})", "{a,b}"}, {R"({a\,b,c})", "a,b"}});
  expect_no_matches({{R"(\*)", "a"}, {R"(\?)", "a"}, {R"({a\,b,c})", "a"}});
}

TEST(Glob, BracesAreTheOneOrTheOther) {
  expect_matches({{"*.{c,h}", "a.c"}, {"*.{c,h}", "a.h"}, {"{a,b{c,d}}x", "bdx"}, {"{a,b{c,d}}x", "ax"}, {"a{,.bak}", "a"}});
  expect_matches({{"{src,tests}/**/*.cpp", "tests/a/b.cpp"}, {"{a/,}**/x", "a/b/x"}, {"{a,b/**}", "b/c/d"}, {"[{,]", ","}});
  expect_matches({{"a}b,c", "a}b,c"}, {"{[,}],b}", "}"}, {"{a}", "a"}});
  expect_no_matches({{"*.{c,h}", "a.cc"}, {"*.{c,h}", "a."}, {"{a,b{c,d}}x", "bx"}, {"{a,b/**}", "a/c"}});
}

TEST(Glob, BytesThatAreNoUtf8AreCharactersOfTheirOwn) {
  expect_matches({{"a\xFF", "a\xFF"}, {"a?", "a\xFF"}, {"*\xFF", "\xFE\xFF"}, {"[\xFE\xFF]", "\xFF"}});
  expect_no_matches({{"a\xFF", "a\xFE"}, {"\xC3\\\xA9", "\u00E9"}, {"[!\xFF]", "\xFF"}});
}

TEST(Glob, AFilterWithoutASlashIsSoughtAtAnyDepth) {
  EXPECT_TRUE(filter("*.c").matches("a/b/x.c"));
  EXPECT_TRUE(filter("*.c").matches("x.c"));
  EXPECT_TRUE(filter("{a,b}.c").matches("x/b.c"));
  EXPECT_TRUE(filter("**").matches("a/b"));
  EXPECT_FALSE(filter("a/*.c").matches("x/a/b.c"));
  EXPECT_FALSE(filter("/*.c").matches("a/b.c"));
  EXPECT_TRUE(filter("/*.c").matches("b.c"));
  EXPECT_TRUE(filter("build/").matches("x/build/a/b"));
  EXPECT_FALSE(filter("build/").matches("build"));
  EXPECT_FALSE(filter("/build/").matches("x/build/a"));
  EXPECT_EQ(filter("/*.c").pattern(), "/*.c");
}

TEST(Glob, WhatIsWrongWithAPatternIsSaid) {
  EXPECT_EQ(problem("a["), "holds [ without ]");
  EXPECT_EQ(problem("[]"), "holds [ without ]");
  EXPECT_EQ(problem("{[,b}"), "holds [ without ]");
  EXPECT_EQ(problem(R"([a\])"), "holds [ without ]");
  EXPECT_EQ(problem("{a,b"), "holds { without }");
  EXPECT_EQ(problem("a\\"), "ends with a lone backslash");
  EXPECT_EQ(problem("[z-a]"), "holds the range z-a, which is empty");
  EXPECT_EQ(problem("[[:alpha:]]"), "holds a class such as [:alpha:], which is not known here");
}

TEST(Glob, AlternativesAreBounded) {
  std::string doubling;
  for (int i = 0; i < 7; ++i) doubling += "{a,b}";
  EXPECT_EQ(problem(doubling), "none");
  EXPECT_TRUE(glob(doubling).matches("abababa"));
  EXPECT_EQ(problem(doubling + "{a,b}"), "stands for more than 128 alternatives");
  EXPECT_EQ(problem("{" + std::string(128, ',') + "}"), "stands for more than 128 alternatives");
  for (int i = 0; i < 500; ++i) doubling += "{a,b}";
  EXPECT_EQ(problem(doubling), "stands for more than 128 alternatives");

  EXPECT_EQ(problem(std::string(8, '{') + "a" + std::string(8, '}')), "none");
  EXPECT_EQ(problem(std::string(9, '{') + "a" + std::string(9, '}')), "nests braces deeper than 8");
  EXPECT_EQ(problem(std::string(4000, '{')), "nests braces deeper than 8");

  EXPECT_EQ(problem(std::string(4096, 'a')), "none");
  EXPECT_EQ(problem(std::string(4097, 'a')), "is longer than 4096 characters");
  EXPECT_EQ(problem("{a,b}" + std::string(2048, 'a')), "is longer than 4096 characters");
}

// Patterns that take a backtracking matcher longer than anybody lives.
TEST(Glob, NoPatternTakesMoreStepsThanItsLengthTimesThePaths) {
  std::string stars, folders, sets;
  for (int i = 0; i < 50; ++i) {
    stars += "*a";
    folders += "**/a/";
    sets += "*[ab]?";
  }
  for (const std::string& pattern : {stars + "b*c", folders + "b", sets + "c*", concat("**/", stars, "/**/", stars, "c?")}) {
    for (const std::size_t length : {100UL, 1000UL, 4000UL}) {
      for (const std::string_view piece : {"a", "a/", "aaaaa/", "ab"}) {
        std::string path;
        while (path.size() < length) path += piece;
        const Glob::Walk walk = glob(pattern).walk(path);
        EXPECT_FALSE(walk.matches);
        EXPECT_LE(walk.steps, (pattern.size() + 1) * path.size()) << pattern << " on " << path;
      }
    }
  }
}

TEST(Glob, APathWithAnotherEndCostsNothing) { EXPECT_EQ(glob("**/*.cpp").walk("a/b/c/d.txt").steps, 0U); }

}  // namespace
}  // namespace kedge
