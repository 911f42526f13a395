#include "edit/headers.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "text/line_hash.hpp"
#include "text/line_quality.hpp"

namespace kedge {
namespace {

std::string_view without_indentation(std::string_view content) {
  const std::size_t first = content.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view{} : content.substr(first);
}

std::string_view first_word(std::string_view text) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, is_word) - text.begin()));
}

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

constexpr std::array<std::string_view, 5> block_enders{"end", "fi", "done", "esac", "od"};
constexpr std::array<std::string_view, 9> continuations{"else",    "elif",  "elsif",  "elseif", "except",
                                                        "finally", "catch", "rescue", "ensure"};
constexpr std::array<std::string_view, 5> access_labels{"public", "private", "protected", "signals", "slots"};
constexpr std::array<std::string_view, 3> conditionals{"if", "ifdef", "ifndef"};
constexpr std::array<std::string_view, 14> directives{"if",      "ifdef",  "ifndef", "else",  "elif",    "endif", "define",
                                                      "include", "pragma", "undef",  "error", "warning", "line",  "region"};

bool is_comment_or_directive(std::string_view text) {
  if (text.starts_with("//") || text.starts_with("/*") || text.starts_with("* ") || text == "*" || text == "*/") return true;
  if (!text.starts_with('#')) return false;
  const std::string_view behind = text.substr(1);
  return behind.empty() || behind.starts_with(' ') || behind.starts_with('!') || behind.starts_with('#') ||
         is_one_of(first_word(behind), directives);
}

// What a comment or directive is to the lines below it.
enum class Aside : std::uint8_t { none, stands, opens, closes };

Aside aside_of(std::string_view text) {
  if (!is_comment_or_directive(text)) return Aside::none;
  const std::string_view directive = first_word(text.substr(1));
  if (text.starts_with("*/") || directive == "endif") return Aside::closes;
  const bool opens_comment = text.starts_with("/*") && text.find("*/") == std::string_view::npos;
  return opens_comment || is_one_of(directive, conditionals) ? Aside::opens : Aside::stands;
}

bool is_access_label(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon != std::string_view::npos && is_one_of(first_word(text), access_labels) && is_blank(text.substr(colon + 1));
}

bool can_be_header(std::string_view content) { return !is_low(content) && !is_closer(content); }

// Without a word, and with an opening bracket. Fences, rules and underlines of documents have none, and belong to no line
// above.
bool opens_alone(std::string_view text) { return is_low(text) && text.find_first_of("{([") != std::string_view::npos; }

// Belongs to a line of the same indentation: closes or continues its block, or opens it on a separate line.
bool stands_under_its_equal(std::string_view content) {
  const std::string_view text = without_indentation(content);
  const bool closes = is_closer(content) || text.starts_with('}') || text.starts_with(')') || text.starts_with(']');
  return closes || is_one_of(first_word(text), continuations) || opens_alone(text) || is_access_label(text);
}

}  // namespace

std::uint32_t indentation(std::string_view content) {
  std::uint32_t columns = 0;
  for (const char c : content) {
    if (c == ' ') {
      ++columns;
    } else if (c == '\t') {
      columns = (columns / 8 + 1) * 8;
    } else {
      break;
    }
  }
  return columns;
}

bool is_closer(std::string_view content) {
  const std::string_view text = without_indentation(content);
  if (text.empty()) return false;
  if (text.starts_with("</")) return true;
  if (is_one_of(first_word(text), block_enders)) return is_low(text.substr(first_word(text).size()));
  if (text.front() != '}' && text.front() != ')' && text.front() != ']') return false;
  const std::string_view code = text.substr(0, std::min(text.find("//"), text.find("/*")));
  return std::ranges::all_of(code, [](char c) { return std::string_view("})];, \t\r").find(c) != std::string_view::npos; });
}

std::optional<LineNo> owner(const Text& text, LineNo line) {
  while (is_blank(text.content(line))) {
    if (line == LineNo{1}) return std::nullopt;
    line = line - 1;
  }
  return line;
}

std::vector<LineNo> header_chain(const Text& text, LineNo line) {
  std::vector<LineNo> chain;
  const std::optional<LineNo> start = owner(text, line);
  if (!start) return chain;
  std::uint32_t own = indentation(text.content(*start));
  bool equal_counts = stands_under_its_equal(text.content(*start));
  std::uint32_t aside = own;  // the next comment or directive must be left of this column
  std::uint32_t closed =
      0;  // comments and #ifs that end above the line and whose beginning has not been reached yet on the way up
  for (LineNo at = *start; at > LineNo{1} && (own > 0 || equal_counts);) {
    at = at - 1;
    const std::string_view above = text.content(at);
    const std::uint32_t columns = indentation(above);
    if (columns > own) continue;
    if (const Aside kind = aside_of(without_indentation(above)); kind != Aside::none) {
      if (kind == Aside::closes) ++closed;
      const bool is_closed = closed > 0;
      if (kind == Aside::opens && is_closed) --closed;
      if (is_closed || columns >= aside) continue;
      aside = columns;
    } else if (!can_be_header(above)) {
      continue;
    } else {
      const bool of_its_equals = columns == own && (!equal_counts || stands_under_its_equal(above));
      if (of_its_equals) continue;
      own = columns;
      equal_counts = stands_under_its_equal(above);
      aside = std::min(aside, own);
    }
    chain.push_back(at);
  }
  return chain;
}

}  // namespace kedge
