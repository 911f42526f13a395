#include "edit/drift.hpp"

#include <algorithm>
#include <limits>

#include "edit/headers.hpp"
#include "edit/line_hunks.hpp"
#include "text/line_hash.hpp"
#include "text/line_quality.hpp"

namespace kedge {

std::string describe(const Unproven& unproven) {
  switch (unproven.reason) {
    case Unproven::Reason::changed: return "it was changed or removed";
    case Unproven::Reason::indistinct: return "a change beside it could equally have been made on it";
    case Unproven::Reason::header_changed: return "it may be under another header now";
    case Unproven::Reason::unsupported: return "nothing near it tells it apart from equal lines";
    case Unproven::Reason::parted: return "something new stands between it and its neighbour";
  }
  return {};
}

Drift::Drift(Text shown, Text current, std::vector<Slide> hunks, std::vector<Hunk> other_reading, bool exact)
    : shown_(std::move(shown)),
      current_(std::move(current)),
      hunks_(std::move(hunks)),
      other_reading_(std::move(other_reading)),
      exact_(exact) {}

Drift Drift::guessed(Text shown, Text current, LineKey key) {
  std::vector<Slide> hunks = slides(shown, current, diff_lines(shown, current, key), key);
  std::vector<Hunk> other_reading = diff_lines(shown, current, key, Search::from_the_end);
  Drift drift(std::move(shown), std::move(current), std::move(hunks), std::move(other_reading), false);
  drift.key_ = key;
  return drift;
}

Drift Drift::known(Text shown, Text current, const ChangeSet& changes) {
  std::vector<Slide> hunks;
  for (const Hunk& hunk : line_hunks(shown, current, changes, LineKey::content)) hunks.push_back({hunk, hunk.before});
  return {std::move(shown), std::move(current), std::move(hunks), {}, true};
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

// The line in an equally short diff that was found from the other end.
std::optional<LineNo> Drift::kept_in_other_reading(LineNo line) const {
  const auto behind =
      std::ranges::partition_point(other_reading_, [line](const Hunk& hunk) { return hunk.before.end <= line; });
  if (behind != other_reading_.end() && behind->before.contains(line)) return std::nullopt;
  if (behind == other_reading_.begin()) return line;
  return (behind - 1)->after.end + (line - (behind - 1)->before.end);
}

// Whether an equally short reading with as few hunks has it elsewhere, or removes it. Places to which a hunk can be pushed are
// in_doubt()'s to settle.
bool Drift::has_rival(LineNo line, LineNo now) const {
  const std::size_t above = hunks_before(line);
  if (above < hunks_.size() && hunks_[above].stretch.contains(line)) return false;
  if (!readings_) readings_ = ShortestReadings::of(shown_, current_, key_);
  if (!*readings_ || (*readings_)->all_pair(line, now)) return false;
  return !unique_in_both(line);
}

std::expected<LineSpan, Unproven> Drift::follow(LineSpan lines, Support support) const {
  const std::expected<LineSpan, Unproven> in_place = follow_in_place(lines, support);
  if (in_place || exact_) return in_place;
  const bool elsewhere_now =
      in_place.error().reason == Unproven::Reason::changed || in_place.error().reason == Unproven::Reason::header_changed;
  if (!elsewhere_now) return in_place;
  const std::optional<LineSpan> moved = moved_with_header(lines);
  return moved ? std::expected<LineSpan, Unproven>(*moved) : in_place;
}

std::expected<LineSpan, Unproven> Drift::follow_in_place(LineSpan lines, Support support) const {
  const auto refused = [](Unproven::Reason reason, LineNo line) { return std::unexpected(Unproven{reason, line}); };
  const std::size_t above = hunks_before(lines.first);
  if (above < hunks_.size() && hunks_[above].hunk.before.first < lines.end) {
    const Hunk& inside = hunks_[above].hunk;
    const auto reason = inside.before.empty() ? Unproven::Reason::parted : Unproven::Reason::changed;
    return refused(reason, std::max(lines.first, inside.before.first));
  }
  if (above < hunks_.size()) {
    for (LineNo line = std::max(lines.first, hunks_[above].stretch.first); line < lines.end; line = line + 1) {
      if (in_doubt(line, hunks_[above])) return refused(Unproven::Reason::indistinct, line);
    }
  }
  const LineNo run_begin = above == 0 ? LineNo{1} : hunks_[above - 1].hunk.before.end;
  const LineNo run_end = above < hunks_.size() ? hunks_[above].hunk.before.first : shown_.all_lines().end;
  const LineNo run_begin_now = above == 0 ? LineNo{1} : hunks_[above - 1].hunk.after.end;
  const LineNo first_now = run_begin_now + (lines.first - run_begin);
  const LineSpan now{first_now, first_now + lines.size()};
  if (exact_) return now;
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    const LineNo line_now = now.first + (line - lines.first);
    if (kept_in_other_reading(line) != line_now || has_rival(line, line_now)) {
      return refused(Unproven::Reason::indistinct, line);
    }
  }
  if (above == 0) return now;

  // Lines whose header is inside the range are proven with it, so only those with a header above it need a check.
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    const std::uint32_t columns = indentation(shown_.content(line));
    if (columns >= least && line != lines.last()) continue;
    least = std::min(least, columns);
    if (!same_place(line, now.first + (line - lines.first))) return refused(Unproven::Reason::header_changed, line);
  }
  if (run_reads_as_renamed(lines.first, above)) return refused(Unproven::Reason::header_changed, lines.first);
  if (support == Support::sought && !supported(lines, {run_begin, run_end})) {
    return refused(Unproven::Reason::unsupported, lines.first);
  }
  return now;
}

