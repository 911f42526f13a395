// What the parser knows about a file: which lines a construct has, where the text does not parse, and what its words are. No
// text is ever changed because of an answer, and "no parse" is always a possible answer. Grammars are third-party code that
// crashes on hostile input, so Syntax asks another process; `examine` is what that process does.
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

#include "process/own_program.hpp"
#include "text/text.hpp"

namespace kedge {

struct Language;

struct BlockProblem {
  enum class Why {
    no_grammar,      // unknown language
    blank,           // the line is blank
    closer,          // the line begins with something that closes a construct
    nothing_begins,  // no construct of whole lines begins on it
    one_line,        // the construct is only this line
    has_error,       // the construct does not parse
    decorated,       // it has decorators on earlier lines
    no_parse,        // the parser crashed, took too long or needed too much memory
  };
  Why why{};
  std::optional<LineNo> hint{};  // decorated: the line of the first decorator

  friend bool operator==(const BlockProblem&, const BlockProblem&) = default;
};

using Block = std::expected<LineSpan, BlockProblem>;

struct SyntaxError {
  LineNo line;
  std::uint32_t column = 1;  // in characters, from 1
  std::string message;

  friend bool operator==(const SyntaxError&, const SyntaxError&) = default;
};

// A piece of the text that is shown in a colour of its own.
struct SyntaxToken {
  enum class Kind : std::uint8_t { comment, text, number, keyword, constant, type, function, name };
  std::uint32_t begin = 0, end = 0;  // bytes
  Kind kind = Kind::keyword;

  friend bool operator==(const SyntaxToken&, const SyntaxToken&) = default;
};

struct SyntaxQuestion {
  std::vector<LineNo> blocks;  // the lines on which the constructs begin
  bool errors = false;
  bool tokens = false;
};

struct SyntaxAnswer {
  std::vector<Block> blocks;                       // one for each line asked about, in that order
  std::optional<std::vector<SyntaxError>> errors;  // the first hundred; nullopt: not asked for, no grammar, or no parse
  std::optional<std::vector<SyntaxToken>> tokens = std::nullopt;  // in order, apart from each other; nullopt: likewise
  bool gave_up = false;                                           // no parse, although there is a grammar
};

class Syntax {
 public:
  virtual ~Syntax() = default;
  // Thread-safe. Never waits much longer than the deadline, plus that of a text that was begun before, whatever the parser
  // does.
  virtual SyntaxAnswer ask(std::string_view path, const Text& text, const SyntaxQuestion& question) = 0;
  // Prepares for questions about the errors of this text, or of one that is nearly the same. Takes half a second at most, and
  // other questions wait for it, as they would for their own parse. Without effect for a large text.
  virtual void foresee(std::string_view /*path*/, const Text& /*text*/) {}
  // The errors of this text will be asked for next. Does not wait; whatever is asked later is answered as without it.
  virtual void begin(std::string_view /*path*/, const Text& /*text*/) {}
  // Starts the other process now, and never again: to be called before a sandbox closes. `when_lost` is called once, from any
  // thread, if that process dies; from then on there is no parse.
  virtual void start_for_good(std::function<void()> when_lost) = 0;
};

struct SyntaxLimits {
  std::chrono::milliseconds deadline{2000};         // wall clock, for each question
  std::chrono::milliseconds deadline_ahead{500};    // for what nobody waits for
  std::uint64_t memory = std::uint64_t{512} << 20;  // in addition to the text
};

// `program` is kedge itself, started with the hidden command below when a grammar is first needed.
std::unique_ptr<Syntax> make_syntax(std::string program = program_of_this_process(), SyntaxLimits limits = {});

// The other process: `kedge parse-worker VERSION` answers questions on standard input until it is closed. Returns the exit
// status. A kedge of another version does not: the two might misunderstand each other.
inline constexpr std::string_view parse_worker_word = "parse-worker";
int serve_syntax();

// Parses in this process.
SyntaxAnswer examine(const Language& language, const Text& text, const SyntaxQuestion& question);

}  // namespace kedge
