#include "scenarios/scenario_file.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "scenarios/block_content.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

constexpr std::array<BlockForm, 9> forms{{
    {BlockKind::file, "file", "NAME", true, false},
    {BlockKind::env, "env", "NAME=VALUE", false, false},
    {BlockKind::run, "run", "kedge ARGUMENTS", false, false},
    {BlockKind::input, "stdin", "", true, true},
    {BlockKind::exit, "exit", "N", false, true},
    {BlockKind::output, "stdout", "", true, true},
    {BlockKind::errors, "stderr", "", true, true},
    {BlockKind::after, "after", "NAME", true, true},
    {BlockKind::gone, "gone", "NAME", false, true},
}};

struct FormName {
  ContentForm form;
  std::string_view word;
};
constexpr std::array<FormName, 2> content_options{{
    {ContentForm::no_final_newline, "no-final-newline"},
    {ContentForm::escaped, "escaped"},
}};

constexpr std::string_view fixture_word = "from";

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./:,+@%^";
  if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) return std::string(word);
  if (printable(word) == word && word.find('\'') == std::string_view::npos) return concat('\'', word, '\'');
  std::string out = "\"";
  for (const char c : escaped(word)) {
    if (c == '"') out.push_back('\\');
    out.push_back(c);
  }
  return out + '"';
}

std::string source_of(const Block& block, ContentForm form) {
  std::string out = concat(block_mark, form_of(block.kind).word);
  for (const std::string& argument : block.arguments) append(out, concat(' ', shell_quoted(argument)));
  if (!block.fixture.empty()) return concat(out, ' ', fixture_word, ' ', shell_quoted(block.fixture), '\n');
  for (const FormName& option : content_options) {
    if (option.form == form) append(out, concat(' ', option.word));
  }
  append(out, '\n');
  append(out, form_of(block.kind).has_content ? encoded(block.content, form) : block.content);
  return out;
}

// "NAME=VALUE" and the like are one argument, "kedge ARGUMENTS" is any number after the first.
std::string wrong_arguments(const BlockForm& form, const std::vector<std::string>& given) {
  const bool open_ended = form.kind == BlockKind::run;
  const std::size_t wanted = form.arguments.empty() ? 0 : 1;
  if (given.size() < wanted || (given.size() > wanted && !open_ended)) {
    return concat("expected ", block_mark, form.word, form.arguments.empty() ? "" : " ", form.arguments);
  }
  switch (form.kind) {
    case BlockKind::run:
      if (given.front() != "kedge") return concat("only kedge is run, not ", given.front());
      return {};
    case BlockKind::env:
      if (given.front().find('=') == std::string::npos) return "expected NAME=VALUE";
      return {};
    case BlockKind::exit:
      if (given.front().empty() || given.front().find_first_not_of("0123456789") != std::string::npos)
        return "expected a number";
      return {};
    case BlockKind::file:
    case BlockKind::after:
    case BlockKind::gone:
      if (given.front().empty() || given.front().starts_with('/') || given.front().find("..") != std::string::npos) {
        return "a file is named relative to the scenario's folder, without ..";
      }
      return {};
    case BlockKind::input:
    case BlockKind::output:
    case BlockKind::errors: return {};
  }
  return {};
}

bool only_notes(std::string_view rows) {
  bool fresh_line = true;
  bool comment = false;
  for (const char c : rows) {
    if (fresh_line) comment = c == '#';
    fresh_line = c == '\n';
    if (!comment && c != '\n') return false;
  }
  return true;
}

std::expected<std::string, std::string> content_of_fixture(const std::string& name, const Fixtures& fixtures) {
  if (const auto found = fixtures.find(name); found != fixtures.end()) return found->second;
  std::vector<std::string_view> known;
  for (const auto& [other, content] : fixtures) known.push_back(other);
  const std::optional<std::string_view> meant = nearest(name, known);
  return std::unexpected(concat("no such fixture: ", name, meant ? "; did you mean " : "", meant.value_or("")));
}

// One block from its lines, the header among them.
std::expected<Block, std::string> parse_block(std::string_view source, std::size_t line, const Fixtures& fixtures) {
  const std::size_t newline = source.find('\n');
  std::expected<std::vector<std::string>, std::string> words =
      split_words(source.substr(block_mark.size(), newline - block_mark.size()));
  if (!words) return std::unexpected(words.error());
  const auto form =
      std::ranges::find_if(forms, [&](const BlockForm& known) { return !words->empty() && known.word == words->front(); });
  if (form == forms.end()) {
    std::vector<std::string_view> known;
    for (const BlockForm& row : forms) known.push_back(row.word);
    const std::string given = words->empty() ? std::string() : words->front();
    const std::optional<std::string_view> meant = nearest(given, known);
    return std::unexpected(concat("no such block: ", given, meant ? "; did you mean " : "", meant.value_or(""),
                                  " (a row of content that starts with dashes is written \\--- )"));
  }

  Block block{.kind = form->kind,
              .arguments = {words->begin() + 1, words->end()},
              .fixture = {},
              .content = {},
              .source = std::string(source),
              .line = line};
  ContentForm content_form = ContentForm::literal;
  const std::size_t before_options = form->arguments.empty() ? 0 : 1;
  if (form->has_content && block.arguments.size() == before_options + 2 && block.arguments[before_options] == fixture_word) {
    block.fixture = block.arguments.back();
    block.arguments.resize(before_options);
  } else if (form->has_content && block.arguments.size() == before_options + 1) {
    if (block.arguments.back() == fixture_word) return std::unexpected(concat("expected ", fixture_word, " FIXTURE"));
    const auto option = std::ranges::find(content_options, block.arguments.back(), &FormName::word);
    if (option == content_options.end()) return std::unexpected(concat("unknown option ", block.arguments.back()));
    content_form = option->form;
    block.arguments.pop_back();
  }
  if (std::string problem = wrong_arguments(*form, block.arguments); !problem.empty()) return std::unexpected(problem);

  const std::string_view rows = newline == std::string_view::npos ? std::string_view{} : source.substr(newline + 1);
  if (!form->has_content) {
    if (!only_notes(rows)) return std::unexpected(concat(form->word, " has no content; only # comments stand below it"));
    block.content = rows;
    return block;
  }
  if (!block.fixture.empty() && !only_notes(rows)) {
    return std::unexpected(concat("the content is that of ", block.fixture, "; only # comments stand below it"));
  }
  std::expected<std::string, std::string> content =
      block.fixture.empty() ? decoded(rows, content_form) : content_of_fixture(block.fixture, fixtures);
  if (!content) return std::unexpected(content.error());
  block.content = *std::move(content);
  return block;
}

