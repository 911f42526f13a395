// The parser reports an error that it did not report before. In data files that is refused, elsewhere it is a warning: grammars
// do not know every dialect of a language.
#include <algorithm>
#include <initializer_list>

#include "support/json_read.hpp"
#include "support/strings.hpp"
#include "text/line_hash.hpp"
#include "verify/check.hpp"
#include "verify/parse_errors.hpp"

namespace kedge::check {
namespace {

std::size_t count_in(const std::vector<SyntaxError>& errors, LineSpan lines) {
  return static_cast<std::size_t>(
      std::ranges::count_if(errors, [&](const SyntaxError& error) { return lines.contains(error.line); }));
}

// Drops errors in rows that had one before and still have one after being rewritten: mostly macros.
void excuse_rewritten(const ChangedFile& file, const std::vector<SyntaxError>& before, std::vector<SyntaxError>& fresh) {
  for (const Hunk& hunk : file.hunks) {
    std::size_t excused = count_in(before, hunk.before);
    std::erase_if(fresh, [&](const SyntaxError& error) {
      if (excused == 0 || !hunk.after.contains(error.line)) return false;
      --excused;
      return true;
    });
  }
}

bool ends_in_any(std::string_view path, std::initializer_list<std::string_view> endings) {
  const std::string name = lower_case(path);
  return std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

// Files that only programs read: one that does not parse is of no use to anybody.
bool is_data(std::string_view path) { return ends_in_any(path, {".json", ".jsonc", ".ipynb", ".toml", ".yaml", ".yml"}); }

// JSON with comments and trailing commas, which is what editors and compilers read under these names.
bool is_jsonc(std::string_view path) {
  const std::string name = lower_case(path.substr(path.rfind('/') + 1));
  const bool by_name = name.starts_with("tsconfig") || name.starts_with(".eslintrc") || name.starts_with("jsconfig") ||
                       ends_in_any(name, {"settings.json", "launch.json", "tasks.json", "keybindings.json", "extensions.json",
                                          "devcontainer.json", ".code-workspace"});
  return name.ends_with(".jsonc") || (by_name && name.ends_with(".json"));
}

// The same text with a blank for every comma that only a closing bracket follows. Comments stay.
Text without_trailing_commas(const Text& text) {
  std::string bytes(text.bytes());
  std::size_t comma = std::string::npos;  // the last sign but for whitespace and comments, if it is one
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (c == '"') {
      for (++i; i < bytes.size() && bytes[i] != '"'; ++i) i += bytes[i] == '\\' ? 1 : 0;
    } else if (c == '/' && bytes.compare(i, 2, "//") == 0) {
      i = std::min(bytes.find('\n', i), bytes.size());
      continue;
    } else if (c == '/' && bytes.compare(i, 2, "/*") == 0) {
      i = std::min(bytes.find("*/", i + 2), bytes.size());
      i += i < bytes.size() ? 1 : 0;
      continue;
    }
    if ((c == ']' || c == '}') && comma != std::string::npos) bytes[comma] = ' ';
    if (std::string_view(" \t\r\n").find(c) == std::string_view::npos) comma = std::string::npos;
    if (c == ',') comma = i;
  }
  return Text(std::move(bytes));
}

std::string_view without_mark(const Text& text) { return text.bytes().substr(text.bom().size()); }

// The grammar reads JSON more generously than programs do, and does not read large files. Comments are for the grammar.
std::optional<SyntaxError> lost_json(const ChangedFile& file) {
  if (!ends_in_any(file.path, {".json", ".ipynb"}) || is_jsonc(file.path) || !read_json(without_mark(file.before)))
    return std::nullopt;
  const std::string_view now = without_mark(file.after);
  const auto read = read_json(now);
  if (read || is_blank(now)) return std::nullopt;
  const JsonProblem& problem = read.error();
  if (problem.limit || (problem.offset < now.size() && now[problem.offset] == '/')) return std::nullopt;
  return SyntaxError{.line = LineNo{problem.line}, .column = problem.column, .message = problem.what};
}

std::expected<std::vector<SyntaxError>, NotParsed> fresh_errors(const ChangedFile& file, bool& parsed_before) {
  const auto errors_of = [&](const Text& text) {
    return parse_errors(file.syntax, file.path, is_jsonc(file.path) ? without_trailing_commas(text) : text);
  };
  auto after = errors_of(file.after);
  if (!after || after->empty()) return after;
  const auto before = errors_of(file.before);
  if (!before) return before;
  parsed_before = before->empty();
  std::vector<SyntaxError> fresh = new_errors(file.before, *before, file.after, *after);
  excuse_rewritten(file, *before, fresh);
  return fresh;
}

std::vector<Finding> find_new_syntax_error(const ChangedFile& file) {
  if (file.before.size() == 0) return {};  // it is unknown whether the grammar can read such a file
  bool parsed_before = false;
  std::vector<SyntaxError> fresh;
  if (std::optional<SyntaxError> lost = lost_json(file)) {
    parsed_before = true;
    fresh.push_back(*std::move(lost));
  } else {
    std::expected<std::vector<SyntaxError>, NotParsed> errors = fresh_errors(file, parsed_before);
    if (!errors && errors.error() == NotParsed::gave_up) {
      const LineNo line = file.hunks.empty() ? LineNo{1} : file.hunks.front().after.first;
      return {{.name = {}, .line = line, .message = "not checked: the parser gave no answer in time", .only_tells = true}};
    }
    if (errors) fresh = *std::move(errors);
  }
  std::vector<Finding> findings;
  findings.reserve(fresh.size());
  for (const SyntaxError& error : fresh) {
    findings.push_back({.name = {},
                        .line = error.line,
                        .message = concat("the file does not parse any more: ", error.message, " at column ", error.column),
                        .insists = parsed_before && is_data(file.path)});
  }
  return findings;
}

}  // namespace

extern const Check new_syntax_error;
const Check new_syntax_error{"new_syntax_error", Leniency::warns, find_new_syntax_error};

}  // namespace kedge::check