bool Drift::same_headers(LineNo line, LineNo now, const Pairing& pairing) const {
  return std::ranges::equal(header_chain(shown_, line), header_chain(current_, now),
                            [&](LineNo old_header, LineNo new_header) { return pairing(old_header) == new_header; });
}

// Under the same headers. A blank line proves nothing by itself: it must still be right below the line above it or right
// above the line below it, and that line must be under its headers.
bool Drift::same_place(LineNo line, LineNo now) const {
  const Pairing where_kept = [this](LineNo header) { return kept(header); };
  const std::optional<LineNo> old_owner = owner(shown_, line);
  if (old_owner == line) return same_headers(line, now, where_kept);
  const std::optional<LineNo> owner_now = old_owner ? kept(*old_owner) : std::nullopt;
  if (owner_now == owner(current_, now) && same_headers(line, now, where_kept)) return true;
  LineNo below = line;
  while (shown_.has(below) && is_blank(shown_.content(below))) below = below + 1;
  const LineNo below_now = now + (below - line);
  return shown_.has(below) && kept(below) == below_now && same_headers(below, below_now, where_kept);
}

// Whether the hunk below could slide up onto this line without changing the headers of the line that would then take its
// place. If not, the hunk is unambiguous, and so is the line.
bool Drift::in_doubt(LineNo line, const Slide& slide) const {
  if (!slide.in_doubt().contains(line)) return false;
  const Hunk& hunk = slide.hunk;
  const std::uint32_t reach = slide.in_doubt().size();
  const std::uint32_t up = hunk.before.first - line;
  if (is_blank(shown_.content(line))) return true;  // between two functions it belongs to neither
  if (slide.of_several || (!hunk.before.empty() && !hunk.after.empty()) || exact_) return true;
  if (hunk.before.empty()) {
    // If the hunk slides up, the new lines come before this one, which is then the line at the same distance from their end.
    const Pairing pushed_up = [&](LineNo header) -> std::optional<LineNo> {
      if (!slide.in_doubt().contains(header)) return kept(header);
      return hunk.after.end - (hunk.before.first - header);
    };
    return same_headers(line, hunk.after.end - up, pushed_up);
  }
  // If the hunk slides up, this line is among the removed ones, and one of those is kept in its place.
  const LineSpan kept_instead{hunk.before.end - reach, hunk.before.end};
  const LineSpan removed_instead{hunk.before.first - reach, hunk.before.end - reach};
  const Pairing pushed_up = [&](LineNo header) -> std::optional<LineNo> {
    if (kept_instead.contains(header)) return hunk.after.first - (hunk.before.end - header);
    if (removed_instead.contains(header)) return std::nullopt;
    return kept(header);
  };
  return same_headers(hunk.before.end - up, hunk.after.first - up, pushed_up);
}

