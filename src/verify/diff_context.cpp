#include "verify/diff_context.hpp"

#include <algorithm>

#include "text/line_hash.hpp"

namespace kedge {
namespace {

// Body rows, and which of them can be context.
class ContextRows {
 public:
  ContextRows(const Text& text, const Rows& rows, std::span<const std::uint32_t> unmarked)
      : text_(&text), rows_(&rows), may_quote_(rows.size()) {
    for (const std::uint32_t row : unmarked) {
      if (row < rows.size()) may_quote_[row] = rows[row].starts_with(' ') && !is_blank(rows[row]);
    }
  }

  bool may_quote(std::size_t row) const { return may_quote_[row]; }
  std::string_view quoted(std::size_t row) const { return std::string_view((*rows_)[row]).substr(1); }
  // Whether these rows quote consecutive lines.
  bool quote(std::size_t row, std::size_t count, LineNo line) const {
    for (std::size_t k = 0; k < count; ++k) {
      const LineNo at = line + static_cast<std::uint32_t>(k);
      if (!may_quote(row + k) || !text_->has(at) || text_->content(at) != quoted(row + k)) return false;
    }
    return true;
  }

 private:
  const Text* text_;
  const Rows* rows_;
  std::vector<bool> may_quote_;
};

}  // namespace

std::optional<DiffContext> diff_context(const Text& text, LineSpan lines, const Rows& rows,
                                        std::span<const std::uint32_t> unmarked) {
  if (unmarked.empty()) return std::nullopt;
  const ContextRows context(text, rows, unmarked);
  std::optional<DiffContext> found;
  for (std::size_t row = 0; row < rows.size() && !found; ++row) {
    if (!context.may_quote(row)) continue;
    const LineNo first = lines.first > LineNo{1} ? lines.first - 1 : lines.first;
    for (LineNo line = first; line < lines.end + 1 && !found; line = line + 1) {
      if (context.quote(row, 1, line)) found = DiffContext{row, line, {}};
    }
  }
  if (!found) return std::nullopt;

  std::size_t above = std::min<std::size_t>(rows.size(), lines.first.value - 1);
  while (above > 0 && !context.quote(0, above, lines.first - static_cast<std::uint32_t>(above))) --above;
  std::size_t below = rows.size() - above;
  while (below > 0 && !context.quote(rows.size() - below, below, lines.end)) --below;
  const auto in_range = [&](std::size_t row) {
    for (LineNo line = lines.first; line < lines.end; line = line + 1) {
      if (context.quote(row, 1, line)) return true;
    }
    return false;
  };
  const auto next_to_range = [&](std::size_t row) {
    return (lines.first > LineNo{1} && context.quote(row, 1, lines.first - 1)) || context.quote(row, 1, lines.end);
  };
  for (std::size_t row = above; row < rows.size() - below; ++row) {
    if (next_to_range(row) && !in_range(row)) continue;
    found->corrected.emplace_back(context.may_quote(row) ? context.quoted(row) : std::string_view(rows[row]));
  }
  return found;
}

}  // namespace kedge
