// More unmatched brackets than before, in a language without a grammar.
#include <algorithm>
#include <cstdlib>
#include <string>

#include "support/strings.hpp"
#include "verify/brackets.hpp"
#include "verify/check.hpp"

namespace kedge::check {
namespace {

constexpr std::size_t largest_scanned = std::size_t{4} << 20;

Balance balance_of(const std::vector<Balance>& rows, LineSpan lines) {
  Balance sum{};
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    for (std::size_t kind = 0; kind < sum.size(); ++kind) sum[kind] += rows[line.value - 1][kind];
  }
  return sum;
}

std::string told(const Balance& before, const Balance& after) {
  std::string out;
  for (std::size_t kind = 0; kind < after.size(); ++kind) {
    const std::int32_t more = after[kind] - before[kind];
    if (more == 0) continue;
    const bool opens = more > 0;
    append(out,
           concat(out.empty() ? "" : ", ", std::abs(more), " too ", opens ? "few '" : "many '", closing_brackets[kind], '\''));
  }
  return out;
}

std::vector<Finding> find_unbalanced_delimiters(const ChangedFile& file) {
  const Lexis* const lexis = lexis_of(file.path);
  if (lexis == nullptr || file.before.size() == 0) return {};
  if (file.before.size() > largest_scanned || file.after.size() > largest_scanned) return {};
  const BracketScan after = scan_brackets(*lexis, file.after);
  if (after.alone == 0) return {};
  const BracketScan before = scan_brackets(*lexis, file.before);
  if (after.alone <= before.alone) return {};
  // The first change that removes or adds more brackets of one side than of the other.
  for (const Hunk& hunk : file.hunks) {
    const std::string what = told(balance_of(before.rows, hunk.before), balance_of(after.rows, hunk.after));
    if (what.empty()) continue;
    const LineNo line = file.after.has(hunk.after.first) ? hunk.after.first : LineNo{std::max(file.after.line_count(), 1U)};
    return {{.name = {}, .line = line, .message = concat("the brackets are not balanced any more: ", what, " here")}};
  }
  const LineNo line = file.hunks.empty() ? LineNo{1} : file.hunks.front().after.first;
  return {{.name = {}, .line = line, .message = "the brackets do not fit each other any more"}};
}

}  // namespace

extern const Check unbalanced_delimiters;
const Check unbalanced_delimiters{"unbalanced_delimiters", Leniency::warns, find_unbalanced_delimiters};

}  // namespace kedge::check
