#include "plan/locate_hashes.hpp"

#include <algorithm>
#include <map>

#include "plan/anchor_refusals.hpp"
#include "plan/locate_lines.hpp"
#include "plan/shown_rows.hpp"
#include "resolve/line_labels.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"
#include "text/line_hash.hpp"

namespace kedge {
namespace {

std::vector<AskedAnchor> anchors_of(const Operation& operation, int op) {
  const auto& lines = std::get<Lines>(operation.target);
  std::vector<AskedAnchor> anchors{{&lines.first, op, lines.last ? RangeEnd::first : RangeEnd::only}};
  if (lines.last) anchors.push_back({&*lines.last, op, RangeEnd::last});
  return anchors;
}

// Versions of the file, each with what is needed to look up lines in it, built on demand.
class HashedVersions {
 public:
  explicit HashedVersions(const FileTask& task) : task_(&task) {}

  // Whether rows of it were read, not only sent or printed in an answer.
  bool was_read(std::size_t i) const {
    const Showing& showing = task_->basis[i];
    return showing.last_read > 0 || (task_->refused_before() && !showing.refused.empty());
  }

  // Whether an anchor can mean one of these rows of it, as far as their numbers tell. Most versions are told apart by that,
  // without their bytes, which a process that has just begun would have to rebuild.
  bool may_be_among(std::size_t i, const Anchor& anchor, const LineSet& rows) const {
    const AtLineHash* const at = std::get_if<AtLineHash>(&anchor);
    if (at == nullptr) return !rows.empty();
    return rows.contains(one_line(at->line)) && task_->basis[i].numbered.contains(one_line(at->line));
  }

  // REQUIRES: its text is kept.
  const HashIndex& index(std::size_t i) {
    const auto found = indexes_.find(i);
    return found != indexes_.end() ? found->second : indexes_.emplace(i, HashIndex(text(i))).first->second;
  }
  const LineLabels& labels(std::size_t i) {
    const auto found = labels_.find(i);
    return found != labels_.end() ? found->second : labels_.emplace(i, LineLabels(index(i))).first->second;
  }
  const Text& text(std::size_t i) { return *task_->basis.text(i); }

  // Lines of a version that an anchor matches and may mean, if at least one of them is among these rows.
  std::vector<LineNo> candidates(std::size_t i, const Anchor& anchor, const LineSet& rows) {
    const auto counts = [&](LineNo line) { return rows.contains(one_line(line)); };
    std::vector<LineNo> lines = std::visit(
        overloaded{
            [&](const AtHash& at) { return is_in_rows(i, at.prefix, rows) ? index(i).find(at.prefix) : std::vector<LineNo>(); },
            [&](const AtLineHash& at) {
              const bool fits = may_be_among(i, anchor, rows) && text(i).has(at.line) &&
                                hash_of(text(i).content(at.line)).has_prefix(at.prefix) && !superseded(i, at.line);
              return fits ? std::vector{at.line} : std::vector<LineNo>();
            },
            [](const auto&) { return std::vector<LineNo>(); }},
        anchor);
    if (std::ranges::none_of(lines, counts)) lines.clear();
    return lines;
  }

  // All lines among these rows that an anchor fits.
  std::vector<LineNo> with_hash(std::size_t i, const Anchor& anchor, const LineSet& rows) {
    std::vector<LineNo> lines;
    if (const AtHash* const at = std::get_if<AtHash>(&anchor)) lines = index(i).find(at->prefix);
    if (const AtLineHash* const at = std::get_if<AtLineHash>(&anchor)) {
      if (text(i).has(at->line) && hash_of(text(i).content(at->line)).has_prefix(at->prefix)) lines = {at->line};
    }
    std::erase_if(lines, [&](LineNo line) { return !rows.contains(one_line(line)); });
    return lines;
  }

  // Where a line of that version is now, if that can be proven.
  std::optional<LineNo> stands_now(std::size_t i, LineNo line) {
    if (task_->basis.is_current(i)) return line;
    const auto found = task_->basis.follow(i, one_line(line), [](const Text& /*version*/) { return false; });
    return found ? std::optional(found->first) : std::nullopt;
  }

