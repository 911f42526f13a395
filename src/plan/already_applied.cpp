#include "plan/already_applied.hpp"

#include <algorithm>

#include "edit/line_hunks.hpp"
#include "plan/quoted.hpp"
#include "plan/shown_rows.hpp"
#include "resolve/quotation.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

struct Made {
  Text text;
  ChangeSet changes;
};

// A version with the whole call applied to it; none if it does not match or does nothing there.
std::optional<Made> applied_to(const Text& text, const Policy& policy, const std::vector<QuotedOperation>& operations,
                               WorkBudget& likeness) {
  std::vector<Substitution> all;
  for (const QuotedOperation& one : operations) {
    std::optional<std::vector<Substitution>> some = quoted_in(text, policy, one.match, one.body, one.op, likeness);
    if (!some) return std::nullopt;
    std::ranges::move(*some, std::back_inserter(all));
  }
  std::size_t size = text.size();
  for (const Substitution& one : all) size += one.text.size();
  constexpr std::size_t beyond_reason = 128UL * 1024 * 1024;
  if (size > beyond_reason) return std::nullopt;
  Result<ChangeSet> changes = substitute(text, std::move(all));
  if (!changes || changes->empty()) return std::nullopt;
  return Made{changes->apply(text), *changes};
}

// Where everything that the changes wrote, with its surroundings, is in the other text in one piece.
std::optional<LineNo> stands_in(const Drift& drift, const Text& before, const Made& applied) {
  std::optional<LineNo> first;
  for (const Hunk& hunk : line_hunks(before, applied.text, applied.changes, LineKey::content)) {
    const LineSpan lines = with_context(applied.text, hunk.after, 1);
    const auto now = lines.empty() ? std::unexpected(Unproven{}) : drift.follow(lines);
    if (!now) return std::nullopt;
    if (!first) first = now->first + (hunk.after.first - lines.first);
  }
  return first;
}

// If a quotation is left that the edit would have replaced, the edit is not there, or there is more to do.
bool as_often_as_in(const Text& file, const Text& applied, const std::vector<QuotedOperation>& operations) {
  return std::ranges::all_of(operations, [&](const QuotedOperation& one) {
    constexpr std::size_t enough = 1000;
    return places_of(file, one.match.text, enough).size() == places_of(applied, one.match.text, enough).size();
  });
}

// New text that contains its quotation can be written again and again. If it is in the file but was not in the shown version,
// somebody has written it since.
std::optional<LineNo> new_since(const Text& shown, const Text& file, const std::vector<QuotedOperation>& operations) {
  for (const QuotedOperation& one : operations) {
    const bool keeps = with_plain_newlines(one.body).find(with_plain_newlines(one.match.text)) != std::string::npos;
    if (!keeps || !places_of(shown, one.body, 1).empty()) continue;
    const std::vector<ByteSpan> there = places_of(file, one.body, 1);
    if (!there.empty()) return file.lines_touched(there.front()).first;
  }
  return std::nullopt;
}

bool quotes_shown_rows(const Text& text, const LineSet& rows, const std::vector<QuotedOperation>& operations) {
  return std::ranges::all_of(operations, [&](const QuotedOperation& one) {
    const std::vector<ByteSpan> places = places_of(text, one.match.text, 1);
    return !places.empty() && rows.contains(text.lines_touched(places.front()));
  });
}

