#include "resolve/block_match.hpp"

#include <algorithm>
#include <vector>

#include "support/strings.hpp"
#include "text/blanks.hpp"
#include "text/line_quality.hpp"

namespace kedge {
namespace {

constexpr double alike_enough = 0.9;
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
    match.reason = "no run of lines begins and ends like the quotation";
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
  if (match.reason.empty()) match.lines = LineSpan{best.first, best.first + static_cast<std::uint32_t>(quoted.size())};
  return match;
}

}  // namespace kedge
