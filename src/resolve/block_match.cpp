#include "resolve/block_match.hpp"

#include <algorithm>
#include <vector>

#include "support/strings.hpp"
#include "text/blanks.hpp"
#include "text/line_quality.hpp"

namespace kedge {
namespace {

constexpr double alike_enough = 0.9;
constexpr double wider_alike_enough = 0.75;  // where the quotation leaves lines out
constexpr double margin_enough = 0.2;
constexpr double line_alike_enough = 0.5;

// A difference of two means that should equal the margin may come out slightly below it.
constexpr double rounding = 1e-9;

struct Candidate {
  LineNo first;
  double similarity = 0;
  std::optional<std::uint32_t> unlike_row = std::nullopt;  // the first one that its line does not account for
};

Candidate weighed(const Text& text, LineNo first, const Rows& quoted, WorkBudget& budget) {
  Candidate candidate{first};
  const auto last = static_cast<std::uint32_t>(quoted.size() - 1);
  double sum = 0;
  for (std::uint32_t i = 1; i < last && !budget.used_up(); ++i) {
    const double alike = similarity(trimmed(text.content(first + i)), trimmed(quoted[i]), budget);
    if (alike < line_alike_enough && !candidate.unlike_row) candidate.unlike_row = i;
    sum += alike;
  }
  candidate.similarity = sum / static_cast<double>(last - 1);
  return candidate;
}

// Every run of that many lines that begins and ends like the quotation, from the top.
std::vector<Candidate> candidates(const Text& text, const Rows& quoted, WorkBudget& budget) {
  std::vector<Candidate> found;
  const auto reach = static_cast<std::uint32_t>(quoted.size() - 1);
  const std::string_view head = trimmed(quoted.front());
  const std::string_view foot = trimmed(quoted.back());
  for (LineNo line{1}; text.has(line + reach) && !budget.used_up(); line = line + 1) {
    if (trimmed(text.content(line)) != head || trimmed(text.content(line + reach)) != foot) continue;
    found.push_back(weighed(text, line, quoted, budget));
  }
  return found;
}

std::string percent(double share) { return concat(static_cast<int>(share * 100 + rounding), " %"); }

std::string reason_against_anchors(const Rows& quoted) {
  if (quoted.size() < 3) return "the quotation has fewer than 3 lines";
  if (is_low(quoted.front()) || is_low(quoted.back())) {
    return "the first and last line of the quotation are not distinct enough to be anchors";
  }
  return {};
}

// The lines that the middle rows of a quotation stand for, in order, one for each row, so that they are most similar.
class Alignment {
 public:
  // `middle` are the lines between the first and the last of a block.
  Alignment(const Text& text, LineSpan middle, const Rows& quoted, WorkBudget& budget)
      : rows_(quoted.size() - 2), lines_(middle.size()), sums_((rows_ + 1) * (lines_ + 1), impossible) {
    for (std::size_t line = 0; line <= lines_; ++line) at(0, line) = 0;
    for (std::size_t row = 1; row <= rows_; ++row) {
      for (std::size_t line = row; line <= lines_ && !budget.used_up(); ++line) {
        const LineNo there = middle.first + static_cast<std::uint32_t>(line - 1);
        const double alike = similarity(trimmed(text.content(there)), trimmed(quoted[row]), budget);
        const double taken = alike >= line_alike_enough ? at(row - 1, line - 1) + alike : impossible;
        at(row, line) = std::max(at(row, line - 1), taken);
      }
    }
  }

  // Of all lines together; none if a row has no line.
  std::optional<double> mean() const {
    const double sum = sums_.back();
    return sum < 0 ? std::nullopt : std::optional(sum / static_cast<double>(lines_));
  }
  // For each line whether a row stands for it. REQUIRES: every row has a line.
  std::vector<bool> quoted_lines() const {
    std::vector<bool> is_quoted(lines_, false);
    std::size_t line = lines_;
    for (std::size_t row = rows_; row > 0; --row) {
      while (line > row && at(row, line) == at(row, line - 1)) --line;
      is_quoted[--line] = true;
    }
    return is_quoted;
  }

 private:
  static constexpr double impossible = -1e9;
  double& at(std::size_t row, std::size_t line) { return sums_[row * (lines_ + 1) + line]; }
  double at(std::size_t row, std::size_t line) const { return sums_[row * (lines_ + 1) + line]; }

