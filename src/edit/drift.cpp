#include "edit/drift.hpp"

#include <algorithm>
#include <limits>

#include "edit/headers.hpp"
#include "edit/line_hunks.hpp"
#include "text/line_quality.hpp"

namespace kedge {

std::string describe(const Unproven& unproven) {
  switch (unproven.reason) {
    case Unproven::Reason::changed: return "it was changed or removed";
    case Unproven::Reason::indistinct: return "a change beside it could equally have been made on it";
    case Unproven::Reason::header_changed: return "it may stand under another header now";
    case Unproven::Reason::unsupported: return "nothing near it tells it apart from equal lines";
    case Unproven::Reason::parted: return "its two neighbours no longer stand side by side";
  }
  return {};
}

Drift::Drift(Text shown, Text current, std::vector<Slide> hunks, bool exact)
    : shown_(std::move(shown)), current_(std::move(current)), hunks_(std::move(hunks)), exact_(exact) {}

Drift Drift::guessed(Text shown, Text current) {
  std::vector<Slide> hunks = slides(shown, current, diff_lines(shown, current, LineKey::content), LineKey::content);
  return {std::move(shown), std::move(current), std::move(hunks), false};
}

Drift Drift::known(Text shown, Text current, const ChangeSet& changes) {
  std::vector<Slide> hunks;
  for (const Hunk& hunk : line_hunks(shown, current, changes, LineKey::content)) hunks.push_back({hunk, hunk.before});
  return {std::move(shown), std::move(current), std::move(hunks), true};
}

std::size_t Drift::hunks_before(LineNo line) const {
  const auto first_behind =
      std::ranges::partition_point(hunks_, [line](const Slide& slide) { return slide.hunk.before.end <= line; });
  return static_cast<std::size_t>(first_behind - hunks_.begin());
}

LineNo Drift::moved(LineNo line) const {
  const std::size_t above = hunks_before(line);
  if (above == 0) return line;
  const Hunk& hunk = hunks_[above - 1].hunk;
  return hunk.after.end + (line - hunk.before.end);
}

std::optional<LineNo> Drift::kept(LineNo line) const {
  const std::size_t above = hunks_before(line);
  if (above < hunks_.size() && hunks_[above].hunk.before.contains(line)) return std::nullopt;
  return moved(line);
}

std::expected<LineSpan, Unproven> Drift::follow(LineSpan lines) const {
  const auto refused = [](Unproven::Reason reason, LineNo line) { return std::unexpected(Unproven{reason, line}); };
  const std::size_t above = hunks_before(lines.first);
  if (above < hunks_.size() && hunks_[above].hunk.before.first < lines.end) {
    const LineNo touched = std::max(lines.first, hunks_[above].hunk.before.first);
    return refused(Unproven::Reason::changed, touched);
  }
  // Stretches are wider than their hunks: the one above may reach down to these lines, the one below up.
  for (std::size_t i = above > 0 ? above - 1 : 0; i < std::min(above + 1, hunks_.size()); ++i) {
    const LineSpan stretch = hunks_[i].stretch;
    if (stretch.first < lines.end && lines.first < stretch.end) {
      return refused(Unproven::Reason::indistinct, std::max(lines.first, stretch.first));
    }
  }
  const LineSpan now{moved(lines.first), moved(lines.first) + lines.size()};
  if (exact_ || above == 0) return now;

  // Lines whose header lies inside the range share its fate, so only those that reach above it need a look.
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    const std::uint32_t columns = indentation(shown_.content(line));
    if (columns >= least && line != lines.last()) continue;
    least = std::min(least, columns);
    if (!same_headers(line)) return refused(Unproven::Reason::header_changed, line);
  }
  if (!supported(lines, hunks_[above - 1].hunk.before.end)) return refused(Unproven::Reason::unsupported, lines.first);
  return now;
}

bool Drift::same_headers(LineNo line) const {
  const std::vector<LineNo> then = header_chain(shown_, line);
  const std::vector<LineNo> now = header_chain(current_, moved(line));
  return std::ranges::equal(then, now, [&](LineNo old_header, LineNo new_header) {
    const std::optional<LineNo> expected = kept(old_header);
    return expected && *expected == new_header;
  });
}

bool Drift::supported(LineSpan lines, LineNo run_begin) const {
  constexpr std::uint32_t most_looked_at = 32;
  std::uint32_t looked_at = 0;
  const auto tells = [&](LineNo line) {
    return !is_low(shown_.content(line)) && ++looked_at <= most_looked_at && unique_in_both(line);
  };
  for (LineNo line = lines.first; line < lines.end && looked_at < most_looked_at / 2; line = line + 1) {
    if (tells(line)) return true;
  }
  if (std::ranges::any_of(header_chain(shown_, lines.first), tells)) return true;
  for (LineNo line = lines.first; line > run_begin && looked_at < most_looked_at;) {
    line = line - 1;
    if (tells(line)) return true;
  }
  return false;
}

bool Drift::unique_in_both(LineNo line) const {
  const std::string_view content = shown_.content(line);
  const auto count_in = [content](const Text& text, LineSpan lines) {
    std::uint32_t count = 0;
    for (LineNo at = lines.first; at < lines.end && count < 2; at = at + 1) {
      if (text.raw(at).size() - content.size() <= 2 && text.content(at) == content) ++count;
    }
    return count;
  };
  if (count_in(shown_, shown_.all_lines()) != 1) return false;
  // Outside the hunks the two versions hold the same lines.
  return std::ranges::none_of(hunks_, [&](const Slide& slide) { return count_in(current_, slide.hunk.after) > 0; });
}

}  // namespace kedge
