#include <gtest/gtest.h>

#include "print_values.hpp"
#include "syntax/language.hpp"
#include "syntax/syntax.hpp"

namespace kedge {
namespace {

std::vector<SyntaxError> errors_in(std::string_view path, std::string text) {
  const SyntaxAnswer answer = examine(*language_of(path), Text(std::move(text)), {.blocks = {}, .errors = true});
  return answer.errors.value_or(std::vector<SyntaxError>{});
}

TEST(SyntaxErrors, AWholeTextHasNone) {
  const SyntaxAnswer answer = examine(*language_of("a.py"), Text("x = 1\n"), {.blocks = {}, .errors = true});
  ASSERT_TRUE(answer.errors.has_value());
  EXPECT_TRUE(answer.errors->empty());
}

TEST(SyntaxErrors, SayWhereAndWhat) {
  const std::vector<SyntaxError> errors = errors_in("a.c", "int f(void) {\n  int äö = 1 +;\n}\n");
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].line, LineNo{2});
  EXPECT_FALSE(errors[0].message.empty());
}

TEST(SyntaxErrors, CountColumnsInCharacters) {
  const std::vector<SyntaxError> errors = errors_in("a.py", "x = 'ää' + (1 + / 2)\n");
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors[0].line, LineNo{1});
  EXPECT_EQ(errors[0].column, 15U);
}

TEST(SyntaxErrors, NameWhatIsMissing) {
  const std::vector<SyntaxError> errors = errors_in("a.c", "int f(void) {\n  return 1\n}\n");
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0], (SyntaxError{LineNo{2}, 11, "missing ;"}));
}

TEST(SyntaxErrors, AreAHundredAtMost) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "int f(void) { return 1 }\n";
  EXPECT_EQ(errors_in("a.c", text).size(), 100U);
}

TEST(SyntaxErrors, OfATextInAnotherLanguageAreToldSomehow) {
  EXPECT_FALSE(errors_in("a.json", "def f():\n    return 1\n").empty());
  EXPECT_FALSE(errors_in("a.py", "int main(void) {\n  return 0;\n}\n").empty());
}

}  // namespace
}  // namespace kedge
