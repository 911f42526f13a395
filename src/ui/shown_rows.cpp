#include "ui/shown_rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/line_hash.hpp"

namespace kedge::ui {
namespace {

constexpr std::size_t most_coloured_bytes = 512UL * 1024;
constexpr std::size_t most_words = 200;  // of a row, for which the difference is looked for word by word

struct Word {
  std::uint32_t begin = 0, end = 0;
};

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Names and numbers, runs of blanks, and every other character by itself.
std::vector<Word> words_of(std::string_view row) {
  std::vector<Word> words;
  for (std::uint32_t at = 0; at < row.size();) {
    const auto same = [&](char c) { return is_word_byte(row[at]) ? is_word_byte(c) : row[at] == ' ' && c == ' '; };
    std::uint32_t end = at + 1;
    while (end < row.size() && same(row[end])) ++end;
    words.push_back({at, end});
    at = end;
  }
  return words;
}

ByteSpan span_of(std::uint32_t begin, std::uint32_t end) { return {{begin}, {end}}; }

// Adjacent words are one mark.
void mark(std::vector<ByteSpan>& marks, const Word& word) {
  if (!marks.empty() && marks.back().end.value == word.begin) {
    marks.back().end = {word.end};
  } else {
    marks.push_back(span_of(word.begin, word.end));
  }
}

// The lengths of the longest common subsequences of the words from each place on.
class CommonWords {
 public:
  CommonWords(std::string_view before, std::string_view after)
      : before_(before), after_(after), old_(words_of(before)), new_(words_of(after)) {
    if (old_.size() > most_words || new_.size() > most_words) return;
    is_known_ = true;
    width_ = new_.size() + 1;
    lengths_.assign((old_.size() + 1) * width_, 0);
    for (std::size_t i = old_.size(); i-- > 0;) {
      for (std::size_t j = new_.size(); j-- > 0;) {
        at(i, j) = same(i, j) ? static_cast<std::uint16_t>(at(i + 1, j + 1) + weight(i)) : std::max(at(i + 1, j), at(i, j + 1));
      }
    }
  }

  WordMarks marks() {
    WordMarks marks;
    // Less than a third in common, by their length: they are two different rows.
    const std::size_t longer = std::max(before_.size(), after_.size());
    if (!is_known_ || longer == 0 || std::size_t{at(0, 0)} * 3 < longer) return marks;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < old_.size() || j < new_.size()) {
      if (i < old_.size() && j < new_.size() && same(i, j)) {
        ++i, ++j;
      } else if (j == new_.size() || (i < old_.size() && at(i + 1, j) >= at(i, j + 1))) {
        mark(marks.before, old_[i++]);
      } else {
        mark(marks.after, new_[j++]);
      }
    }
    return marks;
  }

 private:
  std::uint16_t& at(std::size_t i, std::size_t j) { return lengths_[i * width_ + j]; }
  std::uint16_t weight(std::size_t i) const { return static_cast<std::uint16_t>(old_[i].end - old_[i].begin); }
  bool same(std::size_t i, std::size_t j) const {
    return before_.substr(old_[i].begin, old_[i].end - old_[i].begin) ==
           after_.substr(new_[j].begin, new_[j].end - new_[j].begin);
  }

