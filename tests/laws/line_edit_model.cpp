#include "laws/line_edit_model.hpp"

#include <algorithm>

namespace kedge::laws {
namespace {

using Terminators = std::vector<std::string>;

bool lines_overlap(const LineEdit& a, const LineEdit& b) {
  const auto strictly_inside = [](LineNo place, LineSpan span) { return span.first < place && place < span.end; };
  if (a.lines.empty() && b.lines.empty()) return false;
  if (a.lines.empty()) return strictly_inside(a.lines.first, b.lines);
  if (b.lines.empty()) return strictly_inside(b.lines.first, a.lines);
  return a.lines.first < b.lines.end && b.lines.first < a.lines.end;
}

std::string terminator_of(const RowFile& file, std::size_t index) {
  return index < file.rows.size() ? file.rows[index].terminator : "";
}

bool ends_open(const RowFile& file) { return !file.rows.empty() && file.rows.back().terminator.empty(); }

void add_if_any(Terminators& all, const std::string& terminator) {
  if (!terminator.empty()) all.push_back(terminator);
}

Terminators of_the_file(const RowFile& file) {
  const std::string first = terminator_of(file, 0);
  return {first.empty() ? "\n" : first};
}

Terminators beside(const RowFile& file, const LineEdit& edit) {
  Terminators allowed;
  for (LineNo line = edit.lines.first; line < edit.lines.end; line = line + 1) {
    add_if_any(allowed, terminator_of(file, line.value - 1));
  }
  if (edit.lines.first > LineNo{1}) add_if_any(allowed, terminator_of(file, edit.lines.first.value - 2));
  add_if_any(allowed, terminator_of(file, edit.lines.end.value - 1));
  return allowed.empty() ? of_the_file(file) : allowed;
}

// As many rows as lines, and none that could have stayed: each row replaces the line in its place.
bool replaces_one_by_one(const RowFile& file, const LineEdit& edit) {
  if (edit.rows.size() != edit.lines.size()) return false;
  return std::ranges::none_of(edit.rows, [&](const std::string& row) {
    const auto begin = file.rows.begin() + edit.lines.first.value - 1;
    return std::any_of(begin, begin + edit.lines.size(), [&](const Row& old) { return old.content == row; });
  });
}

void append_rows(std::vector<ExpectedRow>& rows, const RowFile& file, const LineEdit& edit, std::size_t index) {
  const bool one_by_one = replaces_one_by_one(file, edit);
  for (std::size_t i = 0; i < edit.rows.size(); ++i) {
    const std::string replaced = one_by_one ? terminator_of(file, edit.lines.first.value - 1 + i) : "";
    rows.push_back({edit.rows[i], replaced.empty() ? beside(file, edit) : Terminators{replaced}, index});
  }
}

// A last line without a terminator gets one, if lines follow it now: the rules do not say which.
Terminators any_of_the_file(const RowFile& file) {
  Terminators allowed;
  for (const Row& row : file.rows) add_if_any(allowed, row.terminator);
  return allowed.empty() ? Terminators{"\n"} : allowed;
}

}  // namespace

bool any_overlap(const std::vector<LineEdit>& edits) {
  for (std::size_t i = 0; i < edits.size(); ++i) {
    for (std::size_t j = i + 1; j < edits.size(); ++j) {
      if (lines_overlap(edits[i], edits[j])) return true;
    }
  }
  return false;
}

std::vector<ExpectedRow> expected_rows(const RowFile& file, const std::vector<LineEdit>& edits) {
  std::vector<ExpectedRow> rows;
  bool open_end_kept = ends_open(file);  // or followed by rows that take its place
  for (std::uint32_t line = 1; line <= file.rows.size() + 1;) {
    for (std::size_t i = 0; i < edits.size(); ++i) {
      if (edits[i].lines != between_lines(LineNo{line})) continue;
      append_rows(rows, file, edits[i], i);
      if (line > file.rows.size() && !edits[i].rows.empty()) open_end_kept = ends_open(file);
    }
    if (line > file.rows.size()) break;
    const auto replacing = std::ranges::find_if(
        edits, [&](const LineEdit& edit) { return !edit.lines.empty() && edit.lines.first == LineNo{line}; });
    if (replacing == edits.end()) {
      const Row& row = file.rows[line - 1];
      rows.push_back({row.content, row.terminator.empty() ? any_of_the_file(file) : Terminators{row.terminator}, std::nullopt});
      ++line;
      continue;
    }
    append_rows(rows, file, *replacing, static_cast<std::size_t>(replacing - edits.begin()));
    line = replacing->lines.end.value;
    if (line > file.rows.size() && replacing->rows.empty()) open_end_kept = false;
  }
  if (open_end_kept) rows.back().terminators = {""};
  return rows;
}

std::optional<std::vector<std::string>> matched_terminators(std::string_view bytes, const std::vector<ExpectedRow>& rows) {
  std::vector<std::string> found;
  for (const ExpectedRow& row : rows) {
    if (!bytes.starts_with(row.content)) return std::nullopt;
    bytes.remove_prefix(row.content.size());
    const auto fits =
        std::ranges::find_if(row.terminators, [&](const std::string& terminator) { return bytes.starts_with(terminator); });
    if (fits == row.terminators.end()) return std::nullopt;
    bytes.remove_prefix(fits->size());
    found.push_back(*fits);
  }
  if (!bytes.empty()) return std::nullopt;
  return found;
}

bool equal_rows_kept_their_bytes(const RowFile& file, const LineEdit& edit, const std::vector<std::string>& terminators) {
  const auto old_row = [&](std::size_t i) { return file.rows[edit.lines.first.value - 1 + i]; };
  const auto equal = [&](std::size_t i, std::size_t j) { return old_row(i).content == edit.rows[j]; };
  const auto kept = [&](std::size_t i, std::size_t j) {
    // What the end of the file gave to a row, or took from it, is no loss.
    const bool excused = old_row(i).terminator.empty() || terminators[j].empty();
    return equal(i, j) && (excused || old_row(i).terminator == terminators[j]);
  };
  const std::size_t lines = edit.lines.size();
  return longest_common(lines, edit.rows.size(), kept) == longest_common(lines, edit.rows.size(), equal);
}

}  // namespace kedge::laws
