#include "syntax/syntax.hpp"

#include "process/isolated.hpp"
#include "syntax/block.hpp"
#include "syntax/kept_trees.hpp"
#include "syntax/language.hpp"
#include "syntax/parse_tree.hpp"
#include "syntax/roles.hpp"
#include "syntax/syntax_errors.hpp"
#include "syntax/syntax_tokens.hpp"
#include "syntax/syntax_wire.hpp"

namespace kedge {

namespace {

using Why = BlockProblem::Why;

SyntaxAnswer nothing_known(const SyntaxQuestion& question, Why why) {
  return {.blocks = std::vector<Block>(question.blocks.size(), std::unexpected(BlockProblem{why})),
          .errors = std::nullopt,
          .gave_up = why == Why::no_parse};
}

constexpr std::size_t largest_foreseen = 1UL << 20;  // some 200 ms of parsing

// A question that decides about no byte of a file may go to the worker that lasts.
bool is_advice(const SyntaxQuestion& question) { return question.errors && question.blocks.empty() && !question.tokens; }

class IsolatedSyntax final : public Syntax {
 public:
  IsolatedSyntax(std::string program, SyntaxLimits limits)
      : limits_(limits),
        worker_({std::move(program), std::string(parse_worker_word), KEDGE_VERSION}, {limits.deadline, limits.memory}) {}

  SyntaxAnswer ask(std::string_view path, const Text& text, const SyntaxQuestion& question) override {
    const Language* const language = language_of_text(path, text);
    if (language == nullptr) return nothing_known(question, Why::no_grammar);
    if (question.blocks.empty() && !question.errors && !question.tokens) return {};
    const std::string asked = encode(AskedOf{language, question});
    const std::optional<std::string> answer =
        is_advice(question) ? worker_.ask_lasting(asked, text.bytes(), limits_.deadline) : worker_.ask(asked, text.bytes());
    std::optional<SyntaxAnswer> decoded;
    if (answer) decoded = decode_answer(*answer, question, text);
    return decoded ? *std::move(decoded) : nothing_known(question, Why::no_parse);
  }

  void foresee(std::string_view path, const Text& text) override {
    const Language* const language = language_of_text(path, text);
    if (language == nullptr || text.size() > largest_foreseen) return;
    const std::string asked = encode(AskedOf{language, {.blocks = {}, .errors = true}});
    static_cast<void>(worker_.ask_lasting(asked, text.bytes(), limits_.deadline_ahead));
  }

  void begin(std::string_view path, const Text& text) override {
    const Language* const language = language_of_text(path, text);
    if (language == nullptr || text.size() > largest_foreseen) return;
    worker_.begin_lasting(encode(AskedOf{language, {.blocks = {}, .errors = true}}), text.bytes(), limits_.deadline);
  }

  void start_for_good(std::function<void()> when_lost) override { worker_.start_for_good(std::move(when_lost)); }

 private:
  static const Language* language_of_text(std::string_view path, const Text& text) {
    return language_of(path, text.line_count() > 0 ? text.content(LineNo{1}) : std::string_view());
  }

  SyntaxLimits limits_;
  Isolated worker_;
};

std::string answer_bytes(std::string_view question, std::string_view text) {
  const std::optional<AskedOf> asked = decode_question(question);
  if (!asked) return {};
  return encode(examine(*asked->language, Text(std::string(text)), asked->question));
}

LastingWork answer_from_kept_trees() {
  const auto kept = std::make_shared<KeptTrees>();
  const auto answer = [kept](std::string_view question, std::string_view text) -> std::string {
    const std::optional<AskedOf> asked = decode_question(question);
    if (!asked || !is_advice(asked->question)) return {};
    return encode(SyntaxAnswer{.blocks = {}, .errors = kept->errors_of(*asked->language, text)});
  };
  return {answer, [kept] { kept->forget_oldest(); }};
}

}  // namespace

std::unique_ptr<Syntax> make_syntax(std::string program, SyntaxLimits limits) {
  return std::make_unique<IsolatedSyntax>(std::move(program), limits);
}

int serve_syntax() { return serve_isolated(answer_bytes, answer_from_kept_trees); }

SyntaxAnswer examine(const Language& language, const Text& text, const SyntaxQuestion& question) {
  const std::optional<ParseTree> tree = ParseTree::of(language, text.bytes());
  if (!tree) return nothing_known(question, Why::no_parse);
  const Roles roles(language);
  SyntaxAnswer answer;
  for (const LineNo line : question.blocks) answer.blocks.push_back(block_at(*tree, roles, text, line));
  if (question.errors) answer.errors = syntax_errors(*tree);
  if (question.tokens) answer.tokens = syntax_tokens(*tree);
  return answer;
}

}  // namespace kedge