 private:
  // An index of a whole version is not needed to see that a few rows do not match. True if they are not few.
  bool is_in_rows(std::size_t i, const std::string& prefix, const LineSet& rows) {
    constexpr std::uint32_t few = 64;
    std::uint32_t count = 0;
    for (const LineSpan& span : rows.spans()) count += span.size();
    if (count > few) return true;
    for (const LineSpan& span : rows.spans()) {
      for (LineNo line = span.first; line < span.end && text(i).has(line); line = line + 1) {
        if (hash_of(text(i).content(line)).has_prefix(prefix) || context_hash(text(i), line).has_prefix(prefix)) return true;
      }
    }
    return false;
  }

  // A row that was read later at the same number supersedes this one, unless they are equal.
  bool superseded(std::size_t i, LineNo line) {
    for (std::size_t later = 0; later < i; ++later) {
      const Showing& showing = task_->basis[later];
      // A version can come back: what was read of it may be older, even if a refusal has shown rows of it again.
      const bool was_read_later = showing.last_read > task_->basis[i].last_read;
      const bool counts = (was_read_later && showing.read.contains(one_line(line))) ||
                          ((was_read_later || task_->refused_before()) && showing.refused.contains(one_line(line)));
      if (!counts || !showing.numbered.contains(one_line(line))) continue;
      const Text* const newer = task_->basis.text(later);
      if (newer == nullptr || newer->content(line) != text(i).content(line)) return true;
    }
    return false;
  }

  const FileTask* task_;
  std::map<std::size_t, HashIndex> indexes_;
  std::map<std::size_t, LineLabels> labels_;
};

class HashLocator final : public Locator {
 public:
  explicit HashLocator(const FileTask& task) : task_(&task), versions_(task) {}

  std::vector<Location> locate(std::size_t version, Belief belief) override {
    std::vector<Location> all;
    for (const Operation& operation : task_->asked.operations) {
      const int op = static_cast<int>(all.size());
      all.push_back(belief == Belief::version ? Location(std::unexpected(Misfit{})) : locate(version, belief, operation, op));
    }
    return all;
  }
  std::vector<Location> locate_now() override {
    std::vector<Location> all;
    all.reserve(task_->asked.operations.size());
    for (const Operation& operation : task_->asked.operations) {
      all.push_back(range_of_two_versions(operation, static_cast<int>(all.size())));
    }
    return all;
  }
  std::vector<Error> refusals(const std::vector<Missed>& missed) override;

 private:
  Location locate(std::size_t i, Belief belief, const Operation& operation, int op);
  Location located(const Operation& operation, int op, LineNo first, LineNo last) const;
  Location range_of_two_versions(const Operation& operation, int op);
  Result<LineNo> meant(std::size_t i, const AskedAnchor& asked, const std::vector<LineNo>& candidates, const LineSet& rows);
  bool is_the_same_line(std::size_t other, const AskedAnchor& asked, std::size_t i, LineNo line);
  std::optional<Error> meant_otherwise(std::size_t i, const AskedAnchor& asked, LineNo line);
  std::optional<Error> meant_as_refused(std::size_t i, const std::vector<AskedAnchor>& anchors, LineSpan lines);
  bool are_from_refusal(const std::vector<AskedAnchor>& anchors);
  bool is_as_read(std::size_t i, const std::vector<AskedAnchor>& anchors);
  std::optional<LineNo> neighbour_with_same_digits(std::size_t i, const std::vector<AskedAnchor>& anchors,
                                                   const Operation& operation);
  bool is_shown_in(std::size_t i, const Anchor& anchor);
  std::size_t nearest_version(const std::vector<AskedAnchor>& anchors);