  std::string_view before_, after_;
  std::vector<Word> old_, new_;
  bool is_known_ = false;
  std::size_t width_ = 0;
  std::vector<std::uint16_t> lengths_;
};

// A row with what is known about its bytes.
struct RawRow {
  ShownRow::Kind kind = ShownRow::Kind::context;
  std::uint32_t before = 0, after = 0;
  std::string_view text;
  std::vector<SyntaxToken> tokens = {};  // by bytes of this row
  std::vector<ByteSpan> marks = {};
};

// Cuts the row wherever the colour or the mark changes.
ShownRow shown(const RawRow& row) {
  ShownRow out{.kind = row.kind, .before = row.before, .after = row.after};
  const std::string_view text = beginning_of(row.text, longest_shown_row);
  out.bytes_left_out = row.text.size() - text.size();
  auto token = row.tokens.begin();
  auto marked = row.marks.begin();
  for (std::size_t from = 0; from < text.size();) {
    while (token != row.tokens.end() && token->end <= from) ++token;
    while (marked != row.marks.end() && marked->end.value <= from) ++marked;
    const bool in_token = token != row.tokens.end() && token->begin <= from;
    const bool in_mark = marked != row.marks.end() && marked->begin.value <= from;
    std::size_t to = text.size();
    if (token != row.tokens.end()) to = std::min<std::size_t>(to, in_token ? token->end : token->begin);
    if (marked != row.marks.end()) to = std::min(to, in_mark ? marked->end.value : marked->begin.value);
    out.pieces.push_back(
        {printable(text.substr(from, to - from)), in_token ? std::optional(token->kind) : std::nullopt, in_mark});
    from = to;
  }
  return out;
}

// Gives each row its tokens. `rows` are lines of one text, which is put together from them.
void add_tokens(std::string_view path, const std::vector<RawRow*>& rows, Syntax& syntax) {
  std::string bytes;
  std::vector<std::uint32_t> starts;
  for (const RawRow* const row : rows) {
    starts.push_back(static_cast<std::uint32_t>(bytes.size()));
    append(bytes, row->text);
    append(bytes, '\n');
    if (bytes.size() > most_coloured_bytes) return;
  }
  if (rows.empty()) return;
  const std::optional<std::vector<SyntaxToken>> tokens =
      syntax.ask(path, Text(std::move(bytes)), {.blocks = {}, .tokens = true}).tokens;
  if (!tokens) return;
  std::size_t at = 0;
  for (const SyntaxToken& token : *tokens) {
    while (at + 1 < rows.size() && starts[at + 1] <= token.begin) ++at;
    // A comment may go over several rows.
    for (std::size_t row = at; row < rows.size() && starts[row] < token.end; ++row) {
      const std::uint32_t begin = std::max(token.begin, starts[row]) - starts[row];
      const std::uint32_t end =
          std::min<std::uint32_t>(token.end - starts[row], static_cast<std::uint32_t>(rows[row]->text.size()));
      if (begin < end) rows[row]->tokens.push_back({begin, end, token.kind});
    }
  }
}

// The numbers of "@@ -1,3 +1,2 @@".
std::optional<std::array<std::uint32_t, 2>> first_lines(std::string_view header) {
  std::array<std::uint32_t, 2> lines{};
  const std::size_t plus = header.find(" +");
  if (!header.starts_with("@@ -") || plus == std::string_view::npos) return std::nullopt;
  const char* const end = header.data() + header.size();
  if (std::from_chars(header.data() + 4, end, lines[0]).ec != std::errc()) return std::nullopt;
  if (std::from_chars(header.data() + plus + 2, end, lines[1]).ec != std::errc()) return std::nullopt;
  return lines;
}

std::vector<RawRow> raw_rows(std::string_view diff) {
  std::vector<RawRow> rows;
  if (diff.ends_with('\n')) diff.remove_suffix(1);
  std::uint32_t before = 0;
  std::uint32_t after = 0;
  bool in_hunk = false;
  for (const std::string_view row : diff.empty() ? std::vector<std::string_view>() : split(diff, '\n')) {
    if (const auto lines = first_lines(row)) {
      before = (*lines)[0];
      after = (*lines)[1];
      in_hunk = true;
      rows.push_back({.kind = ShownRow::Kind::header, .text = row});
      continue;
    }
    if (!in_hunk) continue;  // the names of the file
    const std::string_view text = row.empty() ? row : row.substr(1);
    switch (row.empty() ? ' ' : row.front()) {
      case '+': rows.push_back({.kind = ShownRow::Kind::added, .after = after++, .text = text}); break;
      case '-': rows.push_back({.kind = ShownRow::Kind::removed, .before = before++, .text = text}); break;
      case ' ': rows.push_back({.kind = ShownRow::Kind::context, .before = before++, .after = after++, .text = text}); break;
      default: rows.push_back({.kind = ShownRow::Kind::header, .text = row}); break;  // "\ No newline at end of file"
    }
  }
  return rows;
}

// Rows that were replaced by as many others are compared one by one.
void mark_words(std::vector<RawRow>& rows) {
  for (std::size_t from = 0; from < rows.size(); ++from) {
    if (rows[from].kind != ShownRow::Kind::removed) continue;
    std::size_t added = from;
    while (added < rows.size() && rows[added].kind == ShownRow::Kind::removed) ++added;
    std::size_t end = added;
    while (end < rows.size() && rows[end].kind == ShownRow::Kind::added) ++end;
    const std::size_t count = added - from;
    if (end - added == count) {
      for (std::size_t i = 0; i < count; ++i) {
        WordMarks marks = word_marks(rows[from + i].text, rows[added + i].text);
        rows[from + i].marks = std::move(marks.before);
        rows[added + i].marks = std::move(marks.after);
      }
    }
    from = end - 1;
  }
}

std::uint32_t part_of(const ShownRow& row, const std::vector<Happening::File::Hunk>& hunks, std::size_t& near) {
  if (row.kind != ShownRow::Kind::removed && row.kind != ShownRow::Kind::added) return 0;
  const bool removed = row.kind == ShownRow::Kind::removed;
  const std::uint32_t line = removed ? row.before : row.after;
  // Rows and hunks are both in order.
  for (std::size_t i = near; i < hunks.size(); ++i) {
    const std::uint32_t first = removed ? hunks[i].before : hunks[i].after;
    const std::uint32_t count = removed ? hunks[i].lines_before : hunks[i].lines_after;
    if (line < first || line >= first + count) continue;
    near = i;
    return static_cast<std::uint32_t>(i + 1);
  }
  return 0;
}

}  // namespace

