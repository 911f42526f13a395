#include "plan/stale_lines.hpp"

#include <algorithm>

#include "plan/likely_lines.hpp"
#include "plan/locate_lines.hpp"
#include "plan/shown_rows.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// Whether rows that are to be added at an edge of the file are there.
bool stands_at_edge(const Text& now, const LineEdit& edit) {
  const auto count = static_cast<std::uint32_t>(edit.rows.size());
  if (count > now.line_count()) return false;
  const LineNo first = edit.lean == Lean::above ? LineNo{1} : now.all_lines().end - count;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (now.content(first + i) != edit.rows[i]) return false;
  }
  return true;
}

// Where the edge of the file is that rows are to be added at.
std::string told_edge(const Text& now, const LineEdit& edit) {
  if (now.line_count() == 0) return " The file is empty now.";
  if (edit.lean == Lean::above) return " Line 1 is the first of the file now.";
  return concat(" Line ", now.line_count(), " is the last of the file now.");
}

// The edit without the rows at its ends that stay as they are.
LineEdit without_kept_ends(const Text& text, const LineEdit& edit) {
  LineEdit core = edit;
  const auto size = [&] { return std::min<std::size_t>(core.lines.size(), core.rows.size()); };
  while (size() > 0 && core.rows.front() == text.content(core.lines.first)) {
    core.rows.erase(core.rows.begin());
    core.lines.first = core.lines.first + 1;
  }
  while (size() > 0 && core.rows.back() == text.content(core.lines.last())) {
    core.rows.pop_back();
    core.lines.end = core.lines.last();
  }
  return core;
}

// The lines that an edit is about: those that it changes, or the neighbour of its new rows that it keeps.
struct Changed {
  LineSpan lines;
  LineEdit edit;
};
Changed what_changes(const Text& text, const LineEdit& edit, LineSpan named) {
  const LineEdit core = edit.lines == named ? without_kept_ends(text, edit) : edit;
  if (core.lines == edit.lines || (core.lines.empty() && core.rows.empty())) return {named, edit};
  if (!core.lines.empty()) return {core.lines, core};
  const bool has_above = edit.lines.first < core.lines.first;
  return {one_line(has_above ? core.lines.first - 1 : core.lines.first), core};
}

}  // namespace

void say_where_they_are(const FileTask& task, std::size_t version, const std::vector<const Located*>& parts, Error& refused) {
  constexpr std::size_t most_places_told = 20;  // each is looked for in the whole file
  constexpr std::string_view done = " This part of the edit is done already.";
  const Text& shown = *task.basis.text(version);
  const Text& now = task.file.text;
  const Whereabouts& whereabouts = task.basis.whereabouts(version);
  LineSet all_named;
  for (const Located* const part : parts) all_named.add(part->named);
  LineSet rows = likely_lines(shown, now, all_named);
  struct ToldPart {
    LineSpan named, lines;  // lines: those of the named ones that the edit changes
    LineEdit edit;
    LikelyPlace place, core;
    std::optional<LineSpan> made_at;
  };
  using Fate = LikelyPlace::Fate;
  std::vector<ToldPart> told_parts;
  LineSet made;  // rows of the file that the parts would write
  std::size_t told = 0;
  bool is_all_done = true;
  bool is_moved = false;
  bool has_same_anchors = true;
  for (const Located* const each : parts) {
    const Located& located = *each;
    if (located.named.empty() && !located.edits.empty()) {
      const LineEdit& edit = located.edits.front();
      const bool is_done = stands_at_edge(now, edit);
      is_all_done = is_all_done && is_done;
      append(refused.what, concat(told_edge(now, edit), is_done ? done : ""));
      const LineNo edge = edit.lean == Lean::above ? LineNo{1} : now.all_lines().end;
      rows.add(with_context(now, between_lines(edge), 1));
      has_same_anchors = false;
    }
    for (const LineSpan& named : located.named.spans()) {
      if (located.edits.empty() || ++told > most_places_told) continue;
      const auto [lines, edit] = what_changes(shown, located.edits.front(), named);
      told_parts.push_back({named, lines, edit, whereabouts.of(named), whereabouts.of(lines), std::nullopt});
      ToldPart& part = told_parts.back();
      part.made_at = whereabouts.made_at(lines, edit, part.core);
      if (part.made_at) made.add(*part.made_at);
    }
  }
  for (ToldPart& part : told_parts) {
    // What another part makes is not what this one is about, even if it reads the same.
    const auto is_made = [&](const LikelyPlace& place) { return place.fate == Fate::moved && made.contains(place.lines); };
    if (!part.made_at && is_made(part.core)) {
      part.core = whereabouts.in_place(part.lines);
      part.made_at = whereabouts.made_at(part.lines, part.edit, part.core);
    }
    if (is_made(part.place)) part.place = whereabouts.in_place(part.named);
    for (const LikelyPlace& each : {part.place, part.core}) {
      rows.add(each.lines.empty() ? with_context(now, each.lines, 1) : each.lines);
      is_moved = is_moved || each.fate == Fate::moved;
    }
    has_same_anchors = has_same_anchors && part.place.fate == Fate::kept && part.place.lines == part.named;
    is_all_done = is_all_done && part.made_at;
    if (part.lines != part.named) append(refused.what, whereabouts.told(part.named, part.place));
    append(refused.what, concat(whereabouts.told(part.lines, part.core), part.made_at ? done : ""));
  }
  const auto reworded = [](Error& error) {
    const std::string_view gone = "it was changed or removed";
    if (const std::size_t at = error.what.find(gone); at != std::string::npos)
      error.what.replace(at, gone.size(), "it is not in its place any more");
  };
  if (is_moved) {
    reworded(refused);
    std::ranges::for_each(refused.others, reworded);
  }
  if (told > 0 && told <= most_places_told && is_all_done) {
    refused.next = "All of it is in the file already, so that nothing is left to do; if more is wanted, read the file again.";
  } else if (!task.policy().tags) {
    refused.next = concat("The rows shown here count as shown: if they are meant, send the edit ",
                          has_same_anchors ? "again" : "with their anchors", "; otherwise re-read the file.");
  }
  show_current_rows(task.session, task.file, rows, refused, task.policy());
}

}  // namespace kedge
