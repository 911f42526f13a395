#include "syntax/syntax_tokens.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

// "keyword:def name:…", one after the other.
std::string tokens_of(std::string_view path, const std::string& bytes) {
  constexpr std::array<std::string_view, 8> names{"comment",  "text", "number",   "keyword",
                                                  "constant", "type", "function", "name"};
  const Language* const language = language_of(path);
  const std::optional<ParseTree> tree = ParseTree::of(*language, bytes);
  std::string out;
  for (const SyntaxToken& token : syntax_tokens(*tree)) {
    append(out, concat(out.empty() ? "" : " ", names[static_cast<std::size_t>(token.kind)], ':',
                       std::string_view(bytes).substr(token.begin, token.end - token.begin)));
  }
  return out;
}

TEST(SyntaxTokens, WordsAreWhatTheGrammarSaysTheyAre) {
  EXPECT_EQ(tokens_of("a.py", "def price(net):  # euro\n    return net * 1.19\n"),
            "keyword:def function:price comment:# euro keyword:return number:1.19");
  EXPECT_EQ(tokens_of("a.c", "#include <a.h>\nint f(void) { return 1; }\n"),
            "keyword:#include text:<a.h> type:int type:void keyword:return number:1");
  EXPECT_EQ(tokens_of("a.json", R"({"a": [1, true, "x"]})"), "text:a number:1 constant:true text:x");
  EXPECT_EQ(tokens_of("a.ts", "class A { f(): string { return g('x'); } }"),
            "keyword:class type:A function:f keyword:string keyword:return function:g text:x");
}

TEST(SyntaxTokens, ATextThatDoesNotParseHasThemToo) {
  EXPECT_NE(tokens_of("a.py", "def (((\nreturn 'x'\n").find("keyword:def"), std::string::npos);
  EXPECT_EQ(tokens_of("a.py", ""), "");
}

TEST(SyntaxTokens, ThereIsALimit) {
  std::string many;
  for (int i = 0; i < 100; ++i) append(many, "x = 1\n");
  const std::optional<ParseTree> tree = ParseTree::of(*language_of("a.py"), many);
  EXPECT_EQ(syntax_tokens(*tree, 10).size(), 10U);
}

}  // namespace
}  // namespace kedge
