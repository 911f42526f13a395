#include "grammar.hpp"

#include <array>

namespace oracle {
namespace {

using Patterns = std::string_view[];

constexpr Patterns brace_preamble = {"#include <vector>", "#include \"load.h\""};
constexpr Patterns brace_headers = {"int $(int a) {", "void $(int a, int b) {", "bool $() {"};
constexpr Patterns brace_common = {"i++;", "return x;", "log(a);", "x = 0;", "total += a;", "return;"};
constexpr Patterns brace_specific = {"x = load($);", "a = step_$(a);", "log(\"at $\");", "if (!check($)) return;"};
constexpr Patterns brace_common_openers = {"if (x) {", "for (int i = 0; i < n; i++) {", "while (a) {"};
constexpr Patterns brace_specific_openers = {"if (a > $) {", "for (int k = 0; k < $; k++) {"};

constexpr Patterns indented_preamble = {"import os", "from load import *"};
constexpr Patterns indented_headers = {"def $(a):", "def $(a, b):", "def $():"};
constexpr Patterns indented_methods = {"def $(self, a):", "def $(self):"};
constexpr Patterns indented_common = {"i += 1", "return x", "log(a)", "x = 0", "total += a", "pass"};
constexpr Patterns indented_specific = {"x = load($)", "a = step_$(a)", "log(\"at $\")", "check($)"};
constexpr Patterns indented_common_openers = {"if x:", "for i in range(n):", "while a:"};
constexpr Patterns indented_specific_openers = {"if a > $:", "for k in range($):"};

}  // namespace

const Grammar braces{
    .name = "braces",
    .step = 2,
    .closer = "}",
    .class_closer = "};",
    .class_header = "class $ {",
    .field = "int size_$ = 0;",
    .fresh_statement = "fresh_$(a);",
    .preamble = brace_preamble,
    .headers = brace_headers,
    .method_headers = brace_headers,
    .common_statements = brace_common,
    .specific_statements = brace_specific,
    .common_openers = brace_common_openers,
    .specific_openers = brace_specific_openers,
};

const Grammar indentation{
    .name = "indentation",
    .step = 4,
    .closer = "",
    .class_closer = "",
    .class_header = "class $:",
    .field = "size_$ = 0",
    .fresh_statement = "fresh_$(a)",
    .preamble = indented_preamble,
    .headers = indented_headers,
    .method_headers = indented_methods,
    .common_statements = indented_common,
    .specific_statements = indented_specific,
    .common_openers = indented_common_openers,
    .specific_openers = indented_specific_openers,
};

const Grammar* find_grammar(std::string_view name) {
  for (const Grammar* grammar : {&braces, &indentation}) {
    if (grammar->name == name) return grammar;
  }
  return nullptr;
}

std::string filled(std::string_view pattern, std::string_view word) {
  const std::size_t place = pattern.find('$');
  if (place == std::string_view::npos) return std::string(pattern);
  return std::string(pattern.substr(0, place)).append(word).append(pattern.substr(place + 1));
}

}  // namespace oracle
