// What a parser is asked: the lines of a block in the middle of a file, in this process.
#include "benchmarks/perf/operations.hpp"
#include "benchmarks/perf/versions.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "syntax/language.hpp"
#include "syntax/syntax.hpp"

namespace kedge::bench {
namespace {

constexpr std::uint32_t lines_of_function = 9;

// A C++ file of functions that are alike but for their names.
Text functions(std::uint32_t lines) {
  std::string bytes;
  for (std::uint32_t i = 0; i < lines / lines_of_function; ++i) {
    append(bytes, concat("int f", i, "(int x) {\n  int y = x + ", i, ";\n"));
    append(bytes, "  if (y > 2) {\n    y -= 2;\n  }\n  for (int k = 0; k < x; ++k) y += k;\n  y *= 3;\n  return y;\n}\n");
  }
  return Text(std::move(bytes));
}

Run resolve_block(std::uint32_t lines) {
  const Language* const language = language_of("file.cpp");
  KEDGE_REQUIRE(language != nullptr);
  const LineNo line{lines / 2 / lines_of_function * lines_of_function + 1};
  return {[text = functions(lines), language, line] {
    const SyntaxAnswer answer = examine(*language, text, {.blocks = {line}});
    KEDGE_REQUIRE(answer.blocks.front().has_value());
    return std::size_t{answer.blocks.front()->end.value};
  }};
}

}  // namespace

std::vector<Operation> syntax_operations() { return {{"syntax", "the lines of a block", Floor::none, &resolve_block}}; }

}  // namespace kedge::bench
