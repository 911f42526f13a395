#include "dialects/patch/hunk_header.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "support/strings.hpp"

namespace kedge {
namespace {

using HunkVerb = PatchHunk::Verb;

constexpr std::string_view ellipsis = "…";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Reads a row from its start, a piece at a time.
class Cursor {
 public:
  explicit Cursor(std::string_view row) : left_(row) {}

  bool at_end() const { return left_.empty(); }
  std::string_view left() const { return left_; }
  bool take(std::string_view piece) {
    if (!left_.starts_with(piece)) return false;
    left_.remove_prefix(piece.size());
    return true;
  }
  std::string_view take_digits() {
    const auto end = std::ranges::find_if_not(left_, is_digit);
    const std::string_view digits = left_.substr(0, static_cast<std::size_t>(end - left_.begin()));
    left_.remove_prefix(digits.size());
    return digits;
  }
  // A line number: not zero, no leading zeros, and within what a file can have.
  std::optional<LineNo> take_line() {
    const std::string_view digits = take_digits();
    if (digits.empty() || digits.starts_with('0')) return std::nullopt;
    const std::optional<std::uint64_t> number = number_of(digits);
    if (!number || *number >= std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return LineNo{static_cast<std::uint32_t>(*number)};
  }

 private:
  std::string_view left_;
};

enum class Separator : std::uint8_t { none, dots, tolerated };

Separator take_separator(Cursor& cursor) {
  if (cursor.take("..")) return Separator::dots;
  if (cursor.take("-") || cursor.take(ellipsis) || cursor.take(" ")) return Separator::tolerated;
  return Separator::none;
}

// What follows a verb that takes lines.
struct Aim {
  PatchHunk hunk;
  bool other_separator = false;
};

std::optional<Aim> take_range(Cursor& cursor, HunkVerb verb) {
  Aim aim{.hunk = {.verb = verb}};
  const std::optional<LineNo> first = cursor.take_line();
  if (!first) return std::nullopt;
  aim.hunk.first = *first;
  aim.hunk.last = *first;
  if (cursor.at_end() || cursor.left() == ":") return aim;
  const Separator separator = take_separator(cursor);
  if (separator == Separator::none || (separator == Separator::tolerated && verb != HunkVerb::replace)) return std::nullopt;
  aim.other_separator = separator == Separator::tolerated;
  const std::optional<LineNo> last = cursor.take_line();
  if (!last) return std::nullopt;
  aim.hunk.last = *last;
  return aim;
}

std::optional<Aim> take_one_line(Cursor& cursor, HunkVerb verb, bool block) {
  const std::optional<LineNo> line = cursor.take_line();
  if (!line) return std::nullopt;
  return Aim{.hunk = {.verb = verb, .block = block, .first = *line, .last = *line}};
}

std::optional<Aim> take_aim(Cursor& cursor) {
  if (cursor.take("replace block ")) return take_one_line(cursor, HunkVerb::replace, true);
  if (cursor.take("replace ")) return take_range(cursor, HunkVerb::replace);
  if (cursor.take("delete block ")) return take_one_line(cursor, HunkVerb::remove, true);
  if (cursor.take("delete ")) return take_range(cursor, HunkVerb::remove);
  if (cursor.take("insert before ")) return take_one_line(cursor, HunkVerb::insert_before, false);
  if (cursor.take("insert after block ")) return take_one_line(cursor, HunkVerb::insert_after, true);
  if (cursor.take("insert after ")) return take_one_line(cursor, HunkVerb::insert_after, false);
  if (cursor.take("insert head")) return Aim{.hunk = {.verb = HunkVerb::insert_head}};
  if (cursor.take("insert tail")) return Aim{.hunk = {.verb = HunkVerb::insert_tail}};
  return std::nullopt;
}

std::vector<std::string> words_of(std::string_view row) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : row) {
    const bool in_word = (c >= 'a' && c <= 'z') || is_digit(c);
    const bool goes_on = in_word && (word.empty() || is_digit(word.back()) == is_digit(c));
    if (!goes_on && !word.empty()) words.push_back(std::exchange(word, {}));
    if (in_word) word.push_back(c);
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

// A row that begins like a header, however spelled, and what it probably means.
std::optional<HunkHeader> misspelled(std::string_view row) {
  constexpr std::array<std::string_view, 3> verbs{"replace", "delete", "insert"};
  constexpr std::array<std::string_view, 5> places{"block", "before", "after", "head", "tail"};
  const std::vector<std::string> words = words_of(lower_case(row));
  if (words.size() < 2 || std::ranges::find(verbs, words[0]) == verbs.end() || words.size() > 8) return std::nullopt;
  const bool says_where = std::ranges::find(places, words[1]) != places.end() || is_digit(words[1].front()) ||
                          words[1] == "line" || words[1] == "lines";
  if (!says_where) return std::nullopt;

  HunkHeader header{.problem = "this is no hunk header"};
  if (row.find(" -") != std::string_view::npos) return header;  // no line has a number below 1
  std::vector<LineNo> lines;
  bool block = false;
  std::string where;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (is_digit(word.front())) {
      const std::optional<std::uint64_t> number = number_of(word);
      if (!number || *number == 0 || *number >= std::numeric_limits<std::uint32_t>::max()) {
        header.problem = concat(word, " is not the number of a line");
        return header;
      }
      lines.push_back(LineNo{static_cast<std::uint32_t>(*number)});
    } else if (word == "block") {
      block = true;
    } else if (word == "before" || word == "after" || word == "head" || word == "tail") {
      where = word;
    } else if (word != "line" && word != "lines" && word != "to" && word != "at") {
      return header;  // too much else to be certain
    }
  }
  PatchHunk meant{.block = block};
  if (words[0] == "insert") {
    const bool edge = where == "head" || where == "tail";
    if (where.empty() || lines.size() != (edge ? 0U : 1U) || (block && where != "after")) return header;
    meant.verb = where == "before"  ? HunkVerb::insert_before
                 : where == "after" ? HunkVerb::insert_after
                 : where == "head"  ? HunkVerb::insert_head
                                    : HunkVerb::insert_tail;
  } else {
    if (!where.empty() || lines.empty() || lines.size() > (block ? 1U : 2U)) return header;
    meant.verb = words[0] == "replace" ? HunkVerb::replace : HunkVerb::remove;
  }
  if (!lines.empty()) {
    meant.first = lines.front();
    meant.last = lines.back();
    if (meant.last < meant.first) return header;
  }
  header.corrected = written(meant);
  return header;
}

HunkHeader file_verb(PatchHunk hunk) { return {.hunk = std::move(hunk)}; }

}  // namespace

bool takes_body(HunkVerb verb) {
  return verb != HunkVerb::remove && verb != HunkVerb::remove_file && verb != HunkVerb::move_file;
}

std::string written(const PatchHunk& hunk) {
  const std::string range = concat(hunk.first.value, "..", hunk.last.value);
  const std::string block = concat("block ", hunk.first.value);
  switch (hunk.verb) {
    case HunkVerb::replace: return concat("replace ", hunk.block ? block : range, ':');
    case HunkVerb::remove:
      return concat("delete ", hunk.block ? block : hunk.first == hunk.last ? std::to_string(hunk.first.value) : range);
    case HunkVerb::insert_before: return concat("insert before ", hunk.first.value, ':');
    case HunkVerb::insert_after: return concat("insert after ", hunk.block ? block : std::to_string(hunk.first.value), ':');
    case HunkVerb::insert_head: return "insert head:";
    case HunkVerb::insert_tail: return "insert tail:";
    case HunkVerb::remove_file: return "REM";
    case HunkVerb::move_file: return concat("MV ", hunk.destination);
  }
  return {};
}

std::optional<HunkHeader> read_hunk_header(std::string_view row) {
  const bool ends_in_blank = !row.empty() && is_blank(row.back());
  while (!row.empty() && is_blank(row.back())) row.remove_suffix(1);
  if (row.starts_with("MV ") && ends_in_blank) {
    return HunkHeader{.problem = "the name ends in a blank, as if it were cut off", .corrected = std::string(row)};
  }
  if (row == "REM") return file_verb({.verb = HunkVerb::remove_file});
  if (row.starts_with("MV ") && row.size() > 3)
    return file_verb({.verb = HunkVerb::move_file, .destination = std::string(row.substr(3))});
  Cursor cursor(row);
  std::optional<Aim> aim = take_aim(cursor);
  if (!aim) return misspelled(row);
  const bool colon = cursor.take(":");
  if (!cursor.at_end()) return misspelled(row);

  HunkHeader header;
  PatchHunk& hunk = aim->hunk;
  if (!takes_body(hunk.verb) && colon) {
    header.problem = "`delete` takes no colon, because it has no body";
    header.corrected = written(hunk);
    return header;
  }
  if (takes_body(hunk.verb) && !colon) {
    header.tolerated.push_back(concat("a header that is followed by a body ends in a colon: ", written(hunk)));
  } else if (aim->other_separator) {
    header.tolerated.push_back(concat("a range is written with two dots: ", written(hunk)));
  }
  header.hunk = std::move(hunk);
  return header;
}

std::optional<PatchHunk> bare_numbers(std::string_view row) {
  while (!row.empty() && (is_blank(row.back()) || row.back() == ':')) row.remove_suffix(1);
  Cursor cursor(row);
  PatchHunk hunk;
  const std::optional<LineNo> first = cursor.take_line();
  if (!first) return std::nullopt;
  hunk.first = hunk.last = *first;
  if (cursor.at_end()) return hunk;
  if (take_separator(cursor) == Separator::none) return std::nullopt;
  const std::optional<LineNo> last = cursor.take_line();
  if (!last || !cursor.at_end()) return std::nullopt;
  hunk.last = *last;
  return hunk;
}

}  // namespace kedge
