#include "syntax/kept_trees.hpp"

#include <gtest/gtest.h>

#include <random>

#include "print_values.hpp"
#include "support/strings.hpp"
#include "syntax/language.hpp"
#include "syntax/syntax_errors.hpp"
#include "test_form.hpp"

namespace kedge {
namespace {

using Way = KeptTrees::Way;

std::vector<SyntaxError> errors_of_whole(const Language& language, std::string_view bytes) {
  return syntax_errors(*ParseTree::of(language, bytes));
}

struct Source {
  std::string_view path;
  std::string_view piece;  // repeated, with a number for %
  std::vector<std::string> rows;
};

const std::vector<Source>& sources() {
  static const std::vector<Source> all{
      {"a.py",
       "def f%(x):\n    if x:\n        return [x, %]\n    return {'a': x}\n\n",
       {"    y = 1", "def g(:", "x = (1,", "'''", "    return x)", "@", ""}},
      {"a.cpp",
       "int f%(int x) {\n  if (x > %) {\n    return g(x, \"%\");\n  }\n  return x;\n}\n\n",
       {"  int y = 1;", "}", "{", "MACRO(a, b)", "  \"", "/*", "#if 0", "*/", ""}},
      {"a.ts",
       "export function f%(x: number): number {\n  const y = { a: x, b: `${x}%` };\n  return y.a;\n}\n\n",
       {"  let z = 1;", "}", "(", "`", "type T = {", "// note", ""}},
      {"a.json", "  \"k%\": [1, {\"a\": \"b%\"}, null],\n", {"  \"x\": 1,", "]", "\"", "", "}"}},
      {"a.go",
       "func f%(x int) int {\n\tif x > % {\n\t\treturn x\n\t}\n\treturn %\n}\n\n",
       {"\ty := 1", "}", "func (", "`", ""}},
      {"a.js",
       "function f%(x) {\n  switch (x) {\n    case\u30001: return\u3000%;\n  }\n  return x\u3005 +\u3000%;\n}\n\n",
       {"  let z\u3005 = 1;", "}", "case\u3005", "  return\u30051;", "`\u3000", ""}},
      {"a.rs", "fn f%(x: i32) -> i32 {\n    let y = vec![x, %];\n    y[0]\n}\n\n", {"    let z = 1;", "}", "fn (", "r#\"", ""}},
  };
  return all;
}

std::string text_of(const Source& source, int pieces) {
  std::string text = source.path == "a.json" ? "{\n" : "";
  for (int i = 0; i < pieces; ++i) {
    for (const char c : source.piece) {
      if (c == '%') {
        text += std::to_string(i);
      } else {
        text.push_back(c);
      }
    }
  }
  if (source.path == "a.json") text += "  \"end\": 0\n}\n";
  return text;
}

std::vector<std::string> rows_of(const std::string& text) {
  std::vector<std::string> rows;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    rows.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return rows;
}

TEST(KeptTrees, ATextThatWasSeenIsNotParsedAgainAndOneThatIsNearlyTheSameOnlyWhereItDiffers) {
  const Language& python = *language_of("a.py");
  const std::string text = text_of(sources()[0], 50);
  std::string changed = text;
  changed.replace(changed.find("x, 20"), 5, "x, 21, 22");
  KeptTrees kept;
  EXPECT_EQ(kept.errors_of(python, text), std::vector<SyntaxError>());
  EXPECT_EQ(kept.last_way(), Way::whole);
  EXPECT_EQ(kept.errors_of(python, text), std::vector<SyntaxError>());
  EXPECT_EQ(kept.last_way(), Way::known);
  EXPECT_EQ(kept.errors_of(python, changed), std::vector<SyntaxError>());
  EXPECT_EQ(kept.last_way(), Way::from_another);
  EXPECT_EQ(kept.errors_of(*language_of("a.ts"), changed), errors_of_whole(*language_of("a.ts"), changed))
      << "a tree of another language does not help";
  EXPECT_EQ(kept.last_way(), Way::whole);
}

TEST(KeptTrees, ANewErrorIsThatOfTheWholeText) {
  const Language& python = *language_of("a.py");
  const std::string text = text_of(sources()[0], 50);
  std::string broken = text;
  broken.replace(broken.find("def f20("), 8, "def f20(:");
  KeptTrees kept;
  ASSERT_TRUE(kept.errors_of(python, text));
  EXPECT_EQ(kept.errors_of(python, broken), errors_of_whole(python, broken));
  EXPECT_EQ(kept.last_way(), Way::whole);
}

TEST(KeptTrees, OldErrorsDoNotMakeEveryEditParseTheWholeText) {
  const Language& python = *language_of("a.py");
  std::string text = text_of(sources()[0], 50);
  text.insert(0, "x = = 1\n");
  std::string changed = text;
  changed.replace(changed.find("x, 40"), 5, "x, 41, 42");
  KeptTrees kept;
  ASSERT_EQ(kept.errors_of(python, text), errors_of_whole(python, text));
  EXPECT_EQ(kept.errors_of(python, changed), errors_of_whole(python, changed));
  EXPECT_EQ(kept.last_way(), Way::from_another);
}

TEST(KeptTrees, OldOnesGoFirst) {
  const Language& python = *language_of("a.py");
  KeptTrees kept;
  const auto numbered = [](std::size_t i) { return concat("n", i, " = ", i, '\n'); };
  for (std::size_t i = 0; i <= KeptTrees::most_trees; ++i) ASSERT_TRUE(kept.errors_of(python, numbered(i)));
  kept.forget_oldest();
  ASSERT_TRUE(kept.errors_of(python, numbered(1)));
  EXPECT_EQ(kept.last_way(), Way::known);
  ASSERT_TRUE(kept.errors_of(python, numbered(0)));
  EXPECT_NE(kept.last_way(), Way::known);
  // A text that is larger than all that is kept is not.
  const std::string large(KeptTrees::most_bytes + 1, '\n');
  ASSERT_TRUE(kept.errors_of(python, large));
  ASSERT_TRUE(kept.errors_of(python, numbered(1)));
  EXPECT_EQ(kept.last_way(), Way::known);
  ASSERT_TRUE(kept.errors_of(python, large));
  EXPECT_EQ(kept.last_way(), Way::whole);
}

// The law: whatever was seen before, the answer is that of a parser that has seen nothing.
TEST(KeptTrees, AnswerAsAParserThatHasSeenNothing) {
  std::mt19937 random(2026);
  const auto below = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
  const int rounds = is_long_form() ? 4000 : 60;
  std::size_t from_another = 0;
  for (const Source& source : sources()) {
    const Language& language = *language_of(source.path);
    KeptTrees kept;
    std::vector<std::string> rows;
    for (int i = 0; i < rounds; ++i) {
      if (i % 20 == 0) rows = rows_of(text_of(source, 12));
      const std::size_t at = below(rows.size());
      const auto place = rows.begin() + static_cast<std::ptrdiff_t>(at);
      switch (below(4)) {
        case 0: rows.insert(place, source.rows[below(source.rows.size())]); break;
        case 1: rows.erase(place); break;
        case 2:
          if (const std::size_t found = rows[at].find("\u3000"); found != std::string::npos) rows[at][found + 2] = '\x85';
          break;
        default:
          if (!rows[at].empty()) rows[at].erase(below(rows[at].size()), 1);
      }
      const std::string text = concat(join(rows, "\n"), '\n');
      EXPECT_EQ(kept.errors_of(language, text), errors_of_whole(language, text)) << source.path << ", round " << i << ":\n"
                                                                                 << text;
      if (below(10) == 0) kept.forget_oldest();
      from_another += kept.last_way() == Way::from_another ? 1 : 0;
    }
  }
  EXPECT_GT(from_another, 50U);
}

}  // namespace
}  // namespace kedge