WordMarks word_marks(std::string_view before, std::string_view after) { return CommonWords(before, after).marks(); }

std::vector<ShownRow> rows_of_diff(const Happening::File& file, Syntax* syntax) {
  std::vector<RawRow> rows = raw_rows(file.diff);
  mark_words(rows);
  if (syntax != nullptr) {
    std::vector<RawRow*> before;
    std::vector<RawRow*> after;
    for (RawRow& row : rows) {
      if (row.kind == ShownRow::Kind::removed) before.push_back(&row);
      if (row.kind == ShownRow::Kind::added || row.kind == ShownRow::Kind::context) after.push_back(&row);
    }
    add_tokens(file.path, before, *syntax);
    add_tokens(file.destination.empty() ? file.path : file.destination, after, *syntax);
  }
  std::vector<ShownRow> out;
  out.reserve(rows.size());
  std::size_t near = 0;
  for (const RawRow& row : rows) {
    out.push_back(shown(row));
    out.back().part = part_of(out.back(), file.hunks, near);
  }
  return out;
}

std::vector<ShownRow> rows_of_file(const Happening::File& file, Syntax* syntax) {
  if (file.first_line == 0) return rows_of_diff(file, syntax);
  const Text text{file.text};
  const std::uint32_t most = file.last_line - std::min(file.first_line, file.last_line) + 1;
  std::vector<ShownRow> rows = rows_of_text(file.path, text, syntax, file.first_line, most);
  for (ShownRow& row : rows) row.anchor = hash_of(text.content(LineNo{row.after})).hex(2);
  return rows;
}

std::vector<ShownRow> rows_of_text(std::string_view path, const Text& text, Syntax* syntax, std::uint32_t first,
                                   std::uint32_t most) {
  std::vector<RawRow> rows;
  for (std::uint32_t line = std::max(first, 1U); line <= text.line_count() && rows.size() < most; ++line) {
    rows.push_back({.before = line, .after = line, .text = text.content(LineNo{line})});
  }
  if (syntax != nullptr) {
    std::vector<RawRow*> all;
    all.reserve(rows.size());
    for (RawRow& row : rows) all.push_back(&row);
    add_tokens(path, all, *syntax);
  }
  std::vector<ShownRow> out;
  out.reserve(rows.size());
  for (const RawRow& row : rows) out.push_back(shown(row));
  return out;
}

}  // namespace kedge::ui
