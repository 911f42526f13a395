// What the parser knows of a file: which lines a block takes, and where the text does not parse. Answers are opinions: nobody's
// text is changed because of them, and "no parse" is always a possible one. Grammars are code that is not ours and crashes on
// hostile input, so Syntax asks another process; `examine` is what that process does.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/text.hpp"

namespace kedge {

struct Language;

struct BlockProblem {
  enum class Why {
    no_grammar,      // the language is not known
    blank,           // the line is blank
    closer,          // the line begins with what closes something
    nothing_begins,  // no construct that whole lines hold begins on it
    one_line,        // the block is this line: a line range says so plainly
    has_error,       // the block does not parse
    decorated,       // what begins here belongs to a decorator above
    no_parse,        // the parser crashed, took too long or wanted too much memory
  };
  Why why{};
  std::optional<LineNo> hint{};  // decorated: where its first decorator begins

  friend bool operator==(const BlockProblem&, const BlockProblem&) = default;
};

using Block = std::expected<LineSpan, BlockProblem>;

struct SyntaxError {
  LineNo line;
  std::uint32_t column = 1;  // in characters, from 1
  std::string message;

  friend bool operator==(const SyntaxError&, const SyntaxError&) = default;
};

struct SyntaxQuestion {
  std::vector<LineNo> blocks;  // the lines on which they begin
  bool errors = false;
};

struct SyntaxAnswer {
  std::vector<Block> blocks;                       // one for each that was asked for, in that order
  std::optional<std::vector<SyntaxError>> errors;  // the first hundred; none: not asked for, no grammar, or no parse
};

class Syntax {
 public:
  virtual ~Syntax() = default;
  // From any thread. Never waits much longer than the deadline, whatever the text does to the parser.
  virtual SyntaxAnswer ask(std::string_view path, const Text& text, const SyntaxQuestion& question) = 0;
  // Starts at once, and for the last time, what it will need: before a sandbox closes. `when_lost` is called once, from any
  // thread, should it be lost; from then on there is no parse.
  virtual void start_for_good(std::function<void()> when_lost) = 0;
};

struct SyntaxLimits {
  std::chrono::milliseconds deadline{2000};         // wall clock, for each question
  std::uint64_t memory = std::uint64_t{512} << 20;  // beyond what the text itself takes
};

// `program` is kedge itself, started with the hidden word below when a grammar is first needed.
std::unique_ptr<Syntax> make_syntax(std::string program = "/proc/self/exe", SyntaxLimits limits = {});

// The other end: `kedge parse-worker` serves questions on its standard input until it is closed. Returns the exit status.
inline constexpr std::string_view parse_worker_word = "parse-worker";
int serve_syntax();

// Parses in this process.
SyntaxAnswer examine(const Language& language, const Text& text, const SyntaxQuestion& question);

}  // namespace kedge