bool read_since(Store& store, std::string_view session, const std::string& path, Moment moment) {
  return std::ranges::any_of(store.events(path), [&](const Event& event) {
    return is_reading(event.kind) && event.session == session && event.moment > moment;
  });
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

// At exactly that place; or, if equal rows let it slide, with its neighbours no further away than it is long.
bool stands_at(const Text& text, LineNo place, const Rows& rows, const InsertedRows& with) {
  const auto count = static_cast<std::uint32_t>(rows.size());
  if (has_rows_at(text, place, rows) || (place.value > count && has_rows_at(text, place - count, rows))) return true;
  for (std::uint32_t shift = 0; shift <= 2 * count; ++shift) {
    const std::uint32_t first = place.value + shift;
    if (first > count + with.above && has_rows_at(text, LineNo{first - count - with.above}, with.rows)) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> repeats_itself(const Session& session, const LoadedFile& file, const Request& request,
                                          const FileRequest& asked) {
  // A call that names its version means the same, whoever sends it.
  const bool names_version = asked.version || asked.tag;
  const std::optional<std::string_view> by = names_version ? std::nullopt : std::optional<std::string_view>(session.id);
  const std::optional<Record> record = session.store.same_call(by, request.identity);
  if (!record || record->undone) return std::nullopt;
  const auto found = std::ranges::find(record->files, file.inside, &RecordedFile::path);
  if (found == record->files.end() || !found->before) return std::nullopt;
  const std::optional<Digest> after = found->after;
  if (!after || read_since(session.store, session.id, file.inside, record->moment)) return std::nullopt;
  std::string told = "this very edit was applied before, and nothing has touched its lines since";
  if (*after == file.version) return told;
  const std::optional<Text> wrote = session.store.text_of(file.inside, *after);
  if (!wrote || found->inverse.base_size() != wrote->size()) return std::nullopt;
  const Text before = found->inverse.apply(*wrote);
  const Drift drift = drift_between(session.store, file.inside, *wrote, *after, file.text, file.version);
  return stands_in(drift, before, {*wrote, found->changes}) ? std::optional(told) : std::nullopt;
}

Applied already_applied(const Session& session, const LoadedFile& file, ShownVersions& shown, const Request& request,
                        const FileRequest& asked, const std::vector<QuotedOperation>& operations) {
  if (const std::optional<std::string> repeated = repeats_itself(session, file, request, asked)) return {.wholly = repeated};
  if (asked.version && *asked.version != file.version) {
    const std::optional<Text> named = session.store.text_of(file.inside, *asked.version);
    const std::optional<Made> made = named ? applied_to(*named, request.policy, operations, shown.likeness()) : std::nullopt;
    if (made && made->text == file.text) return {.wholly = "the file is what this edit makes of the version that was named"};
  }
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown.is_current(i)) {
      // The current file was shown, and the edit was sent all the same.
      if (quotes_shown_rows(file.text, shown[i].lines, operations)) return {};
      continue;
    }
    const Text* const text = shown.text(i);
    const std::optional<Made> made =
        text != nullptr ? applied_to(*text, request.policy, operations, shown.likeness()) : std::nullopt;
    if (!made) continue;
    if (made->text == file.text) return {.wholly = "the file is what this edit makes of the version that was shown"};
    if (!as_often_as_in(file.text, made->text, operations)) return {};
    // The caller means this version; older ones do not matter.
    std::optional<LineNo> there = stands_in(Drift::guessed(made->text, file.text), *text, *made);
    if (!there) there = new_since(*text, file.text, operations);
    return {.among_other_changes = there};
  }
  return {};
}

Error there_already(const LoadedFile& file, LineNo line) {
  Error refused = refuse(Code::no_match,
                         concat(printable(file.given),
                                ": the file has changed since it was shown to you, and the rows that this "
                                "edit makes stand in it already, at line ",
                                line.value, '.'),
                         Json::object({{"path", file.given}, {"new_text_at_line", line.value}, {"changed_since_shown", true}}));
  refused.reason = Reason::new_text_is_there;
  refused.next = "Read the file again; if there is more to do, quote what it says now.";
  add_rows(file, LineSet(with_context(file.text, one_line(line), rows_around)), refused);
  return refused;
}

std::optional<LineNo> stands_already(const Text& shown, const Text& made, const ChangeSet& changes, const Text& file) {
  return stands_in(Drift::guessed(made, file), shown, {made, changes});
}

bool inserted_already(const Text& shown, const std::vector<LineEdit>& edits, const Text& current,
                      const std::vector<LineEdit>& moved) {
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const std::optional<LineEdit> insertion = without_kept_rows(shown, edits[i]);
    if (!insertion) return false;
    const LineNo place = moved[i].lines.first + (insertion->lines.first - edits[i].lines.first);
    const InsertedRows with = with_neighbours(shown, *insertion);
    if (!stands_at(current, place, insertion->rows, with)) return false;
    if (stands_at(shown, insertion->lines.first, insertion->rows, with)) return false;
  }
  return true;
}

}  // namespace kedge