bool Drift::supported(LineSpan lines, LineSpan run) const {
  constexpr std::uint32_t most_looked_at = 32;
  std::uint32_t looked_at = 0;
  const auto tells = [&](LineNo line) {
    return !is_low(shown_.content(line)) && ++looked_at <= most_looked_at && unique_in_both(line);
  };
  const auto any_tells = [&](LineSpan among) {  // nearest to its end first
    for (LineNo line = among.end; line > among.first && looked_at < most_looked_at;) {
      line = line - 1;
      if (tells(line)) return true;
    }
    return false;
  };
  const std::vector<LineNo> headers = header_chain(shown_, lines.first);
  // If lines were copied, the original is the copy whose neighbours are still the same.
  const auto copied =
      std::ranges::find_if(headers.rbegin(), headers.rend(), [this](LineNo header) { return has_new_copies(header); });
  if (copied != headers.rend()) {
    const std::uint32_t columns = indentation(shown_.content(*copied));
    LineNo block_end = lines.end;
    while (block_end < run.end && (is_low(shown_.content(block_end)) || indentation(shown_.content(block_end)) > columns)) {
      block_end = block_end + 1;
    }
    const bool held_from_below = run.end == shown_.all_lines().end || any_tells({block_end, run.end});
    looked_at = 0;
    return held_from_below && any_tells({run.first, std::max(run.first, *copied)});
  }

  if (any_tells({run.first, lines.end})) return true;
  // Its headers say which block it is in. Between two nearby changes, they do not say where in the block.
  constexpr std::uint32_t long_run = 8;
  const bool held_from_below = run.end == shown_.all_lines().end || run.size() >= long_run || any_tells({lines.end, run.end});
  looked_at = 0;
  return held_from_below && std::ranges::any_of(headers, tells);
}

namespace {

std::uint32_t count_of(const Text& text, LineSpan lines, std::string_view content,
                       std::uint32_t enough = std::numeric_limits<std::uint32_t>::max()) {
  std::uint32_t count = 0;
  for (LineNo at = lines.first; at < lines.end && count < enough; at = at + 1) {
    if (text.raw(at).size() - content.size() <= 2 && text.content(at) == content) ++count;
  }
  return count;
}

}  // namespace

bool Drift::unique_in_both(LineNo line) const {
  const std::string_view content = shown_.content(line);
  if (count_of(shown_, shown_.all_lines(), content, 2) != 1) return false;
  // Outside the hunks the two versions have the same lines.
  return std::ranges::none_of(hunks_, [&](const Slide& slide) { return count_of(current_, slide.hunk.after, content, 1) > 0; });
}

bool Drift::has_new_copies(LineNo line) const {
  const std::string_view content = shown_.content(line);
  std::int64_t copies = 0;
  for (const Slide& slide : hunks_) {
    copies += count_of(current_, slide.hunk.after, content);
    copies -= count_of(shown_, slide.hunk.before, content);
  }
  return copies > 0;
}

