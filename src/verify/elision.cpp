#include "verify/elision.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

#include "support/strings.hpp"

namespace kedge {
namespace {

// What opens a comment, longer marks before their own prefixes, and what closes it, if anything does.
struct CommentMarks {
  std::string_view open, close;
};
constexpr std::array comment_marks{
    CommentMarks{"{/*", "*/}"}, CommentMarks{"<!--", "-->"}, CommentMarks{"<%--", "--%>"}, CommentMarks{"/*", "*/"},
    CommentMarks{"//", ""},     CommentMarks{"(*", "*)"},    CommentMarks{"{-", "-}"},     CommentMarks{"{#", "#}"},
    CommentMarks{"--", ""},     CommentMarks{"#", ""},       CommentMarks{";", ""},        CommentMarks{"%", ""},
};

constexpr std::string_view blanks = " \t\r";

struct Comment {
  std::string_view text;
  bool is_marked = false;  // by what opens a comment
};

Comment comment_of(std::string_view row) {
  row = without_blanks(row, blanks);
  for (const CommentMarks& marks : comment_marks) {
    if (!row.starts_with(marks.open)) continue;
    row.remove_prefix(marks.open.size());
    // "#content" is a name, "--count" an expression.
    const bool doubtful = marks.close.empty() && marks.open != "//";
    if (doubtful && !row.empty() && std::string_view(" \t.[(<#-;%\xE2").find(row.front()) == std::string_view::npos)
      return {row};
    if (!marks.close.empty() && row.ends_with(marks.close)) row.remove_suffix(marks.close.size());
    // "///", "##", "/**": a sign that is repeated.
    while (!row.empty() && row.front() == marks.open.back()) row.remove_prefix(1);
    return {without_blanks(row, blanks), true};
  }
  return {row, false};
}

// Removes dots and brackets from both ends.
struct Bared {
  std::string_view text;
  bool dots_before = false, dots_behind = false;
};

Bared bared(std::string_view text) {
  constexpr std::string_view ellipsis = "…";
  Bared it{.text = text};
  for (bool more = true; more;) {
    const std::size_t size = it.text.size();
    if (it.text.starts_with("...") || it.text.starts_with(ellipsis)) {
      it.dots_before = true;
      const std::size_t first = it.text.find_first_not_of('.');
      it.text.remove_prefix(it.text.starts_with(ellipsis) ? ellipsis.size() : std::min(first, it.text.size()));
    }
    if (it.text.ends_with("...") || it.text.ends_with(ellipsis)) {
      it.dots_behind = true;
      const std::size_t last = it.text.find_last_not_of('.');
      it.text.remove_suffix(it.text.ends_with(ellipsis) ? ellipsis.size() : it.text.size() - 1 - last);
    }
    it.text = without_blanks(it.text, blanks);
    constexpr std::string_view opens = "([<{-=*", closes = ")]>}-=*.:;,";
    if (!it.text.empty() && opens.find(it.text.front()) != std::string_view::npos) it.text.remove_prefix(1);
    if (!it.text.empty() && closes.find(it.text.back()) != std::string_view::npos && !it.text.ends_with("...")) {
      it.text.remove_suffix(1);
    }
    it.text = without_blanks(it.text, blanks);
    more = it.text.size() != size;
  }
  return it;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool other = (c >= '0' && c <= '9') || c == '_' || static_cast<unsigned char>(c) >= 0x80 || c == '\'';
    if (letter) {
      words.back().push_back(static_cast<char>(c | 0x20));
    } else if (other) {
      words.back().push_back(c);
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

using Words = std::vector<std::string>;

template <std::size_t count>
bool is_one_of(const std::string& word, const std::array<std::string_view, count>& list) {
  return std::ranges::find(list, word) != list.end();
}

// Says by itself that something was left out or kept.
constexpr std::array<std::string_view, 11> telling{"unchanged", "omitted",    "elided",   "snipped",   "brevity",  "truncated",
                                                   "snip",      "unmodified", "abridged", "untouched", "shortened"};
// Says so together with what it is about: "rest of the file", "existing code".
constexpr std::array<std::string_view, 6> referring{"rest", "existing", "remaining", "remainder", "remains", "stays"};
// Says so among dots only: "... other methods ...", "... same as before".
constexpr std::array<std::string_view, 16> hinting{"everything", "else",    "other",    "previous", "original", "same",
                                                   "more",       "keep",    "before",   "above",    "leave",    "etc",
                                                   "as",         "earlier", "continue", "continues"};
constexpr std::array<std::string_view, 57> things{
    "jsx",        "html",      "css",        "json",     "text",    "elsewhere",      "parts",       "code",    "file",
    "function",   "functions", "method",     "methods",  "class",   "classes",        "body",        "logic",   "content",
    "contents",   "lines",     "imports",    "tests",    "props",   "implementation", "fields",      "test",    "cases",
    "properties", "variables", "handlers",   "routes",   "section", "sections",       "block",       "module",  "script",
    "page",       "component", "markup",     "stuff",    "rows",    "entries",        "items",       "config",  "options",
    "settings",   "rules",     "styles",     "document", "setup",   "members",        "constructor", "program", "elements",
    "statements", "source",    "definitions"};
constexpr std::array<std::string_view, 21> filling{"of",  "the",  "is",   "are",  "as",   "for", "and",
                                                   "all", "here", "this", "your", "our",  "it",  "its",
                                                   "in",  "goes", "from", "to",   "with", "no",  "that"};

// What is left of phrases that say so without dots, once filling words and things are dropped.
constexpr std::array<std::string_view, 34> phrases{"same as before",
                                                   "same before",
                                                   "same as it was",
                                                   "same as original",
                                                   "same as was",
                                                   "as before",
                                                   "as it was",
                                                   "as it was before",
                                                   "everything else",
                                                   "everything else same",
                                                   "everything else same as before",
                                                   "everything else stays same",
                                                   "everything else stays as it was",
                                                   "everything else remains same",
                                                   "everything else as before",
                                                   "everything stays same",
                                                   "everything remains same",
                                                   "everything same",
                                                   "rest same",
                                                   "rest same as before",
                                                   "rest as before",
                                                   "rest stays same",
                                                   "rest stays as it was",
                                                   "rest remains same",
                                                   "remains same",
                                                   "remains as before",
                                                   "stays same",
                                                   "keep rest",
                                                   "keep existing",
                                                   "keep rest as is",
                                                   "keep as is",
                                                   "leave rest as is",
                                                   "leave as is",
                                                   "no changes"};

bool has_any(const Words& words, const auto& list) {
  return std::ranges::any_of(words, [&](const std::string& word) { return is_one_of(word, list); });
}

bool is_of_the_kind(const std::string& word) {
  return is_one_of(word, telling) || is_one_of(word, referring) || is_one_of(word, hinting) || is_one_of(word, things) ||
         is_one_of(word, filling);
}

bool leaves_out(const Words& words, bool dots_before, bool dots_behind) {
  constexpr std::size_t few = 5;
  constexpr std::size_t many = 10;
  const bool tells = has_any(words, telling);
  const bool refers = tells || has_any(words, referring);
  const bool about_something = has_any(words, things);
  const bool only_such_words = std::ranges::all_of(words, is_of_the_kind);
  if (words.size() > many) return false;
  if (dots_before && (refers || (has_any(words, hinting) && only_such_words))) return true;
  if (dots_behind && (tells || (refers && about_something)) && words.size() <= few) return true;
  if (dots_behind && only_such_words && (refers || (has_any(words, hinting) && words.size() > 1))) return true;
  return only_such_words && (tells || (refers && about_something)) && words.size() <= many;
}

// Words that a phrase may have more of, without meaning anything else.
bool is_beside_the_point(const std::string& word) {
  constexpr std::array<std::string_view, 14> kept_filling{"as",   "it",   "is",   "no",   "in",  "to",  "from",
                                                          "with", "goes", "that", "your", "our", "for", "and"};
  if (is_one_of(word, kept_filling)) return word == "your" || word == "our" || word == "for";
  return is_one_of(word, things) || is_one_of(word, filling);
}

bool is_phrase(const Words& words) {
  Words left;
  std::ranges::copy_if(words, std::back_inserter(left), [](const std::string& word) { return !is_beside_the_point(word); });
  const std::string phrase = join(left, " ");
  // "is" counts only in "as is".
  std::string plain;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const bool dropped = left[i] == "is" && (i == 0 || left[i - 1] != "as");
    if (!dropped) append(plain, concat(plain.empty() ? "" : " ", left[i]));
  }
  return is_one_of(phrase, phrases) || is_one_of(plain, phrases);
}

// "existing JSX", "other methods", "remaining tests": also what people write above code.
bool is_label_of_the_rest(const Words& words) {
  constexpr std::array<std::string_view, 5> first{"existing", "remaining", "other", "previous", "rest"};
  return (words.size() == 2 || words.size() == 3) && is_one_of(words.front(), first);
}

}  // namespace

bool is_only_dots(std::string_view row) {
  row = without_blanks(row, blanks);
  return row == "..." || row == "…" || row == "[...]" || row == "[…]" || row == "(...)";
}

Elision elision_of(std::string_view row) {
  if (is_only_dots(row)) return Elision::bare;
  const Comment comment = comment_of(row);
  const bool bracketed = comment.text.starts_with('[') && comment.text.ends_with(']');
  const bool has_dots = comment.text.find("...") != std::string_view::npos || comment.text.find("…") != std::string_view::npos;
  if (!comment.is_marked && !bracketed && !has_dots) return Elision::none;
  const Bared it = bared(comment.text);
  const bool dots = it.dots_before || it.dots_behind;
  // "...rest" spreads a variable: outside a comment, there must be words among dots, separated from them.
  const bool apart = comment.text.find_first_not_of('.') == comment.text.find(' ');
  if (!comment.is_marked && !bracketed && !it.dots_before) return Elision::none;
  const Words words = words_of(it.text);
  if (bracketed && !comment.is_marked) {
    return !words.empty() && (leaves_out(words, false, false) || is_phrase(words)) ? Elision::plain : Elision::none;
  }
  if (!comment.is_marked && (!it.dots_before || !apart || (!it.dots_behind && words.size() < 2))) return Elision::none;
  if (words.empty()) return comment.is_marked && dots && it.text.empty() ? Elision::bare : Elision::none;
  if (leaves_out(words, it.dots_before, it.dots_behind) || is_phrase(words)) return Elision::plain;
  return is_label_of_the_rest(words) ? Elision::likely : Elision::none;
}

bool is_prose(std::string_view path) {
  constexpr std::array<std::string_view, 12> endings{".md",  ".markdown", ".mdx",  ".rst", ".adoc",    ".asciidoc",
                                                     ".asc", ".txt",      ".text", ".org", ".textile", ".tex"};
  const std::string name = lower_case(path.substr(path.rfind('/') + 1));
  return std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

bool is_markup_comment(std::string_view row) { return without_blanks(row, blanks).starts_with("<!--"); }

}  // namespace kedge
