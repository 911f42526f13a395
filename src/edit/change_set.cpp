#include "edit/change_set.hpp"

#include <algorithm>

#include "support/common_ends.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// At one place insertions come first, so that "before line 5" and "replace line 5" go together.
bool stands_before(const Edit& a, const Edit& b) {
  if (a.span.begin != b.span.begin) return a.span.begin < b.span.begin;
  return a.span.empty() && !b.span.empty();
}

Error overlap(const Text& base, const Edit& a, const Edit& b) {
  const LineNo line = base.lines_touched({b.span.begin, b.span.begin}).first;
  return refuse(Code::overlapping_operations,
                concat("Operations ", a.op + 1, " and ", b.op + 1, " both touch line ", line.value, '.'),
                {{"first", a.op + 1}, {"second", b.op + 1}, {"line", line.value}});
}

}  // namespace

Result<ChangeSet> ChangeSet::make(const Text& base, std::vector<Edit> edits) {
  if (edits.size() > 1) std::ranges::stable_sort(edits, stands_before);  // takes memory, even for one
  std::vector<Error> overlaps;
  const Edit* widest = nullptr;  // of those so far, the one that reaches furthest
  for (const Edit& edit : edits) {
    KEDGE_REQUIRE(edit.span.begin <= edit.span.end && edit.span.end.value <= base.size());
    if (widest != nullptr && edit.span.begin < widest->span.end) overlaps.push_back(overlap(base, *widest, edit));
    if (widest == nullptr || edit.span.end > widest->span.end) widest = &edit;
  }
  if (!overlaps.empty()) return std::unexpected(together(std::move(overlaps)));
  ChangeSet changes(base.size());
  changes.edits_ = std::move(edits);
  return changes;
}

ChangeSet ChangeSet::in_order(std::size_t base_size, std::vector<Edit> edits) {
  ByteOffset behind;
  for (const Edit& edit : edits) {
    KEDGE_REQUIRE(behind <= edit.span.begin && edit.span.begin <= edit.span.end && edit.span.end.value <= base_size);
    behind = edit.span.end;
  }
  ChangeSet changes(base_size);
  changes.edits_ = std::move(edits);
  return changes;
}

Text ChangeSet::apply(const Text& base) const {
  KEDGE_REQUIRE(base.size() == base_size_);
  std::vector<Replacement> replacements;
  replacements.reserve(edits_.size());
  for (const Edit& edit : edits_) replacements.push_back({edit.span, edit.text});
  return base.with(replacements);
}

bool ChangeSet::makes(const Text& base, const Text& result) const {
  KEDGE_REQUIRE(base.size() == base_size_);
  std::size_t size = base_size_;
  for (const Edit& edit : edits_) size = size - edit.span.size() + edit.text.size();
  if (size != result.size()) return false;
  std::string_view rest = result.bytes();
  const auto comes_next = [&rest](std::string_view piece) {
    if (!rest.starts_with(piece)) return false;
    rest.remove_prefix(piece.size());
    return true;
  };
  ByteOffset behind;
  for (const Edit& edit : edits_) {
    if (!comes_next(base.slice({behind, edit.span.begin})) || !comes_next(edit.text)) return false;
    behind = edit.span.end;
  }
  return rest == base.bytes().substr(behind.value);
}

ChangeSet ChangeSet::invert(const Text& base) const {
  KEDGE_REQUIRE(base.size() == base_size_);
  ChangeSet inverse;
  std::size_t grown = 0;  // modulo 2^N: what the edits so far added, less what they removed
  for (const Edit& edit : edits_) {
    const ByteOffset begin = edit.span.begin + grown;
    inverse.edits_.push_back({{begin, begin + edit.text.size()}, std::string(base.slice(edit.span)), edit.op, edit.lean});
    grown += edit.text.size() - edit.span.size();
  }
  inverse.base_size_ = base_size_ + grown;
  return inverse;
}

