#include "dialects/said_passages.hpp"

#include <algorithm>
#include <unordered_map>

#include "edit/diff.hpp"
#include "edit/replace_lines.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/blanks.hpp"

namespace kedge {
namespace {

constexpr std::uint32_t least_context = 3;

// The lines that have each content.
using LineIndex = std::unordered_map<std::string_view, std::vector<std::uint32_t>>;

LineIndex index_of(const Text& text) {
  LineIndex index;
  for (std::uint32_t line = 1; line <= text.line_count(); ++line) index[text.content(LineNo{line})].push_back(line);
  return index;
}

// Whether these lines identify their place: they are not blank, and occur nowhere else.
bool tell_their_place(const Text& text, const LineIndex& index, LineSpan lines) {
  const std::vector<std::uint32_t>* rarest = nullptr;
  std::uint32_t offset = 0;
  bool says_something = false;
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    const std::vector<std::uint32_t>& places = index.at(text.content(line));
    says_something |= !trimmed(text.content(line)).empty();
    if (rarest != nullptr && places.size() >= rarest->size()) continue;
    rarest = &places;
    offset = line - lines.first;
  }
  if (!says_something) return false;
  return std::ranges::none_of(*rarest, [&](std::uint32_t place) {
    if (place <= offset) return false;
    const LineNo first{place - offset};
    if (first == lines.first || first.value + lines.size() > text.line_count() + 1) return false;
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
      if (text.content(first + i) != text.content(lines.first + i)) return false;
    }
    return true;
  });
}

// Changes that share a passage, and the lines that it quotes.
struct Group {
  std::size_t first, end;  // hunks
  LineSpan quoted;
};

// REQUIRES: the text has lines.
std::vector<Group> grouped(const Text& text, const std::vector<Hunk>& hunks) {
  const LineIndex index = index_of(text);
  std::vector<Group> groups;
  for (std::size_t next = 0; next < hunks.size();) {
    Group group{.first = next, .end = next + 1, .quoted = {}};
    for (std::uint32_t context = least_context;; context *= 2) {
      const auto quote = [&] {
        group.quoted = with_context(text, {hunks[group.first].before.first, hunks[group.end - 1].before.end}, context);
      };
      for (quote();; quote()) {
        if (!groups.empty() && group.quoted.first < groups.back().quoted.end) {
          group.first = groups.back().first;
          groups.pop_back();
        } else if (group.end < hunks.size() && hunks[group.end].before.first < group.quoted.end) {
          ++group.end;
        } else {
          break;
        }
      }
      if (group.quoted == text.all_lines() || tell_their_place(text, index, group.quoted)) break;
    }
    next = group.end;
    groups.push_back(group);
  }
  return groups;
}

void add_rows(std::vector<PassageRow>& rows, RowFate fate, const Text& text, LineNo from, LineNo to) {
  for (LineNo line = from; line < to; line = line + 1) rows.push_back({.fate = fate, .text = std::string(text.content(line))});
}

SaidPassage passage_of(const FileOutcome& file, const std::vector<Hunk>& hunks, const Group& group) {
  SaidPassage passage{.first = group.quoted.first, .rows = {}};
  LineNo at = group.quoted.first;
  for (std::size_t i = group.first; i < group.end; ++i) {
    const Hunk& hunk = hunks[i];
    add_rows(passage.rows, RowFate::kept, file.before, at, hunk.before.first);
    add_rows(passage.rows, RowFate::removed, file.before, hunk.before.first, hunk.before.end);
    add_rows(passage.rows, RowFate::added, file.after, hunk.after.first, hunk.after.end);
    at = hunk.before.end;
  }
  add_rows(passage.rows, RowFate::kept, file.before, at, group.quoted.end);
  return passage;
}

// Whether lines of text alone make the new file, if an insertion is named by the line above it or by the one below.
bool lines_make_it(const FileOutcome& file, const std::vector<Hunk>& hunks, Lean lean) {
  std::vector<LineEdit> edits;
  for (const Hunk& hunk : hunks) {
    LineEdit edit{.lines = hunk.before, .rows = {}, .op = 0, .lean = lean};
    for (LineNo line = hunk.after.first; line < hunk.after.end; line = line + 1) {
      edit.rows.emplace_back(file.after.content(line));
    }
    edits.push_back(std::move(edit));
  }
  const Result<ChangeSet> changes = replace_lines(file.before, std::move(edits));
  return changes && changes->makes(file.before, file.after);
}

// A row is sent as UTF-8, and a CR at its end would be read as part of the line break.
bool can_be_written(const PassageRow& row) { return is_utf8(row.text) && !row.text.ends_with('\r'); }

}  // namespace

std::unexpected<Error> cannot_be_said(const FileOutcome& file, std::string_view problem) {
  Error refused =
      refuse(Code::schema_invalid, concat(printable(file.path), ": ", problem, "; so the edit cannot be said in this dialect."),
             {{"field", "edit"}, {"problem", problem}, {"path", file.path}, {"lacks_words", true}});
  refused.next = "Use another dialect.";
  refused.reason = Reason::no_words;
  return std::unexpected(std::move(refused));
}

Result<void> check_count(const FileOutcome& file, const std::vector<SaidPassage>& passages, std::string_view what) {
  if (passages.size() <= most_operations) return {};
  return std::unexpected(beyond_limit(what, passages.size(), most_operations, file.path));
}

Result<Rows> said_new_file(const FileOutcome& file) {
  const std::string_view bytes = file.after.bytes();
  if (bytes.empty()) return Rows();
  const bool is_plain = bytes.ends_with('\n') && file.after.bom().empty() && bytes.find("\r\n") == std::string_view::npos;
  if (is_plain && is_utf8(bytes)) return rows_of(bytes);
  return cannot_be_said(file,
                        "a new file of this format is UTF-8, and every line of it ends in a line feed, the last one, too");
}

Result<std::vector<SaidPassage>> said_passages(const FileOutcome& file) {
  const std::vector<Hunk> hunks = diff_lines(file.before, file.after, LineKey::content);
  if (!lines_make_it(file, hunks, Lean::above) || !lines_make_it(file, hunks, Lean::below)) {
    return cannot_be_said(
        file,
        "the versions differ in line endings, in a BOM or in the line break at the end, and this dialect quotes lines without "
        "those");
  }
  std::vector<SaidPassage> passages;
  if (file.before.line_count() == 0) {
    if (!hunks.empty()) passages.push_back(passage_of(file, hunks, {0, hunks.size(), file.before.all_lines()}));
  } else {
    for (const Group& group : grouped(file.before, hunks)) passages.push_back(passage_of(file, hunks, group));
  }
  for (const SaidPassage& passage : passages) {
    if (std::ranges::all_of(passage.rows, can_be_written)) continue;
    return cannot_be_said(file, "a line that is no UTF-8, or ends in a lone CR, cannot be quoted");
  }
  return passages;
}

}  // namespace kedge
