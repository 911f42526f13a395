// How the search works. Places are proposed cheaply and then compared carefully:
//   - every quoted row that is in the text, apart from whitespace at its ends, votes for the place where the quotation
//     would have to begin; the places with the most votes are proposed;
//   - rows that are nowhere in the text may have been misquoted: the lines most similar to them propose places as well;
//   - places that the caller is likely to mean are proposed whatever is there;
//   - each proposed place is scored by the mean similarity of its lines to the rows, and the best one is reported if it
//     is good enough. A likely one has to be only almost as good;
//   - if lines were left out or added, the rows after them vote for a different place than the rows before. The reported
//     region begins where the most rows match from the start, so that the first difference is the one to correct.
#include "resolve/near_miss.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "edit/replace_lines.hpp"
#include "edit/substitute.hpp"
#include "resolve/alike_lines.hpp"
#include "resolve/odd_characters.hpp"
#include "resolve/row_difference.hpp"
#include "support/common_ends.hpp"
#include "support/fast_hash.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"
#include "text/blanks.hpp"
#include "text/line_quality.hpp"

namespace kedge {
namespace {

constexpr double near_enough = 0.4;
constexpr double worth_of_a_part = 0.9;     // a row inside a longer line scores a little less than a whole line
constexpr double worth_of_likely = 0.15;    // of a place that the caller is likely to mean, beside another
constexpr std::size_t most_voted = 8;       // places
constexpr std::size_t most_likely = 8;      // stretches of lines
constexpr std::size_t most_alike = 16;      // lines for one misquoted row
constexpr std::size_t most_misquoted = 2;   // rows that are searched for
constexpr std::size_t most_positions = 64;  // of one row, in the quotation and in the text; more tell little
constexpr std::uint32_t most_shifted = 8;   // lines that a caller may have left out or added
constexpr std::uint64_t work_of_a_vote = 64;

struct FastHash {
  std::size_t operator()(std::string_view key) const { return fast_hash(key); }
};

struct Quotation {
  explicit Quotation(std::string_view quoted) : rows(rows_of(quoted)), ends_in_newline(quoted.ends_with('\n')) {}

  std::uint32_t height() const { return static_cast<std::uint32_t>(rows.size()); }
  RowPart part(std::uint32_t i) const {
    const bool open_end = i + 1 == height() && !ends_in_newline;
    if (i == 0 && height() > 1) return RowPart::tail;
    if (i == 0) return open_end ? RowPart::inside : RowPart::tail;
    return open_end ? RowPart::head : RowPart::whole;
  }