ChangeSet ChangeSet::then(const Text& middle, const ChangeSet& next) const {
  KEDGE_REQUIRE(middle.size() == next.base_size_);
  ChangeSet both(base_size_);
  std::size_t i = 0;
  std::size_t j = 0;
  std::size_t grown = 0;  // by the edits of this one that are completely passed
  while (i < edits_.size() || j < next.edits_.size()) {
    // Edits that touch in the middle text become one: start with the earlier one and merge whatever it reaches.
    const auto middle_begin = [&] { return edits_[i].span.begin + grown; };
    const bool mine_first = j == next.edits_.size() || (i < edits_.size() && middle_begin() <= next.edits_[j].span.begin);
    Edit merged{.span = {}, .text = {}, .op = mine_first ? edits_[i].op : next.edits_[j].op, .lean = Lean::neither};
    const ByteOffset begin = mine_first ? middle_begin() : next.edits_[j].span.begin;
    ByteOffset end = begin;
    ByteOffset copied = begin;
    merged.span.begin = {begin.value - grown};
    for (bool more = true; more;) {
      more = false;
      for (; i < edits_.size() && middle_begin() <= end; ++i, more = true) {
        end = std::max(end, middle_begin() + edits_[i].text.size());
        grown += edits_[i].text.size() - edits_[i].span.size();
      }
      for (; j < next.edits_.size() && next.edits_[j].span.begin <= end; ++j, more = true) {
        const Edit& edit = next.edits_[j];
        merged.text.append(middle.slice({copied, edit.span.begin})).append(edit.text);
        copied = edit.span.end;
        end = std::max(end, edit.span.end);
      }
    }
    merged.text.append(middle.slice({copied, end}));
    merged.span.end = {end.value - grown};
    both.edits_.push_back(std::move(merged));
  }
  return both;
}

ChangeSet ChangeSet::trimmed(const Text& base) const {
  ChangeSet kept(base_size_);
  for (const Edit& edit : edits_) {
    const std::string_view old = base.slice(edit.span);
    const std::string_view text = edit.text;
    const std::size_t front = common_prefix(old, text);
    const std::size_t back = common_suffix(old.substr(front), text.substr(front));
    const ByteSpan span{edit.span.begin + front, {edit.span.end.value - back}};
    const std::string_view rest = text.substr(front, text.size() - front - back);
    if (!span.empty() || !rest.empty()) kept.edits_.push_back({span, std::string(rest), edit.op, edit.lean});
  }
  return kept;
}

std::optional<LineNo> ChangeSet::map_line(const Text& base, const Text& after, LineNo line) const {
  const ByteSpan bytes = base.span(one_line(line));
  std::size_t grown = 0;
  for (const Edit& edit : edits_) {
    if (edit.span.begin >= bytes.end) break;
    const bool clear_above = edit.span.end <= bytes.begin;
    if (!clear_above) return std::nullopt;
    grown += edit.text.size() - edit.span.size();
  }
  const LineSpan now = after.lines_touched({bytes.begin + grown, bytes.end + grown});
  // Text right before or after it without a line break has made it part of another line.
  if (now.size() != 1 || after.raw(now.first) != base.raw(line)) return std::nullopt;
  return now.first;
}

std::optional<LineNo> ChangeSet::first_changed_line(const Text& base, const Text& after) const {
  if (edits_.empty()) return std::nullopt;
  const std::size_t safe = edits_.front().span.begin.value;  // nothing changes before the first edit
  const std::size_t same = safe + common_prefix(base.bytes().substr(safe), after.bytes().substr(safe));
  if (same == base.size() && same == after.size()) return std::nullopt;
  const auto line_at = [same](const Text& text) { return text.lines_touched({{same}, {same}}).first; };
  const LineNo line = std::min(line_at(base), line_at(after));
  // A last line that only gained or lost its terminator, because something now follows it or followed it before.
  const bool content_kept = base.has(line) && after.has(line) && base.content(line) == after.content(line);
  const bool was_or_is_open = content_kept && base.terminator(line).empty() != after.terminator(line).empty();
  return was_or_is_open && base.has(line + 1) != after.has(line + 1) ? line + 1 : line;
}

}  // namespace kedge
