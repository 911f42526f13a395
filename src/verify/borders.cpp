#include "verify/borders.hpp"

#include <algorithm>
#include <span>

#include "support/strings.hpp"
#include "text/blanks.hpp"
#include "text/line_hash.hpp"
#include "text/line_quality.hpp"
#include "verify/parse_errors.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_rows = 3;  // of a slip

struct Slip {
  std::string_view name;
  std::size_t edit;    // which one
  LineEdit corrected;  // what it would be without the slip
  std::string what;
  std::size_t first_row = 0, row_count = 0;  // body rows that repeat something
  bool tells = false;                        // warned about even if the result parses
  bool rewritten = false;                    // the correction changes rows; else it leaves some out
};

enum class Border : std::uint8_t { above, below };

// The body ends in the lines below the range, or begins with those above it.
std::optional<Slip> repeated(const Text& text, const std::vector<LineEdit>& edits, std::size_t i, Border border) {
  const LineEdit& edit = edits[i];
  const bool below = border == Border::below;
  for (std::size_t count = std::min(most_rows, edit.rows.size()); count > 0; --count) {
    if (count == edit.rows.size() && edit.lines.empty()) continue;  // an insertion may be meant to repeat all of it
    if (!below && edit.lines.first.value <= count) continue;
    const LineNo line = below ? edit.lines.end : edit.lines.first - static_cast<std::uint32_t>(count);
    const std::size_t first = below ? edit.rows.size() - count : 0;
    const auto rows = std::span(edit.rows).subspan(first, count);
    bool equal = true;
    for (std::uint32_t k = 0; k < count && equal; ++k) equal = text.has(line + k) && text.content(line + k) == rows[k];
    if (!equal) continue;
    LineEdit corrected = edit;
    const auto begin = corrected.rows.begin() + static_cast<std::ptrdiff_t>(first);
    corrected.rows.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
    return Slip{.name = "repeated_border_row",
                .edit = i,
                .corrected = std::move(corrected),
                .what = concat("the ", below ? "last" : "first",
                               count == 1 ? " row of the new text repeats the line" : " rows of the new text repeat the lines",
                               " right ", below ? "below it" : "above it"),
                .first_row = first,
                .row_count = count,
                .tells = !std::ranges::all_of(rows, is_low)};
  }
  return std::nullopt;
}

bool only_closes(std::string_view row) {
  const bool closes = row.find_first_of("})]") != std::string_view::npos;
  return closes && row.find_first_not_of(" \t})];,") == std::string_view::npos;
}

// The range ended with closing brackets, and the body does not have them.
std::vector<Slip> lost_closers(const Text& text, const std::vector<LineEdit>& edits, std::size_t i) {
  std::vector<Slip> slips;
  const LineEdit& edit = edits[i];
  for (std::uint32_t count = 1; count <= most_rows && count < edit.lines.size(); ++count) {
    if (!only_closes(text.content(edit.lines.end - count))) break;
    LineEdit corrected = edit;
    corrected.lines.end = edit.lines.end - count;
    slips.push_back({"unbalanced_delimiters", i, std::move(corrected),
                     concat("the range ends with ", counted(count, "closing line"), " that the new text leaves out")});
  }
  return slips;
}

// The smallest indentation of a row that is not blank; none if there is no such row, or if their indentations do not begin
// alike.
std::optional<std::string_view> least_indentation(const std::vector<std::string_view>& rows) {
  std::optional<std::string_view> least;
  for (const std::string_view row : rows) {
    if (is_blank(row)) continue;
    const std::string_view here = indentation_of(row);
    if (least && !here.starts_with(*least) && !least->starts_with(here)) return std::nullopt;
    if (!least || here.size() < least->size()) least = here;
  }
  return least;
}

