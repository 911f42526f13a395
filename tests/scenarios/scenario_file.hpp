// A scenario: files, runs of the program, and what is expected of each run, in one readable text. README.md in this
// folder describes the format. A scenario is kept as its blocks with the text they were written as, so that bringing the
// expectations up to date leaves everything else as its author wrote it.
#pragma once

#include <expected>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kedge::test {

enum class BlockKind { file, env, run, input, exit, output, errors, after, gone };

// What a kind of block looks like. A new kind is a row of the table and a case in scenario_run.cpp.
struct BlockForm {
  BlockKind kind;
  std::string_view word;       // behind the dashes
  std::string_view arguments;  // as the documentation names them; empty: none
  bool has_content;
  bool of_a_run;  // says something about the run above it
};

std::span<const BlockForm> block_forms();  // in the order in which blocks of a run read best
const BlockForm& form_of(BlockKind kind);

// Contents that several scenarios share, by the names of their files.
using Fixtures = std::map<std::string, std::string>;

struct Block {
  BlockKind kind = BlockKind::file;
  std::vector<std::string> arguments;  // without the kind and the content options
  std::string fixture;                 // the one that its content comes from; empty: the content is in the block
  std::string content;                 // decoded; for a kind without content, blank lines and comments below its line
  std::string source;                  // as it stands in the scenario
  std::size_t line = 0;                // of its header

  friend bool operator==(const Block& a, const Block& b) { return a.source == b.source; }
};

// A block with its source written in the plainest form: the name of the fixture that has this content, or else the content.
Block make_block(BlockKind kind, std::vector<std::string> arguments, std::string content = {}, const Fixtures& fixtures = {});

struct Scenario {
  std::string preamble;  // comment lines: the sentence, then whatever else there is to say
  std::vector<Block> blocks;

  friend bool operator==(const Scenario&, const Scenario&) = default;
};

// Or what is wrong, as "line 7: …".
std::expected<Scenario, std::string> parse_scenario(std::string_view text, const Fixtures& fixtures = {});
std::string print_scenario(const Scenario& scenario);
std::string print_with_fixtures_written_out(const Scenario& scenario);

// Splits a command as a shell would, without expanding anything: blanks separate; '…' is literal; "…" takes the escapes of
// content and \"; a backslash elsewhere takes the next character as it is.
std::expected<std::vector<std::string>, std::string> split_words(std::string_view command);

}  // namespace kedge::test
