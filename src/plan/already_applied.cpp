#include "plan/already_applied.hpp"

#include <algorithm>
#include <functional>
#include <ranges>

#include "edit/line_hunks.hpp"

namespace kedge {
namespace {

struct Made {
  Text text;
  ChangeSet changes;
};

using Follow = std::function<std::optional<LineSpan>(LineSpan)>;

Follow over(const Drift& drift) {
  return [&drift](LineSpan lines) {
    const auto now = drift.follow(lines);
    return now ? std::optional(*now) : std::nullopt;
  };
}

// Where everything that the changes wrote, with its surroundings, is in the other text in one piece.
std::optional<LineNo> stands_in(const Follow& follow, const Text& before, const Made& applied) {
  std::optional<LineNo> first;
  for (const Hunk& hunk : line_hunks(before, applied.text, applied.changes, LineKey::content)) {
    const LineSpan lines = with_context(applied.text, hunk.after, 1);
    const std::optional<LineSpan> now = lines.empty() ? std::nullopt : follow(lines);
    if (!now) return std::nullopt;
    if (!first) first = now->first + (hunk.after.first - lines.first);
  }
  return first;
}

// What kedge made of a version since, change by change; nullopt if that is not all that became of it, or not known.
std::optional<std::vector<OwnStep>> own_steps(Store& store, const std::string& path, Moment moment, const Digest& from,
                                              const Digest& to) {
  std::vector<OwnStep> steps = store.steps_since(path, moment);
  // If the file has been that version again since, only what came after counts.
  const auto back = std::ranges::find(steps.rbegin(), steps.rend(), from, &OwnStep::after);
  steps.erase(steps.begin(), back.base());
  const Digest* at = &from;
  for (const OwnStep& step : steps) {
    if (step.before != *at || step.lines == nullptr) return std::nullopt;
    at = &step.after;
  }
  return *at == to ? std::optional(std::move(steps)) : std::nullopt;
}

std::optional<LineSpan> followed(const std::vector<OwnStep>& steps, LineSpan lines) {
  for (const OwnStep& step : steps) {
    if (lines.end.value > step.lines->lines_before() + 1) return std::nullopt;
    const auto now = step.lines->follow(lines);
    if (!now) return std::nullopt;
    lines = *now;
  }
  return lines;
}

// The edit without the rows that it repeats at either end of what it replaces, if what is left is an insertion.
std::optional<LineEdit> without_kept_rows(const Text& text, const LineEdit& edit) {
  const std::size_t replaced = edit.lines.size();
  const auto replaced_row = [&](std::size_t i) { return text.content(edit.lines.first + static_cast<std::uint32_t>(i)); };
  std::size_t kept_above = 0;
  while (kept_above < std::min(replaced, edit.rows.size()) && edit.rows[kept_above] == replaced_row(kept_above)) ++kept_above;
  const std::size_t left = replaced - kept_above;
  for (std::size_t i = 1; i <= left; ++i) {
    if (edit.rows.size() < kept_above + i || edit.rows[edit.rows.size() - i] != replaced_row(replaced - i)) return std::nullopt;
  }
  if (edit.rows.size() <= replaced) return std::nullopt;
  LineEdit insertion = edit;
  insertion.lines = between_lines(edit.lines.first + static_cast<std::uint32_t>(kept_above));
  insertion.rows.assign(edit.rows.begin() + static_cast<std::ptrdiff_t>(kept_above),
                        edit.rows.end() - static_cast<std::ptrdiff_t>(replaced - kept_above));
  return insertion;
}

bool has_rows_at(const Text& text, LineNo first, std::span<const std::string> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const LineNo line = first + static_cast<std::uint32_t>(i);
    if (!text.has(line) || text.content(line) != rows[i]) return false;
  }
  return !rows.empty();
}

// The rows that an insertion adds, with a few rows around it.
struct InsertedRows {
  std::uint32_t above = 0;  // how many of them are before the new ones
  Rows rows;
};

InsertedRows with_neighbours(const Text& text, const LineEdit& edit) {
  constexpr std::uint32_t reach = 3;
  const LineSpan around = with_context(text, edit.lines, reach);
  InsertedRows out{.above = edit.lines.first - around.first, .rows = {}};
  for (LineNo line = around.first; line < edit.lines.first; line = line + 1) out.rows.emplace_back(text.content(line));
  out.rows.insert(out.rows.end(), edit.rows.begin(), edit.rows.end());
  for (LineNo line = edit.lines.first; line < around.end; line = line + 1) out.rows.emplace_back(text.content(line));
  return out;
}

// Where the rows stand: at exactly that place; or, if equal rows let it slide, with its neighbours no further away than it is
// long.
std::optional<LineNo> stands_at(const Text& text, LineNo place, const Rows& rows, const InsertedRows& with) {
  const auto count = static_cast<std::uint32_t>(rows.size());
  if (has_rows_at(text, place, rows)) return place;
  if (place.value > count && has_rows_at(text, place - count, rows)) return place - count;
  for (std::uint32_t shift = 0; shift <= 2 * count; ++shift) {
    const std::uint32_t first = place.value + shift;
    if (first > count + with.above && has_rows_at(text, LineNo{first - count - with.above}, with.rows))
      return LineNo{first - count};
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> repeats_itself(const FileTask& task) {
  const Session& session = task.session;
  const LoadedFile& file = task.file;
  // A call that names its version means the same, whoever sends it.
  const bool names_version = task.asked.version || task.asked.tag;
  const std::optional<std::string_view> by = names_version ? std::nullopt : std::optional<std::string_view>(session.id);
  const std::optional<Record> record = session.store.same_call(by, task.request.identity);
  if (!record || record->undone) return std::nullopt;
  const auto found = std::ranges::find(record->files, file.inside, &RecordedFile::path);
  if (found == record->files.end() || !found->before) return std::nullopt;
  const std::optional<Digest> after = found->after;
  if (!after || session.store.read_since(session.id, file.inside, record->moment)) return std::nullopt;
  std::string told = "this very edit was applied before, and nothing has touched its lines since";
  if (*after == file.version) return told;
  const std::optional<Text> wrote = session.store.text_of(file.inside, *after);
  if (!wrote || found->inverse.base_size() != wrote->size()) return std::nullopt;
  const Text before = found->inverse.apply(*wrote);
  const Made made{*wrote, found->changes};
  std::optional<LineNo> place;
  if (const auto steps = own_steps(session.store, file.inside, record->moment, *after, file.version)) {
    place = stands_in([&](LineSpan lines) { return followed(*steps, lines); }, before, made);
  } else {
    const Drift drift = drift_between(session.store, file.inside, *wrote, *after, file.text, file.version);
    place = stands_in(over(drift), before, made);
  }
  return place ? std::optional(told) : std::nullopt;
}

std::optional<LineNo> stands_already(const Text& shown, const Text& made, const ChangeSet& changes, const Text& file) {
  const Drift drift = Drift::guessed(made, file);
  return stands_in(over(drift), shown, {made, changes});
}

std::optional<LineNo> inserted_already(const Text& shown, const std::vector<LineEdit>& edits, const Text& current,
                                       const std::vector<LineEdit>& moved) {
  std::optional<LineNo> first;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const std::optional<LineEdit> insertion = without_kept_rows(shown, edits[i]);
    if (!insertion) return std::nullopt;
    const LineNo place = moved[i].lines.first + (insertion->lines.first - edits[i].lines.first);
    const InsertedRows with = with_neighbours(shown, *insertion);
    const std::optional<LineNo> now = stands_at(current, place, insertion->rows, with);
    if (!now || stands_at(shown, insertion->lines.first, insertion->rows, with)) return std::nullopt;
    if (!first) first = now;
  }
  return first;
}

}  // namespace kedge