// The body keeps some of the rows that it replaces, changes others, and has all of them at a different depth.
std::optional<Slip> other_depth(const Text& text, const std::vector<LineEdit>& edits, std::size_t i) {
  const LineEdit& edit = edits[i];
  std::vector<std::string_view> old_rows;
  for (LineNo line = edit.lines.first; line < edit.lines.end; line = line + 1) old_rows.push_back(text.content(line));
  const std::vector<std::string_view> rows(edit.rows.begin(), edit.rows.end());
  const auto old_least = least_indentation(old_rows);
  const auto least = least_indentation(rows);
  if (!old_least || !least || old_least->size() == least->size()) return std::nullopt;
  if (!old_least->starts_with(*least) && !least->starts_with(*old_least)) return std::nullopt;

  bool keeps = false;
  bool changes = false;
  for (const std::string_view row : rows) {
    if (is_low(row)) continue;
    const std::string_view words = row.substr(indentation_of(row).size());
    const auto same_words = [&](std::string_view old) { return old.substr(indentation_of(old).size()) == words; };
    const auto old = std::ranges::find_if(old_rows, same_words);
    if (old == old_rows.end()) {
      changes = true;
      continue;
    }
    keeps = true;
    if (indentation_of(*old).size() + least->size() != indentation_of(row).size() + old_least->size()) return std::nullopt;
  }
  if (!keeps || !changes) return std::nullopt;  // everything is new, or the edit is about the depth itself

  LineEdit corrected = edit;
  for (std::string& row : corrected.rows) {
    if (!is_blank(row)) row = concat(*old_least, std::string_view(row).substr(least->size()));
  }
  return Slip{.name = "other_depth",
              .edit = i,
              .corrected = std::move(corrected),
              .what = "the new text is indented for another depth than what it replaces",
              .first_row = 0,
              .row_count = edit.rows.size(),
              .tells = true,
              .rewritten = true};
}

// The edit of the result that mends a slip whose rows begin at that line.
LineEdit mend_of(const Slip& slip, LineNo first) {
  return {{first, first + static_cast<std::uint32_t>(slip.row_count)}, slip.rewritten ? slip.corrected.rows : Rows{}};
}

// The first new row of an edit in the result.
LineNo line_in_result(const std::vector<LineEdit>& edits, std::size_t i) {
  std::int64_t line = edits[i].lines.first.value;
  for (std::size_t k = 0; k < edits.size(); ++k) {
    const bool above = edits[k].lines.end <= edits[i].lines.first && k != i;
    if (above) line += static_cast<std::int64_t>(edits[k].rows.size()) - edits[k].lines.size();
  }
  return LineNo{static_cast<std::uint32_t>(std::max<std::int64_t>(line, 1))};
}

}  // namespace

BorderFindings border_findings(std::string_view path, const Text& before, const std::vector<LineEdit>& edits, const Text& after,
                               Syntax* syntax) {
  std::vector<Slip> slips;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (edits[i].rows.empty()) continue;
    if (std::optional<Slip> slip = repeated(before, edits, i, Border::below)) slips.push_back(*std::move(slip));
    if (std::optional<Slip> slip = repeated(before, edits, i, Border::above)) slips.push_back(*std::move(slip));
    std::ranges::move(lost_closers(before, edits, i), std::back_inserter(slips));
    if (std::optional<Slip> slip = other_depth(before, edits, i)) slips.push_back(*std::move(slip));
  }

  BorderFindings found;
  const auto errors_of = [&](const Text& text) { return parse_errors(syntax, path, text); };
  const auto errors_after = errors_of(after);
  bool whole_before = false;
  if (errors_after && !errors_after->empty()) {
    if (const auto errors_before = errors_of(before)) {
      found.new_errors = new_errors(before, *errors_before, after, *errors_after);
      whole_before = errors_before->empty();
    }
  }
  for (const Slip& slip : slips) {
    Finding finding{.name = slip.name, .line = line_in_result(edits, slip.edit), .message = slip.what};
    const bool broken = whole_before && !found.new_errors.empty();
    bool mends = false;
    if (broken) {
      std::vector<LineEdit> others = edits;
      others[slip.edit] = slip.corrected;
      const Result<ChangeSet> changes = replace_lines(before, std::move(others));
      const auto errors = changes ? errors_of(changes->apply(before)) : std::unexpected(NotParsed::unknown);
      mends = errors && errors->empty();
    }
    if (mends) {
      append(finding.message, ", and the file does not parse any more because of it");
      finding.corrected = {slip.corrected};
      found.findings.push_back(std::move(finding));
      break;  // one correction is enough
    }
    if (!slip.tells) continue;
    finding.weight = Weight::warns;
    finding.line = finding.line + static_cast<std::uint32_t>(slip.first_row);
    finding.mend = mend_of(slip, finding.line);
    found.findings.push_back(std::move(finding));
  }
  return found;
}

}  // namespace kedge
