#include <gtest/gtest.h>

#include "checked_edit.hpp"

namespace kedge::test {
namespace {

Found found(std::string_view path, const std::string& before, const std::string& after) {
  return lines_found("new_syntax_error", path, before, after);
}

TEST(NewSyntaxError, IsWhereTheParserStumbles) {
  EXPECT_EQ(found("a.json", "{\"a\": [1]}\n", "{\"a\": [1}\n").size(), 1U);
  EXPECT_FALSE(found("a.c", "int f() {\n  return 1;\n}\n", "int f() {\n  return 1;\n").empty());
  EXPECT_FALSE(found("a.rs", "fn f<'a>(x: &'a str) {\n    g();\n}\n", "fn f<'a>(x: &'a str) {\n    g(;\n}\n").empty());
}

TEST(NewSyntaxError, IsNoneInTextThatOnlyLooksOdd) {
  EXPECT_EQ(found("a.js", "f();\n", "f(/[)}]/g, `${g(`}`)}`);\n"), Found{});
  EXPECT_EQ(found("a.rs", "fn f() {}\n", "fn f<'a>(c: char) -> bool { c == '{' || c == '\\'' }\n"), Found{});
  EXPECT_EQ(found("a.sh", "f\n", "cat <<EOF\nunclosed ( {\nEOF\n"), Found{});
  EXPECT_EQ(found("a.py", "x = 1\n", "x = r'''unclosed ( '''\n"), Found{});
}

TEST(NewSyntaxError, IsNotOneThatWasThere) {
  EXPECT_EQ(found("a.json", "{\"a\": [1}\n", "\n{\"a\": [1}\n"), Found{}) << "moved";
  EXPECT_EQ(found("a.c", "OP(ONE, 1)\nOP(TWO, 2)\nint x;\n", "OP(ONE, 1)\nOP(ZWEI, 3)\nint x;\n"), Found{}) << "rewritten";
  EXPECT_EQ(found("a.json", "{\"a\": [1}\n", "{\"a\": [1]}\n"), Found{}) << "mended";
}

TEST(NewSyntaxError, IsNotSoughtWithoutAnythingToHoldItAgainst) {
  EXPECT_EQ(found("a.json", "", "{\n"), Found{}) << "a new file";
  EXPECT_EQ(found("a.unknown", "{}\n", "{\n"), Found{});
  const std::string large(10UL * 1024 * 1024, '\n');
  EXPECT_EQ(found("a.toml", large + "a = 1\n", large + "a = [\n"), Found{}) << "too large to be parsed";
}

TEST(NewSyntaxError, ASilentParserDecidesNothing) {
  class Silent final : public Syntax {
    SyntaxAnswer ask(std::string_view, const Text&, const SyntaxQuestion&) override { return {}; }
    void start_for_good(std::function<void()>) override {}
  } silent;
  const Text before(std::string("a = 1\n"));
  const Text after(std::string("a = [\n"));
  EXPECT_TRUE(verify(changed_file("a.toml", before, after, diff(before, after), &silent), Suspicion::refuse).empty());
  EXPECT_TRUE(verify(changed_file("a.toml", before, after, diff(before, after), nullptr), Suspicion::refuse).empty());
}

TEST(NewSyntaxError, AParserThatGivesUpIsToldAndRefusesNothing) {
  class Exhausted final : public Syntax {
    SyntaxAnswer ask(std::string_view, const Text&, const SyntaxQuestion&) override {
      return {.blocks = {}, .errors = std::nullopt, .gave_up = true};
    }
    void start_for_good(std::function<void()>) override {}
  } exhausted;
  const Text before(std::string("a = 1\nb = 2\n"));
  const Text after(std::string("a = 1\nb = 3\n"));
  for (const Suspicion policy : {Suspicion::warn, Suspicion::refuse}) {
    const std::vector<Finding> found = verify(changed_file("a.py", before, after, diff(before, after), &exhausted), policy);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].message, "not checked: the parser gave no answer in time");
    EXPECT_EQ(found[0].line, LineNo{2});
    EXPECT_EQ(found[0].weight, Weight::warns);
  }
}

// What a caller is told that has not asked for more.
std::optional<Weight> weight(std::string_view path, const std::string& before, const std::string& after) {
  HereSyntax syntax;
  const Text old(before);
  const Text now(after);
  const std::vector<Finding> findings = verify(changed_file(path, old, now, diff(old, now), &syntax), Suspicion::warn);
  return findings.empty() ? std::nullopt : std::optional(findings.front().weight);
}

TEST(NewSyntaxError, IsRefusedInDataThatParsedBefore) {
  EXPECT_EQ(weight("a.json", "{\"a\": [1]}\n", "{\"a\": [1}\n"), Weight::refuses);
  EXPECT_EQ(weight("a.jsonc", "// b\n{\"a\": [1]}\n", "// b\n{\"a\": [1}\n"), Weight::refuses);
  EXPECT_EQ(weight("n.ipynb", "{\"cells\": []}\n", "{\"cells\": []\n"), Weight::refuses);
  EXPECT_EQ(weight("a.toml", "a = [1]\n", "a = [1\n"), Weight::refuses);
  EXPECT_EQ(weight("a.yml", "a: [1]\n", "a: [1\n"), Weight::refuses);
  EXPECT_EQ(weight("a.json", "{\"a\": [1}\n", "{\"b\": {1}\n"), std::nullopt) << "it did not parse before";
}

TEST(NewSyntaxError, IsAWarningInCode) {
  EXPECT_EQ(weight("a.py", "def f():\n    return 1\n", "def f(:\n    return 1\n"), Weight::warns);
  EXPECT_EQ(weight("a.rs", "fn f() {}\n", "fn f( {}\n"), Weight::warns);
}

TEST(NewSyntaxError, JsonOfEditorsMayHaveCommentsAndTrailingCommas) {
  EXPECT_EQ(weight(".vscode/settings.json", "{\"a\": [1]}\n", "{\"a\": [1, /* ] */ ], // b\n}\n"), std::nullopt);
  EXPECT_EQ(weight("a.jsonc", "{\"a\": [1]}\n", "{\"a\": [1,], \"b\": \",]\"}\n"), std::nullopt);
  EXPECT_EQ(weight("tsconfig.json", "{\"a\": [1]}\n", "{\"a\": [1,,]}\n"), Weight::refuses);
  EXPECT_EQ(weight("package.json", "{\"a\": [1]}\n", "{\"a\": [1,]}\n"), Weight::refuses);
}

TEST(NewSyntaxError, JsonIsReadAsProgramsReadIt) {
  EXPECT_EQ(weight("a.json", "{}\n", "{}\n{}\n"), Weight::refuses) << "two values";
  EXPECT_EQ(weight("a.json", "{\"a\": 1}\n", "{\"a\": 1} // why\n"), std::nullopt) << "some programs read comments";
  const std::string large(300UL * 1024, ' ');
  EXPECT_EQ(weight("a.json", large + "{}\n", large + "{\n"), Weight::refuses) << "too large for the grammar";
}

}  // namespace
}  // namespace kedge::test
