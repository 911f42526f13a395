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

std::optional<LineNo> Drift::kept(LineNo line) const {
  const std::size_t above = hunks_before(line);
  if (above < hunks_.size() && hunks_[above].hunk.before.contains(line)) return std::nullopt;
  if (above == 0) return line;
  const Hunk& hunk = hunks_[above - 1].hunk;
  return hunk.after.end + (line - hunk.before.end);
}

bool Drift::is_new(LineNo current_line) const {
  const auto behind =
      std::ranges::partition_point(hunks_, [&](const Slide& slide) { return slide.hunk.after.end <= current_line; });
  return behind != hunks_.end() && behind->hunk.after.contains(current_line);
}

std::expected<LineSpan, Unproven> Drift::follow(LineSpan lines) const {
  const auto refused = [](Unproven::Reason reason, LineNo line) { return std::unexpected(Unproven{reason, line}); };
  const std::size_t above = hunks_before(lines.first);
  if (above < hunks_.size() && hunks_[above].hunk.before.first < lines.end) {
    if (const std::optional<LineSpan> now = moved_with_header(lines)) return *now;
    return refused(Unproven::Reason::changed, std::max(lines.first, hunks_[above].hunk.before.first));
  }
  if (above < hunks_.size()) {
    for (LineNo line = std::max(lines.first, hunks_[above].stretch.first); line < lines.end; line = line + 1) {
      if (in_doubt(line, hunks_[above])) return refused(Unproven::Reason::indistinct, line);
    }
  }
  const LineNo first_now =
      above == 0 ? lines.first : hunks_[above - 1].hunk.after.end + (lines.first - hunks_[above - 1].hunk.before.end);
  const LineSpan now{first_now, first_now + lines.size()};
  if (exact_ || above == 0) return now;

  // Lines whose header lies inside the range share its fate, so only those that reach above it need a look.
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    const std::uint32_t columns = indentation(shown_.content(line));
    if (columns >= least && line != lines.last()) continue;
    least = std::min(least, columns);
    const LineNo line_now = now.first + (line - lines.first);
    const auto where_kept = [this](LineNo header) { return kept(header); };
    if (!same_owner(line, line_now) || !same_headers(line, line_now, where_kept)) {
      return refused(Unproven::Reason::header_changed, line);
    }
  }
  if (!supported(lines, hunks_[above - 1].hunk.before.end)) return refused(Unproven::Reason::unsupported, lines.first);
  return now;
}

bool Drift::same_headers(LineNo line, LineNo now, const Pairing& pairing) const {
  return std::ranges::equal(header_chain(shown_, line), header_chain(current_, now),
                            [&](LineNo old_header, LineNo new_header) { return pairing(old_header) == new_header; });
}

// A blank line is the same only under the same line.
bool Drift::same_owner(LineNo line, LineNo now) const {
  const std::optional<LineNo> old_owner = owner(shown_, line);
  return (old_owner ? kept(*old_owner) : std::nullopt) == owner(current_, now);
}

// Whether the hunk below could be pushed up onto this line and leave the headers of whatever then takes the line's place
// as they are. If not, the hunk stands where it stands, and the line is beyond doubt.
bool Drift::in_doubt(LineNo line, const Slide& slide) const {
  if (!slide.in_doubt().contains(line)) return false;
  const Hunk& hunk = slide.hunk;
  const std::uint32_t reach = slide.in_doubt().size();
  const std::uint32_t up = hunk.before.first - line;
  if (slide.of_several || (!hunk.before.empty() && !hunk.after.empty()) || exact_) return true;
  if (hunk.before.empty()) {
    // Pushed up, the new lines come before this one, which then is the line as far from their end.
    const Pairing pushed_up = [&](LineNo header) -> std::optional<LineNo> {
      if (!slide.in_doubt().contains(header)) return kept(header);
      return hunk.after.end - (hunk.before.first - header);
    };
    return same_headers(line, hunk.after.end - up, pushed_up);
  }
  // Pushed up, this line is among the removed ones, and one of those is kept in its place.
  const LineSpan kept_instead{hunk.before.end - reach, hunk.before.end};
  const LineSpan removed_instead{hunk.before.first - reach, hunk.before.end - reach};
  const Pairing pushed_up = [&](LineNo header) -> std::optional<LineNo> {
    if (kept_instead.contains(header)) return hunk.after.first - (hunk.before.end - header);
    if (removed_instead.contains(header)) return std::nullopt;
    return kept(header);
  };
  return same_headers(hunk.before.end - up, hunk.after.first - up, pushed_up);
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

namespace {

std::uint32_t count_up_to_two(const Text& text, LineSpan lines, std::string_view content) {
  std::uint32_t count = 0;
  for (LineNo at = lines.first; at < lines.end && count < 2; at = at + 1) {
    if (text.raw(at).size() - content.size() <= 2 && text.content(at) == content) ++count;
  }
  return count;
}

}  // namespace

bool Drift::unique_in_both(LineNo line) const {
  const std::string_view content = shown_.content(line);
  if (count_up_to_two(shown_, shown_.all_lines(), content) != 1) return false;
  // Outside the hunks the two versions hold the same lines.
  return std::ranges::none_of(hunks_,
                              [&](const Slide& slide) { return count_up_to_two(current_, slide.hunk.after, content) > 0; });
}

// Where a line that the drift removed stands again, if it occurs once in both versions.
std::optional<LineNo> Drift::only_copy_now(LineNo line) const {
  const std::string_view content = shown_.content(line);
  if (is_low(content) || count_up_to_two(shown_, shown_.all_lines(), content) != 1) return std::nullopt;
  std::optional<LineNo> found;
  for (const Slide& slide : hunks_) {
    for (LineNo at = slide.hunk.after.first; at < slide.hunk.after.end; at = at + 1) {
      if (current_.content(at) != content) continue;
      if (found) return std::nullopt;
      found = at;
    }
  }
  return found;
}

// Lines of a block that was moved as it is: from the outermost header that moved down to the last of these lines
// everything stands again, in the same order, at the only place where that header stands.
std::optional<LineSpan> Drift::moved_with_header(LineSpan lines) const {
  if (exact_) return std::nullopt;
  LineNo top = owner(shown_, lines.first).value_or(lines.first);
  for (const LineNo header : header_chain(shown_, lines.first)) {
    if (kept(header)) break;
    top = header;
  }
  const std::optional<LineNo> top_now = only_copy_now(top);
  if (!top_now) return std::nullopt;
  const LineNo end = std::max(lines.end, top + 2);  // a header alone is not yet a block
  const LineNo end_now = *top_now + (end - top);
  if (end > shown_.all_lines().end || end_now > current_.all_lines().end) return std::nullopt;

  const auto partner = [&](LineNo line) { return *top_now + (line - top); };
  for (LineNo line = top; line < end; line = line + 1) {
    if (shown_.content(line) != current_.content(partner(line))) return std::nullopt;
    // The diff may pair a stray bracket with any other; a line with content that it saw elsewhere is a second story.
    const bool elsewhere = kept(line).value_or(partner(line)) != partner(line) || !is_new(partner(line));
    if (elsewhere && !is_low(shown_.content(line))) return std::nullopt;
  }
  const Pairing moved = [&](LineNo line) { return top <= line && line < end ? partner(line) : kept(line); };
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    if (!same_headers(line, partner(line), moved)) return std::nullopt;
  }
  return LineSpan{partner(lines.first), partner(lines.first) + lines.size()};
}

}  // namespace kedge
