// The parser in its own process: it answers, and whatever happens to it costs one answer.
#include "syntax/syntax.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "print_values.hpp"
#include "syntax/language.hpp"

namespace kedge {
namespace {

using Why = BlockProblem::Why;
using std::chrono::milliseconds;

const Text python("def f(a):\n    if a:\n        return 1\n    return 2\n");

SyntaxAnswer ask_python(Syntax& syntax, std::uint32_t line = 2) {
  return syntax.ask("a.py", python, {.blocks = {LineNo{line}}, .errors = true});
}

const Block if_statement = LineSpan{LineNo{2}, LineNo{4}};

std::string repeated(std::string_view piece, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

TEST(Syntax, AnswersThroughItsProcessAsWithoutIt) {
  const std::unique_ptr<Syntax> syntax = make_syntax(KEDGE_BINARY);
  const SyntaxQuestion question{.blocks = {LineNo{1}, LineNo{2}, LineNo{3}, LineNo{9}}, .errors = true};
  const SyntaxAnswer near = examine(*language_of("a.py"), python, question);
  const SyntaxAnswer far = syntax->ask("a.py", python, question);
  EXPECT_EQ(far.blocks, near.blocks);
  EXPECT_EQ(far.errors, near.errors);
  EXPECT_EQ(far.blocks[1], if_statement);
}

TEST(Syntax, OfAnUnknownLanguageIsNotKnown) {
  const std::unique_ptr<Syntax> syntax = make_syntax("/nonexistent");
  const SyntaxAnswer answer = syntax->ask("notes.txt", python, {.blocks = {LineNo{1}}, .errors = true});
  EXPECT_EQ(answer.blocks.at(0), Block(std::unexpected(BlockProblem{Why::no_grammar})));
  EXPECT_FALSE(answer.errors.has_value());
}

TEST(Syntax, OfAnEmptyTextHasNoBlocks) {
  const std::unique_ptr<Syntax> syntax = make_syntax(KEDGE_BINARY);
  const SyntaxAnswer answer = syntax->ask("a.py", Text(), {.blocks = {LineNo{1}}, .errors = true});
  EXPECT_EQ(answer.blocks.at(0), Block(std::unexpected(BlockProblem{Why::nothing_begins})));
  EXPECT_EQ(answer.errors, std::vector<SyntaxError>{});
}

TEST(Syntax, WithoutItsProgramThereIsNoParse) {
  const std::unique_ptr<Syntax> syntax = make_syntax("/nonexistent/kedge");
  for (int i = 0; i < 2; ++i) {
    const SyntaxAnswer answer = ask_python(*syntax);
    EXPECT_EQ(answer.blocks.at(0), Block(std::unexpected(BlockProblem{Why::no_parse})));
    EXPECT_FALSE(answer.errors.has_value());
  }
}

TEST(Syntax, DeepNestingCostsOneAnswerAtMost) {
  const std::unique_ptr<Syntax> syntax = make_syntax(KEDGE_BINARY, {.deadline = milliseconds(1000)});
  struct Bomb {
    std::string_view path;
    std::string_view piece;
  };
  for (const Bomb bomb : {Bomb{"a.yaml", "- "},
                          {"a.yaml", "["},
                          {"a.yaml", "? "},
                          {"a.md", "> "},
                          {"a.md", "- "},
                          {"a.json", "["},
                          {"a.cpp", "("},
                          {"a.py", "("},
                          {"a.html", "<a>"}}) {
    const Text text(repeated(bomb.piece, 100'000) + '\n');
    const SyntaxAnswer answer = syntax->ask(bomb.path, text, {.blocks = {LineNo{1}}, .errors = false});
    EXPECT_FALSE(answer.blocks.at(0).has_value()) << bomb.path << ' ' << bomb.piece;
    EXPECT_EQ(ask_python(*syntax).blocks.at(0), if_statement) << "after " << bomb.path << ' ' << bomb.piece;
  }
}

TEST(Syntax, ErrorsAloneAreAnsweredAsWithBlocksWhateverCameBefore) {
  const std::unique_ptr<Syntax> syntax = make_syntax(KEDGE_BINARY, {.deadline = milliseconds(1000)});
  const Text broken("def f(a:\n    return 1\n");
  const auto errors_of = [&](const Text& text) { return syntax->ask("a.py", text, {.blocks = {}, .errors = true}).errors; };
  const auto expected = examine(*language_of("a.py"), broken, {.blocks = {}, .errors = true}).errors;
  ASSERT_FALSE(expected->empty());
  syntax->foresee("a.py", python);
  for (const std::string_view path : {"a.yaml", "a.md", "a.cpp"}) {
    EXPECT_EQ(errors_of(python), std::vector<SyntaxError>());
    EXPECT_EQ(errors_of(broken), expected);
    const Text bomb(repeated(path == "a.md" ? "> " : "[", 100'000) + '\n');
    static_cast<void>(syntax->ask(path, bomb, {.blocks = {}, .errors = true}));
  }
  EXPECT_EQ(errors_of(broken), expected);
}

TEST(Syntax, TextOfAnotherLanguageIsAnsweredOrNot) {
  const std::unique_ptr<Syntax> syntax = make_syntax(KEDGE_BINARY, {.deadline = milliseconds(300)});
  const Text text(repeated("# Notes\n\n- it's \"quoted\" {and} (so on\n", 500));
  for (const Language* language : languages()) {
    const std::string path = "a" + std::string(language->files.substr(0, language->files.find(' ')));
    const SyntaxAnswer answer = syntax->ask(path, text, {.blocks = {LineNo{1}}, .errors = true});
    EXPECT_EQ(answer.blocks.size(), 1U) << path;
  }
  EXPECT_EQ(ask_python(*syntax).blocks.at(0), if_statement);
}

TEST(Syntax, ATextThatTakesTooLongIsNotParsed) {
  const std::unique_ptr<Syntax> syntax = make_syntax(KEDGE_BINARY, {.deadline = milliseconds(300)});
  const Text text(repeated("int f(int a) { return a + 1; }\n", (std::size_t{64} << 20) / 31));
  const auto before = std::chrono::steady_clock::now();
  const SyntaxAnswer answer = syntax->ask("a.c", text, {.blocks = {LineNo{1}}, .errors = true});
  EXPECT_EQ(answer.blocks.at(0), Block(std::unexpected(BlockProblem{Why::no_parse})));
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(20));
  EXPECT_EQ(ask_python(*syntax).blocks.at(0), if_statement);
}

TEST(Syntax, ATextThatWantsTooMuchMemoryIsNotParsed) {
  const std::unique_ptr<Syntax> syntax = make_syntax(KEDGE_BINARY, {.deadline = milliseconds(1500), .memory = 48 << 20});
  const Text text(repeated("x = [1, 2, 3]\n", 300'000));
  EXPECT_EQ(syntax->ask("a.py", text, {.blocks = {LineNo{1}}}).blocks.at(0),
            Block(std::unexpected(BlockProblem{Why::no_parse})));
  EXPECT_EQ(ask_python(*syntax).blocks.at(0), if_statement);
}

TEST(Syntax, ServesManyThreads) {
  const std::unique_ptr<Syntax> syntax = make_syntax(KEDGE_BINARY);
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 10; ++j) {
        right += ask_python(*syntax).blocks.at(0) == if_statement ? 1 : 0;
        right += syntax->ask("a.py", python, {.blocks = {}, .errors = true}).errors ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 160);
}

}  // namespace
}  // namespace kedge