// A run owns the blocks below it until the next file, environment or run; each says one thing once.
std::string wrong_order(const std::vector<Block>& blocks) {
  std::vector<const Block*> of_run;
  bool in_run = false;
  for (const Block& block : blocks) {
    if (!form_of(block.kind).of_a_run) {
      in_run = block.kind == BlockKind::run;
      of_run.clear();
      continue;
    }
    const auto problem = [&](std::string_view what) {
      return concat("line ", block.line, ": ", form_of(block.kind).word, ' ', what);
    };
    if (!in_run) return problem("stands below no run");
    const bool twice = std::ranges::any_of(of_run, [&](const Block* other) {
      return other->kind == block.kind && (block.kind == BlockKind::exit || other->arguments == block.arguments);
    });
    if (twice) return problem("is said twice about one run");
    of_run.push_back(&block);
  }
  return {};
}

}  // namespace

std::span<const BlockForm> block_forms() { return forms; }

const BlockForm& form_of(BlockKind kind) { return *std::ranges::find(forms, kind, &BlockForm::kind); }

Block make_block(BlockKind kind, std::vector<std::string> arguments, std::string content, const Fixtures& fixtures) {
  Block block{
      .kind = kind, .arguments = std::move(arguments), .fixture = {}, .content = std::move(content), .source = {}, .line = 0};
  const bool has_content = form_of(kind).has_content;
  const auto same = std::ranges::find(fixtures, block.content, &Fixtures::value_type::second);
  if (has_content && same != fixtures.end()) block.fixture = same->first;
  block.source = source_of(block, has_content ? form_for(block.content) : ContentForm::literal);
  return block;
}

std::expected<Scenario, std::string> parse_scenario(std::string_view text, const Fixtures& fixtures) {
  if (!text.empty() && !text.ends_with('\n')) return std::unexpected("the scenario's last line has no newline");
  const auto next_block = [&](std::size_t from) {  // the first line at or behind `from` that starts a block
    if (text.substr(from).starts_with(block_mark)) return from;
    const std::size_t before = text.find(concat('\n', block_mark), from);
    return before == std::string_view::npos ? text.size() : before + 1;
  };

  Scenario scenario;
  std::size_t at = next_block(0);
  scenario.preamble = text.substr(0, at);
  if (!scenario.preamble.starts_with("# "))
    return std::unexpected("line 1: expected # and the sentence that the scenario shows");
  if (!only_notes(scenario.preamble)) return std::unexpected("only # comments stand above the first block");
  while (at < text.size()) {
    const std::size_t header_end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::size_t end = header_end == text.size() ? header_end : next_block(header_end);
    const auto line = static_cast<std::size_t>(1 + std::ranges::count(text.substr(0, at), '\n'));
    std::expected<Block, std::string> block = parse_block(text.substr(at, end - at), line, fixtures);
    if (!block) return std::unexpected(concat("line ", line, ": ", block.error()));
    scenario.blocks.push_back(*std::move(block));
    at = end;
  }
  if (std::ranges::find(scenario.blocks, BlockKind::run, &Block::kind) == scenario.blocks.end()) {
    return std::unexpected("nothing is run");
  }
  if (std::string problem = wrong_order(scenario.blocks); !problem.empty()) return std::unexpected(problem);
  return scenario;
}

std::string print_scenario(const Scenario& scenario) {
  std::string out = scenario.preamble;
  for (const Block& block : scenario.blocks) out.append(block.source);
  return out;
}

std::string print_with_fixtures_written_out(const Scenario& scenario) {
  std::string out = scenario.preamble;
  for (const Block& block : scenario.blocks) {
    out.append(block.source);
    if (!block.fixture.empty()) out.append(encoded(block.content, form_for(block.content)));
  }
  return out;
}

std::expected<std::vector<std::string>, std::string> split_words(std::string_view command) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == 0 && c == ' ') {
      if (word) words.push_back(*std::move(word));
      word.reset();
      continue;
    }
    if (!word) word.emplace();
    if (c == '\\' && quote != '\'') {
      const std::string_view rest = command.substr(i + 1);
      if (rest.empty()) return std::unexpected("the command ends in a backslash");
      std::size_t taken = quote == '"' ? take_escape(rest, *word) : 0;
      if (taken == 0) {
        if (quote == '"' && rest.front() != '"') return std::unexpected(concat("unknown escape \\", rest.front()));
        word->push_back(rest.front());
        taken = 1;
      }
      i += taken;
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else {
      word->push_back(c);
    }
  }
  if (quote != 0) return std::unexpected(concat("a quotation is not closed: ", quote));
  if (word) words.push_back(*std::move(word));
  return words;
}

}  // namespace kedge::test