// Where a line that the drift removed is now, if it occurs once in both versions.
std::optional<LineNo> Drift::only_copy_now(LineNo line) const {
  const std::string_view content = shown_.content(line);
  if (is_low(content) || count_of(shown_, shown_.all_lines(), content, 2) != 1) return std::nullopt;
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

// Whether two runs of lines are equal except for headers at this column. Then the change may have been that headers were
// renamed in place.
bool Drift::same_but_headers(LineSpan then, LineSpan now, std::uint32_t columns) const {
  const auto is_header = [columns](std::string_view content) { return indentation(content) == columns && !is_low(content); };
  const bool exist = then.end <= shown_.all_lines().end && now.end <= current_.all_lines().end;
  if (then.size() != now.size() || !exist) return false;
  bool has_body = false;
  for (LineNo line = then.first; line < then.end; line = line + 1) {
    const std::string_view old_line = shown_.content(line);
    const std::string_view new_line = current_.content(now.first + (line - then.first));
    if (old_line != new_line && !(is_header(old_line) && is_header(new_line))) return false;
    has_body = has_body || indentation(old_line) > columns;
  }
  return has_body;
}

// Swapping blocks with equal bodies around this run gives the same bytes as renaming their headers.
bool Drift::run_reads_as_renamed(LineNo line, std::size_t below) const {
  if (below == 0 || below == hunks_.size()) return false;
  const Hunk& first = hunks_[below - 1].hunk;
  const Hunk& last = hunks_[below].hunk;
  if (first.before.size() == first.after.size()) return false;  // the line has not moved
  std::vector<LineNo> headers = header_chain(shown_, line);
  headers.push_back(line);
  return std::ranges::any_of(headers, [&](LineNo header) {
    return same_but_headers({first.before.first, last.before.end}, {first.after.first, last.after.end},
                            indentation(shown_.content(header)));
  });
}

// The same for a block that the diff reports as removed and that is now elsewhere.
bool Drift::block_reads_as_renamed(LineSpan block, LineNo block_now) const {
  const Hunk& gone = hunks_[hunks_before(block.first)].hunk;
  const std::uint32_t columns = indentation(shown_.content(block.first));
  const LineNo end_now = block_now + block.size();
  // Moved down: what was after the block moved up into its place. Moved up: what was before it moved down.
  const LineNo place = gone.after.first + (block.first - gone.before.first);
  if (block_now >= place) {
    const LineSpan now{place, end_now};
    const LineSpan then{block.first, block.first + now.size()};
    return same_but_headers(then, now, columns);
  }
  const bool reaches_behind = block.end > gone.before.end;
  const LineNo place_end =
      reaches_behind ? gone.after.end + (block.end - gone.before.end) : gone.after.end - (gone.before.end - block.end);
  const LineSpan now{block_now, std::max(block_now, place_end)};
  if (block.end.value <= now.size()) return false;
  return same_but_headers({block.end - now.size(), block.end}, now, columns);
}

// Lines of a block that was moved unchanged: everything from the outermost header that moved to the last of these lines
// occurs again, in the same order, in the only place where that header occurs. If the diff finds the whole body
// in its old place under another header, two functions may have been renamed instead, and neither is proven.
std::optional<LineSpan> Drift::moved_with_header(LineSpan lines) const {
  LineNo top = owner(shown_, lines.first).value_or(lines.first);
  for (const LineNo header : header_chain(shown_, lines.first)) {
    if (!kept(header)) top = header;
  }
  const std::optional<LineNo> top_now = only_copy_now(top);
  if (kept(top) || !top_now) return std::nullopt;

  const auto partner = [&](LineNo line) { return *top_now + (line - top); };
  bool body_moved = false;
  LineNo end = top;
  const std::uint32_t columns = indentation(shown_.content(top));
  while (shown_.has(end) && current_.has(partner(end)) && shown_.content(end) == current_.content(partner(end))) {
    const std::string_view content = shown_.content(end);
    const bool of_the_body = end > top && (is_low(content) || indentation(content) > columns);
    if (end > top && !of_the_body) break;
    body_moved = body_moved || (end > top && !is_low(content) && !kept(end));
    end = end + 1;
  }
  while (is_blank(shown_.content(end - 1))) end = end - 1;  // what follows the block is not part of it
  if (end < lines.end || !body_moved || block_reads_as_renamed({top, end}, *top_now)) return std::nullopt;

  const Pairing moved = [&](LineNo line) { return top <= line && line < end ? partner(line) : kept(line); };
  for (LineNo line = lines.first; line < lines.end; line = line + 1) {
    if (!same_headers(line, partner(line), moved)) return std::nullopt;
  }
  return LineSpan{partner(lines.first), partner(lines.first) + lines.size()};
}

}  // namespace kedge