  const FileTask* task_;
  HashedVersions versions_;
};

// The line that an anchor means among those that it matches. REQUIRES: one of them is among the rows.
Result<LineNo> HashLocator::meant(std::size_t i, const AskedAnchor& asked, const std::vector<LineNo>& candidates,
                                  const LineSet& rows) {
  const AtHash* const at = std::get_if<AtHash>(asked.anchor);
  if (at == nullptr) return candidates.front();
  const auto ambiguous = [&] {
    return std::unexpected(ambiguous_anchor(task_->file, versions_.text(i), asked, *at, candidates));
  };
  if (at->occurrence) {
    if (*at->occurrence > candidates.size())
      return std::unexpected(no_such_occurrence(task_->file, asked, *at, candidates.size()));
    const LineNo line = candidates[*at->occurrence - 1];
    if (!at->line || *at->line == line) return line;
    // A caller that counts only the rows shown with exactly this hash counts fewer of them.
    std::uint32_t alike = 0;
    for (const LineNo candidate : candidates) {
      if (versions_.labels(i).hash(candidate) == at->prefix) ++alike;
      if (candidate == *at->line && alike == *at->occurrence) return candidate;
    }
    return ambiguous();
  }
  std::vector<LineNo> lines = candidates;
  if (at->line && std::ranges::find(lines, *at->line) != lines.end()) lines = {*at->line};
  if (lines.size() > 1) std::erase_if(lines, [&](LineNo line) { return !rows.contains(one_line(line)); });
  if (lines.size() != 1) return ambiguous();
  const bool alone = asked.end == RangeEnd::only;
  if (alone && task_->policy().refuses_low_entropy && is_low(versions_.text(i).content(lines.front()))) {
    return std::unexpected(low_entropy(task_->file, versions_.text(i), versions_.labels(i), asked, lines.front()));
  }
  return lines.front();
}

// Whether the number means a line of another version that has become the same one, so that its bytes need not be looked at.
bool HashLocator::is_the_same_line(std::size_t other, const AskedAnchor& asked, std::size_t i, LineNo line) {
  const AtLineHash* const at = std::get_if<AtLineHash>(asked.anchor);
  if (at == nullptr) return false;
  const std::optional<LineSpan> now = task_->basis.follow_own(other, one_line(at->line));
  return now && now->first == versions_.stands_now(i, line);
}

// An answer or a refusal can reuse a line number that meant another line when the file was read, and so can rows that the
// caller has sent itself. It is unknown whether it means what it read or what was there later. Rows of answers that are named
// by hash alone are no evidence.
std::optional<Error> HashLocator::meant_otherwise(std::size_t i, const AskedAnchor& asked, LineNo line) {
  const bool by_number = std::holds_alternative<AtLineHash>(*asked.anchor);
  const bool was_read = versions_.was_read(i);
  for (std::size_t other = 0; other < task_->basis.size(); ++other) {
    const bool later = other < i;
    if (other == i || (!later && (was_read || !versions_.was_read(other)))) continue;
    const Showing& showing = task_->basis[other];
    const LineSet& rows = !later ? showing.read : by_number ? showing.lines : showing.refused;
    if (!versions_.may_be_among(other, *asked.anchor, rows) || is_the_same_line(other, asked, i, line)) continue;
    if (task_->basis.text(other) == nullptr) continue;
    const std::vector<LineNo> there = versions_.candidates(other, *asked.anchor, rows);
    if (there.size() != 1) continue;
    const AtHash* const at = std::get_if<AtHash>(asked.anchor);
    if (!later && at != nullptr && at->line == line && there.front() != line) continue;  // the number says which is meant
    const std::optional<LineNo> now = versions_.stands_now(other, there.front());
    if (now == versions_.stands_now(i, line)) continue;
    return means_two_lines(*task_, asked, later ? there.front() : line);
  }
  return std::nullopt;
}

// A range of a version that was read long ago, of which both ends are among rows that a refusal has shown since, with other
// lines between them: the version that was read last does not have it, so that the refusal may be what its caller looked at.
std::optional<Error> HashLocator::meant_as_refused(std::size_t i, const std::vector<AskedAnchor>& anchors, LineSpan lines) {
  const std::optional<std::size_t> current = task_->basis.current();
  if (anchors.size() != 2 || task_->refused_before() || !current || *current == i) return std::nullopt;
  if (task_->basis.in_order(Belief::read).front() == i) return std::nullopt;
  std::vector<LineNo> ends;
  for (const AskedAnchor& asked : anchors) {
    const std::vector<LineNo> there = versions_.with_hash(*current, *asked.anchor, task_->basis[*current].refused);
    if (there.size() != 1) return std::nullopt;
    ends.push_back(there.front());
  }
  const LineSpan shown{std::min(ends.front(), ends.back()), std::max(ends.front(), ends.back()) + 1};
  const auto now = task_->basis.follow(i, lines, [](const Text& /*version*/) { return false; });
  if ((now && *now == shown) || !task_->basis[*current].refused.contains(shown)) return std::nullopt;
  return means_two_lines(*task_, anchors.front(), shown.first);
}

Location HashLocator::located(const Operation& operation, int op, LineNo first, LineNo last) const {
  std::vector<AutoCorrection> corrections;
  if (std::get<Lines>(operation.target).last) {
    const AskedAnchor asked = anchors_of(operation, op).front();
    if (std::optional<Error> refused = put_in_order(*task_, asked, first, last, corrections))
      return std::unexpected(Misfit{.why = Misfit::Why::refused, .refusal = std::move(refused)});
  }
  Location found = located_lines(*task_, operation, op, {first, last + 1});
  if (found) found->auto_corrections = std::move(corrections);
  if (found) found->counts = &Showing::lines;
  return found;
}

// Whether all anchors have the number and the hash of a row that a refusal has shown, and no row that was read has both.
bool HashLocator::are_from_refusal(const std::vector<AskedAnchor>& anchors) {
  const std::optional<std::size_t> current = task_->basis.current();
  if (!current || task_->basis[*current].refused.empty()) return false;
  return std::ranges::all_of(anchors, [&](const AskedAnchor& asked) {
    const AtHash* const at = std::get_if<AtHash>(asked.anchor);
    if (at == nullptr || !at->line) return false;
    const auto has_it = [&](std::size_t i, const LineSet& rows) {
      if (!rows.contains(one_line(*at->line)) || task_->basis.text(i) == nullptr) return false;
      const std::vector<LineNo> lines = versions_.index(i).find(at->prefix);
      return std::ranges::find(lines, *at->line) != lines.end();
    };
    if (!has_it(*current, task_->basis[*current].refused)) return false;
    for (std::size_t i = 0; i < task_->basis.size(); ++i) {
      if (has_it(i, task_->basis[i].read)) return false;
    }
    return true;
  });
}

// Whether a call that repeats a refused one would change the very text that was read. A caller that repeats itself without a
// thought must not overwrite somebody else's change, nor another of several equal lines.
bool HashLocator::is_as_read(std::size_t i, const std::vector<AskedAnchor>& anchors) {
  const Showing& now = task_->basis[i];
  const auto ends_in = [&](std::size_t version, const LineSet& rows) {
    std::vector<LineNo> ends;
    for (const AskedAnchor& asked : anchors) {
      const std::vector<LineNo> lines = versions_.with_hash(version, *asked.anchor, rows);
      if (lines.size() == 1) ends.push_back(lines.front());
    }
    std::ranges::sort(ends);
    return ends;
  };
  LineSet rows = now.read;
  if (ends_in(i, rows).size() == anchors.size()) return true;  // it does not depend on the refusal
  rows.add(now.refused);
  const std::vector<LineNo> here = ends_in(i, rows);
  for (const std::size_t earlier : task_->basis.in_order(Belief::read)) {
    if (earlier == i || task_->basis.text(earlier) == nullptr) continue;
    const LineSet& read = task_->basis[earlier].read;
    const bool was_read = std::ranges::all_of(
        anchors, [&](const AskedAnchor& asked) { return !versions_.with_hash(earlier, *asked.anchor, read).empty(); });
    if (!was_read) continue;
    const std::vector<LineNo> then = ends_in(earlier, read);
    if (then.size() != anchors.size() || here.size() != anchors.size()) return false;
    const std::uint32_t count = then.back() - then.front();
    if (here.back() - here.front() != count) return false;
    for (std::uint32_t k = 0; k <= count; ++k) {
      if (versions_.text(i).content(here.front() + k) != versions_.text(earlier).content(then.front() + k)) return false;
    }
    return true;
  }
  return true;
}

// A number that is off by one goes unnoticed if the line next to it happens to have the same digits. If all anchors fit one
// line further as well, the caller is asked once, unless the new text says which line it replaces.
std::optional<LineNo> HashLocator::neighbour_with_same_digits(std::size_t i, const std::vector<AskedAnchor>& anchors,
                                                              const Operation& operation) {
  if (!task_->basis.is_current(i)) return std::nullopt;  // its rows could not be shown
  const Text& text = versions_.text(i);
  for (const bool below : {false, true}) {
    bool all_fit = true;
    std::optional<LineNo> other;
    for (const AskedAnchor& asked : anchors) {
      const AtLineHash* const at = std::get_if<AtLineHash>(asked.anchor);
      if (at == nullptr || (!below && at->line == LineNo{1})) return std::nullopt;
      const LineNo next = below ? at->line + 1 : at->line - 1;
      all_fit = all_fit && text.has(next) && hash_of(text.content(next)).has_prefix(at->prefix);
      if (!all_fit) break;
      if (!other && text.content(next) != text.content(at->line)) other = next;
    }
    if (!all_fit || !other) continue;
    const LineNo named = std::get<AtLineHash>(*anchors.front().anchor).line;
    const Rows rows = rows_of(operation.body);
    const bool replaces = std::get<Lines>(operation.target).side == Side::over && !rows.empty();
    WorkBudget& likeness = task_->basis.likeness();
    const auto alike = [&](LineNo line) { return similarity(text.content(line), rows.front(), likeness); };
    if (!replaces || alike(named) <= alike(*other)) return other;
  }
  return std::nullopt;
}

// A file without lines is shown as one empty row.
bool name_the_row_of_an_empty_file(const std::vector<AskedAnchor>& anchors) {
  return std::ranges::all_of(anchors, [](const AskedAnchor& asked) {
    const AtLineHash* const at = std::get_if<AtLineHash>(asked.anchor);
    return at != nullptr && at->line == LineNo{1} && hash_of("").has_prefix(at->prefix);
  });
}

Location HashLocator::locate(std::size_t i, Belief belief, const Operation& operation, int op) {
  const std::vector<AskedAnchor> anchors = anchors_of(operation, op);
  const LineSet rows = task_->basis.rows(i, belief, task_->refused_before() || are_from_refusal(anchors));
  if (versions_.text(i).line_count() == 0 && name_the_row_of_an_empty_file(anchors)) {
    Location located = located_lines(*task_, operation, op, between_lines(LineNo{1}));
    if (located) located->edits.front().lean = Lean::neither;
    return located;
  }
  std::vector<std::vector<LineNo>> candidates;
  for (const AskedAnchor& asked : anchors) {
    candidates.push_back(versions_.candidates(i, *asked.anchor, rows));
    if (candidates.back().empty()) return std::unexpected(Misfit{});
  }
  std::vector<Error> refusals;
  std::vector<LineNo> lines;
  if (task_->repeats == Repeats::refused && !is_as_read(i, anchors)) return std::unexpected(Misfit{});
  for (std::size_t k = 0; k < anchors.size(); ++k) {
    Result<LineNo> line = meant(i, anchors[k], candidates[k], rows);
    if (!line) {
      refusals.push_back(std::move(line).error());
    } else if (std::optional<Error> refused = meant_otherwise(i, anchors[k], *line)) {
      return std::unexpected(Misfit{.why = Misfit::Why::refused, .refusal = std::move(refused)});
    } else {
      lines.push_back(*line);
    }
  }
  if (!refusals.empty()) return std::unexpected(Misfit{.why = Misfit::Why::refused, .refusal = together(std::move(refusals))});
  if (std::optional<Error> refused =
          meant_as_refused(i, anchors, {std::min(lines.front(), lines.back()), std::max(lines.front(), lines.back()) + 1})) {
    return std::unexpected(Misfit{.why = Misfit::Why::refused, .refusal = std::move(refused)});
  }
  if (std::optional<LineNo> other =
          task_->refused_before() ? std::nullopt : neighbour_with_same_digits(i, anchors, operation)) {
    return std::unexpected(
        Misfit{.why = Misfit::Why::refused, .refusal = same_digits(*task_, anchors.front(), lines.front(), *other)});
  }
  return located(operation, op, lines.front(), lines.back());
}

// A range of which one end was read and the other was in an answer since. Its rows must have been shown as they are now.
Location HashLocator::range_of_two_versions(const Operation& operation, int op) {
  if (!std::get<Lines>(operation.target).last) return std::unexpected(Misfit{});
  std::vector<LineNo> lines;
  std::optional<std::size_t> current;
  for (const AskedAnchor& asked : anchors_of(operation, op)) {
    std::optional<LineNo> now;
    for (const Belief belief : {Belief::read, Belief::shown}) {
      for (std::size_t i = 0; i < task_->basis.size() && !now; ++i) {
        if (task_->basis.is_current(i)) current = i;
        // What is named by its number is told apart by that, in versions whose rows are no longer indexed as well.
        const bool by_hash = std::holds_alternative<AtHash>(*asked.anchor);
        if (by_hash && belief == Belief::read && !task_->basis.may_be_read_in(i)) continue;
        const LineSet rows = task_->basis.rows(i, belief, task_->refused_before());
        if (!versions_.may_be_among(i, *asked.anchor, rows) || task_->basis.text(i) == nullptr) continue;
        const std::vector<LineNo> there = versions_.candidates(i, *asked.anchor, rows);
        if (there.size() == 1) now = versions_.stands_now(i, there.front());
        if (!there.empty() && !now) return std::unexpected(Misfit{});
      }
    }
    if (!now) return std::unexpected(Misfit{});
    lines.push_back(*now);
  }
  const LineSpan span{std::min(lines.front(), lines.back()), std::max(lines.front(), lines.back()) + 1};
  if (lines.size() != 2 || !current || !task_->basis[*current].lines.contains(span)) return std::unexpected(Misfit{});
  return located(operation, op, lines.front(), lines.back());
}

bool HashLocator::is_shown_in(std::size_t i, const Anchor& anchor) {
  return task_->basis.text(i) != nullptr && !versions_.candidates(i, anchor, task_->basis[i].lines).empty();
}

// The version in which most anchors match a shown row; the newest if there are several.
std::size_t HashLocator::nearest_version(const std::vector<AskedAnchor>& anchors) {
  std::size_t nearest = 0;
  std::ptrdiff_t most = -1;
  for (std::size_t i = 0; i < task_->basis.size(); ++i) {
    const std::ptrdiff_t count =
        std::ranges::count_if(anchors, [&](const AskedAnchor& asked) { return is_shown_in(i, *asked.anchor); });
    if (count > most) nearest = i;
    most = std::max(most, count);
  }
  return nearest;
}

std::vector<Error> HashLocator::refusals(const std::vector<Missed>& missed) {
  UnfitAnchors unfit(*task_);
  for (const auto& [k, misfit] : missed) {
    if (misfit.refusal) {
      unfit.add(*misfit.refusal);
      continue;
    }
    // Anchors that match the nearest version are not to blame, unless something else is wrong with them.
    const std::vector<AskedAnchor> anchors = anchors_of(task_->asked.operations[k], static_cast<int>(k));
    const std::size_t i = nearest_version(anchors);
    for (const AskedAnchor& asked : anchors) {
      bool known = false;
      for (std::size_t version = 0; version < task_->basis.size() && !known; ++version) {
        known = is_shown_in(version, *asked.anchor);
      }
      if (!known || !is_shown_in(i, *asked.anchor)) {
        unfit.add(asked, known);
        continue;
      }
      const LineSet& rows = task_->basis[i].lines;
      Result<LineNo> line = meant(i, asked, versions_.candidates(i, *asked.anchor, rows), rows);
      if (!line) unfit.add(std::move(line).error());
    }
  }
  return {unfit.finish()};
}

}  // namespace

bool names_by_hash(const FileRequest& asked) {
  return std::ranges::any_of(asked.operations, [](const Operation& operation) {
    const Lines* const lines = std::get_if<Lines>(&operation.target);
    return lines != nullptr &&
           (std::holds_alternative<AtHash>(lines->first) || std::holds_alternative<AtLineHash>(lines->first));
  });
}

Result<std::unique_ptr<Locator>> hash_locator(const FileTask& task) { return std::make_unique<HashLocator>(task); }

}  // namespace kedge