  std::size_t rows_, lines_;
  std::vector<double> sums_;  // the best for so many rows and lines
};

// The text of a line that is not quoted, indented as the quotation would have it.
std::string as_quoted(std::string_view line, std::string_view head_in_file, std::string_view quoted_head) {
  const std::string_view there = indentation_of(head_in_file);
  const std::string_view sent = indentation_of(quoted_head);
  const std::size_t lacking = there.size() > sent.size() ? there.size() - sent.size() : 0;
  if (lacking > 0 && there.ends_with(sent) && line.starts_with(there.substr(0, lacking)))
    return std::string(line.substr(lacking));
  if (lacking == 0 && sent.ends_with(there)) return concat(sent.substr(0, sent.size() - there.size()), line);
  return std::string(line);
}

struct WiderSearch {
  std::optional<WiderBlock> found;
  std::string too_long;  // a block that begins and ends alike, and has too many lines that are not quoted
};

// Blocks with more lines than the quotation. `runner_up` is the best of those with as many.
WiderSearch wider_block(const Text& text, const Rows& quoted, double runner_up, WorkBudget& budget) {
  constexpr std::uint32_t most_told = 4;  // times as many lines
  WiderSearch search;
  const auto rows = static_cast<std::uint32_t>(quoted.size() - 2);
  const auto longest = static_cast<std::uint32_t>(rows / wider_alike_enough + rounding);
  const std::string_view head = trimmed(quoted.front());
  const std::string_view foot = trimmed(quoted.back());
  std::optional<std::pair<LineSpan, double>> best;
  for (LineNo first{1}; text.has(first) && !budget.used_up(); first = first + 1) {
    if (trimmed(text.content(first)) != head) continue;
    for (std::uint32_t between = rows + 1; between <= most_told * rows && text.has(first + between + 1); ++between) {
      if (!budget.spend(1)) break;
      if (trimmed(text.content(first + between + 1)) != foot) continue;
      const LineSpan lines{first, first + between + 2};
      if (search.too_long.empty()) {
        search.too_long =
            concat("lines ", first.value, " to ", lines.last().value, " begin and end like the quotation and have ",
                   counted(between, "line"), " between, where it has ", rows);
      }
      if (between > longest) continue;
      const std::optional<double> mean = Alignment(text, {first + 1, lines.last()}, quoted, budget).mean();
      if (!mean) continue;
      if (best && *mean <= best->second) {
        runner_up = std::max(runner_up, *mean);
        continue;
      }
      if (best) runner_up = std::max(runner_up, best->second);
      best = {lines, *mean};
    }
  }
  if (!best || budget.used_up() || best->second < wider_alike_enough - rounding ||
      best->second - runner_up < margin_enough - rounding) {
    return search;
  }
  const LineSpan lines = best->first;
  WiderBlock block{.lines = lines, .rows = {quoted.front()}, .unquoted = {}, .similarity = best->second};
  const LineSpan middle{lines.first + 1, lines.last()};
  const std::vector<bool> is_quoted = Alignment(text, middle, quoted, budget).quoted_lines();
  std::size_t row = 1;
  for (std::uint32_t i = 0; i < middle.size(); ++i) {
    const LineNo line = middle.first + i;
    if (!is_quoted[i]) block.unquoted.push_back(line);
    block.rows.push_back(is_quoted[i] ? quoted[row++]
                                      : as_quoted(text.content(line), text.content(lines.first), quoted.front()));
  }
  block.rows.push_back(quoted.back());
  search.found = std::move(block);
  return search;
}

std::string reason_against(const Candidate& best, double runner_up) {
  if (best.unlike_row) {
    return concat("line ", (best.first + *best.unlike_row).value, " is too unlike line ", *best.unlike_row + 1,
                  " of the quotation");
  }
  if (best.similarity < alike_enough - rounding)
    return concat("the middle lines are only ", percent(best.similarity), " alike");
  if (best.similarity - runner_up < margin_enough - rounding) {
    return concat("two places are nearly as alike (", percent(best.similarity), " and ", percent(runner_up), ")");
  }
  return {};
}

}  // namespace

BlockMatch block_match(const Text& text, const Rows& quoted, WorkBudget& budget) {
  BlockMatch match;
  match.reason = reason_against_anchors(quoted);
  if (!match.reason.empty()) return match;

  std::vector<Candidate> found = candidates(text, quoted, budget);
  if (budget.used_up()) {
    match.reason = "the work limit was reached";
    return match;
  }
  if (found.empty()) {
    WiderSearch wider = wider_block(text, quoted, 0, budget);
    match.wider = std::move(wider.found);
    match.reason = !wider.too_long.empty() ? wider.too_long : "no run of lines begins and ends like the quotation";
    return match;
  }
  const auto better = [](const Candidate& a, const Candidate& b) {
    if (a.unlike_row.has_value() != b.unlike_row.has_value()) return !a.unlike_row.has_value();
    return a.similarity > b.similarity;
  };
  std::ranges::iter_swap(found.begin(), std::ranges::min_element(found, better));
  const Candidate& best = found.front();
  match.similarity = best.similarity;
  for (std::size_t i = 1; i < found.size(); ++i) match.runner_up = std::max(match.runner_up, found[i].similarity);
  match.reason = reason_against(best, match.runner_up);
  if (match.reason.empty()) {
    match.lines = LineSpan{best.first, best.first + static_cast<std::uint32_t>(quoted.size())};
  } else {
    match.wider = wider_block(text, quoted, std::max(match.similarity, match.runner_up), budget).found;
  }
  return match;
}

}  // namespace kedge