  Rows rows;
  bool ends_in_newline;
};

struct Sightings {
  std::vector<std::uint32_t> rows;  // where the content is in the quotation
  std::vector<LineNo> lines;        // and in the text
};

using SightingsOfContent = std::unordered_map<std::string_view, Sightings, FastHash>;

SightingsOfContent sightings(const Text& text, const Quotation& quotation, WorkBudget& budget) {
  SightingsOfContent seen;
  for (std::uint32_t i = 0; i < quotation.height(); ++i) {
    const std::string_view content = trimmed(quotation.rows[i]);
    if (content.empty()) continue;
    std::vector<std::uint32_t>& rows = seen[content].rows;
    if (rows.size() < most_positions) rows.push_back(i);
  }
  if (!budget.spend(text.line_count() + text.size() / 16)) return seen;
  for (LineNo line{1}; text.has(line); line = line + 1) {
    const auto found = seen.find(trimmed(text.content(line)));
    if (found != seen.end() && found->second.lines.size() < most_positions) found->second.lines.push_back(line);
  }
  return seen;
}

// Where the quotation begins if this row of it is that line; at the first line if it would begin above the text.
LineNo start_for(LineNo line, std::uint32_t row) { return line.value > row ? line - row : LineNo{1}; }

// Adds the places that most rows vote for. Rows of brackets vote only if there are no others.
void propose_by_votes(const SightingsOfContent& seen, WorkBudget& budget, std::vector<LineNo>& starts) {
  const auto is_telling = [](const auto& entry) { return !is_low(entry.first); };
  const bool some_are_telling = std::ranges::any_of(seen, is_telling);
  std::vector<LineNo> votes;
  for (const auto& entry : seen) {
    const Sightings& of_row = entry.second;
    if (some_are_telling && !is_telling(entry)) continue;
    if (!budget.spend(of_row.rows.size() * of_row.lines.size() * work_of_a_vote)) break;
    for (const std::uint32_t row : of_row.rows) {
      for (const LineNo line : of_row.lines) votes.push_back(start_for(line, row));
    }
  }
  std::ranges::sort(votes);

  struct Tally {
    LineNo start;
    std::size_t votes;
  };
  std::vector<Tally> tallies;
  for (const LineNo start : votes) {
    if (tallies.empty() || tallies.back().start != start) tallies.push_back({start, 0});
    ++tallies.back().votes;
  }
  std::ranges::stable_sort(tallies, std::ranges::greater{}, &Tally::votes);
  for (std::size_t i = 0; i < std::min(tallies.size(), most_voted); ++i) starts.push_back(tallies[i].start);
}

// Adds places where rows that match nowhere have similar lines. Long rows tell more than short ones.
void propose_by_likeness(const Text& text, const Quotation& quotation, const SightingsOfContent& seen, WorkBudget& budget,
                         std::vector<LineNo>& starts) {
  std::vector<std::uint32_t> misquoted;
  for (std::uint32_t i = 0; i < quotation.height(); ++i) {
    const std::string_view content = trimmed(quotation.rows[i]);
    if (!is_low(content) && seen.at(content).lines.empty()) misquoted.push_back(i);
  }
  std::ranges::stable_sort(misquoted, std::ranges::greater{},
                           [&](std::uint32_t i) { return trimmed(quotation.rows[i]).size(); });
  misquoted.resize(std::min(misquoted.size(), most_misquoted));
  for (const std::uint32_t i : misquoted) {
    for (const LineNo line : alike_lines(text, trimmed(quotation.rows[i]), most_alike, budget)) {
      starts.push_back(start_for(line, i));
    }
  }
}

double likeness(const std::string& row, const std::string& line, RowPart part, WorkBudget& budget) {
  const double whole = similarity(row, line, budget);
  if (part == RowPart::whole || whole == 1 || row.size() >= line.size()) return whole;
  return std::max(whole, worth_of_a_part * best_fit(row, line, budget).similarity);
}

// The mean similarity of the rows that are not blank. A row beyond the end of the text counts as 0.
double likeness_at(const Text& text, LineNo start, const Quotation& quotation, const std::vector<std::string>& essences,
                   WorkBudget& budget) {
  double sum = 0;
  std::size_t counted_rows = 0;
  for (std::uint32_t i = 0; i < quotation.height() && !budget.used_up(); ++i) {
    if (essences[i].empty()) continue;
    ++counted_rows;
    if (!text.has(start + i)) continue;
    const std::string_view line = text.content(start + i);
    if (budget.spend(line.size())) sum += likeness(essences[i], essence_of(line), quotation.part(i), budget);
  }
  return counted_rows == 0 ? 0 : sum / static_cast<double>(counted_rows);
}

// The best of the proposed places, the upper one of equals.
std::optional<LineNo> best_start(const Text& text, const Quotation& quotation, std::vector<LineNo> starts,
                                 const LineSet& likely, WorkBudget& budget) {
  std::vector<std::string> essences;
  for (const std::string& row : quotation.rows) essences.push_back(essence_of(row));
  std::ranges::sort(starts);
  const auto repeated = std::ranges::unique(starts);
  starts.erase(repeated.begin(), repeated.end());

  std::optional<LineNo> best;
  double best_score = 0;
  for (const LineNo start : starts) {
    const double alike = likeness_at(text, start, quotation, essences, budget);
    if (budget.used_up()) break;  // only scored in part
    if (alike < near_enough) continue;
    const double score = alike + (likely.contains(one_line(start)) ? worth_of_likely : 0);
    if (score <= best_score) continue;
    best = start;
    best_score = score;
  }
  return best;
}

// How many rows match from the start, apart from whitespace at their ends.
std::uint32_t rows_that_fit(const Text& text, LineNo start, const Quotation& quotation) {
  std::uint32_t fit = 0;
  while (fit < quotation.height() && text.has(start + fit) &&
         fits(trimmed(quotation.rows[fit]), trimmed(text.content(start + fit)), quotation.part(fit))) {
    ++fit;
  }
  return fit;
}

// The nearby place at which the most rows match before the first difference.
LineNo start_of_region(const Text& text, LineNo best, const Quotation& quotation) {
  const std::uint32_t reach = std::min(most_shifted, quotation.height() - 1);
  LineNo start = best;
  std::uint32_t most = rows_that_fit(text, best, quotation);
  for (LineNo other = best.value > reach ? best - reach : LineNo{1}; other <= best + reach && text.has(other);
       other = other + 1) {
    const std::uint32_t fit = is_low(quotation.rows.front()) ? 0 : rows_that_fit(text, other, quotation);
    if (fit > most) {
      start = other;
      most = fit;
    }
  }
  return start;
}

// The window of a long row that is shown, in bytes.
constexpr std::size_t shown_before = 80;
constexpr std::size_t shown_behind = 160;

std::string excerpt(std::string_view row, std::size_t around) {
  const std::size_t from = around > shown_before ? around - shown_before : 0;
  if (row.size() <= shown_before + shown_behind) return visible(row);
  return visible(row, from, from + shown_before + shown_behind);
}

void show_rows(NearMiss& miss, std::string_view row, std::string_view line, RowPart part, WorkBudget& budget) {
  std::size_t in_row = common_prefix(row, line);
  std::size_t in_line = in_row;
  if (part == RowPart::tail || part == RowPart::inside) {
    const std::size_t end = best_fit(row, line, budget).end;
    const std::size_t begin = end > row.size() ? end - row.size() : 0;
    in_row = common_prefix(row, line.substr(begin));
    in_line = begin + in_row;
  }
  miss.quoted_row = excerpt(row, in_row);
  miss.file_row = excerpt(line, in_line);
}

// Describes the first row that differs. None if all are equal.
std::optional<NearMiss> told(const Text& text, LineSpan region, LineNo start, const Quotation& quotation, WorkBudget& budget) {
  NearMiss miss{.lines = region, .differs = region.last(), .quoted_row = {}, .file_row = {}, .why = {}};
  for (std::uint32_t i = 0; i < quotation.height(); ++i) {
    const std::string_view row = quotation.rows[i];
    if (!text.has(start + i)) {
      miss.quoted_row = excerpt(row, 0);
      miss.why = "the file ends before the quotation does";
      return miss;
    }
    const std::string_view line = text.content(start + i);
    const RowPart part = quotation.part(i);
    if (fits(row, line, part)) continue;
    miss.differs = start + i;
    miss.why = difference(row, line, part);
    show_rows(miss, row, line, part, budget);
    return miss;
  }
  const LineNo last = start + (quotation.height() - 1);
  if (!quotation.ends_in_newline || !text.terminator(last).empty()) return std::nullopt;
  miss.differs = last;
  miss.why = "the file has no newline at its end";
  show_rows(miss, quotation.rows.back(), text.content(last), quotation.part(quotation.height() - 1), budget);
  return miss;
}

}  // namespace

namespace {

constexpr std::size_t longest_told = 120;

// The quotation where lone CRs are in place of its line breaks: such a file is one line here.
std::optional<NearMiss> between_lone_returns(const Text& text, std::string_view quoted) {
  while (quoted.ends_with('\n') || quoted.ends_with('\r')) quoted.remove_suffix(1);
  std::string returns;
  for (const char c : with_plain_newlines(quoted)) returns.push_back(c == '\n' ? '\r' : c);
  if (returns.find('\r') == std::string::npos) return std::nullopt;
  const std::size_t at = text.bytes().find(returns);
  if (at == std::string_view::npos) return std::nullopt;
  const LineSpan lines = text.lines_touched({{at}, {at + returns.size()}});
  return NearMiss{.lines = lines,
                  .differs = lines.first,
                  .quoted_row = visible(beginning_of(quoted.substr(0, quoted.find('\n')), longest_told)),
                  .file_row = visible(beginning_of(text.content(lines.first), longest_told)),
                  .why =
                      "there the file has a lone CR, U+000D, where the quotation has a line break; it is not the end of a "
                      "line, and cannot be quoted as one"};
}

}  // namespace

std::optional<NearMiss> near_miss(const Text& text, std::string_view quoted, WorkBudget& budget, const LineSet& likely) {
  if (std::optional<NearMiss> returns = between_lone_returns(text, quoted)) return returns;
  const Quotation quotation(quoted);
  std::vector<LineNo> starts;
  const SightingsOfContent seen = sightings(text, quotation, budget);
  propose_by_votes(seen, budget, starts);
  propose_by_likeness(text, quotation, seen, budget, starts);
  for (std::size_t i = 0; i < std::min(likely.spans().size(), most_likely); ++i) starts.push_back(likely.spans()[i].first);
  const std::optional<LineNo> best = best_start(text, quotation, std::move(starts), likely, budget);
  if (!best) return std::nullopt;

  const LineNo start = start_of_region(text, *best, quotation);
  const LineNo end = std::min(std::max(*best, start) + quotation.height(), text.all_lines().end);
  return told(text, {start, end}, start, quotation, budget);
}

}  // namespace kedge
