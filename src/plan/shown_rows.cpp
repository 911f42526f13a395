#include "plan/shown_rows.hpp"

#include <algorithm>
#include <map>

#include "plan/basis.hpp"
#include "render/row.hpp"
#include "support/strings.hpp"

namespace kedge {
std::string described(const LineSet& lines) {
  std::string out;
  for (const LineSpan& span : lines.spans()) {
    append(out, concat(out.empty() ? "" : ", ", span.first.value, span.size() > 1 ? concat('-', span.last().value) : ""));
  }
  return out;
}

namespace {

struct PrintedRows {
  LineSet lines;
  std::string text;
};

PrintedRows put_rows(const LoadedFile& file, const LineSet& lines, Error& refusal, RowStyle style) {
  const RowPrinter print = style != nullptr ? style(file.text) : numbered_rows(file.text);
  std::string rows;
  LineSet printed;
  bool is_full = false;
  for (const LineSpan& span : lines.spans()) {
    for (LineNo line = span.first; line < span.end && file.text.has(line) && !is_full; line = line + 1) {
      const std::size_t before = rows.size();
      print(rows, line);
      append(rows, '\n');
      is_full = !file.room->take(rows.size() - before);
      if (is_full) {
        rows.resize(before);
        append(rows, "…\n");
      } else {
        printed.add(one_line(line));
      }
    }
  }
  refusal.facts.set("rows", rows);
  refusal.has_rows = true;
  refusal.facts.set("file_version", to_hex(file.version));
  return {std::move(printed), std::move(rows)};
}

}  // namespace

LineSet set_row_facts(const LoadedFile& file, const LineSet& lines, Error& refusal, RowStyle style) {
  return put_rows(file, lines, refusal, style).lines;
}

LineSet add_rows(const Session& session, const LoadedFile& file, const LineSet& lines, Error& refusal, const Policy& policy) {
  if (!policy.tags) return add_rows(file, lines, refusal, policy.rows);
  refusal.facts.set("tag", session.store.tag_of(file.inside, file.version));
  return set_row_facts(file, lines, refusal, policy.rows);
}

LineSet add_rows(const LoadedFile& file, const LineSet& lines, Error& refusal, RowStyle style) {
  PrintedRows printed = put_rows(file, lines, refusal, style);
  if (!printed.text.empty())
    append(refusal.what, concat('\n', std::string_view(printed.text).substr(0, printed.text.size() - 1)));
  return std::move(printed.lines);
}

void show_missing(const Session& session, const LoadedFile& file, const LineSet& missing, Error& refusal,
                  const Policy& policy) {
  const LineSet printed = add_rows(session, file, missing, refusal, policy);
  add_shown(file, printed, refusal);
  if (printed == missing || printed.empty()) return;
  refusal.facts.set("shown_here", described(printed));
  refusal.next =
      concat("There is room for some of them only: lines ", described(printed),
             " are shown here and count as shown now. Send the same call again to be shown the next ones, or read the "
             "file from line ",
             (printed.spans().back().last() + 1).value, " on; it passes when all of them have been shown.");
}

Error not_shown(const LoadedFile& file, const LineSet& lines, std::string_view more) {
  const std::string numbers = described(lines);
  const bool one = lines.spans().size() == 1 && lines.spans().front().size() == 1;
  return refuse(Code::lines_not_shown,
                concat(printable(file.given), ": ", one ? "line " : "lines ", numbers, one ? " has" : " have",
                       " not been shown to you", more, '.'),
                {{"path", file.given}, {"lines", numbers}});
}

Result<void> check_seen(const LoadedFile& file, const Session& session, const Policy& policy) {
  const LineSet missing = whole_rows(showing_of(session, file.inside, file.version)).missing(file.text.all_lines());
  const auto met = [&] { return file.text.line_count() > 0 || has_met(session, file.inside); };
  if (missing.empty() && met()) return {};
  Error refused = not_shown(file, missing);
  refused.facts.set("actual", to_hex(file.version));
  show_missing(session, file, missing, refused, policy);
  if (const LineSet cut = cut_rows(file.text, missing); !cut.empty()) {
    refused.next =
        concat("Lines ", described(cut),
               " are too long to be shown whole, so the file cannot be replaced as a whole. Use the edit tool, which "
               "changes some of its lines and leaves the others as they are.");
  }
  return std::unexpected(std::move(refused));
}

std::optional<Error> holding_nul(const LoadedFile& file, const LineSet& lines) {
  for (const LineSpan& span : lines.spans()) {
    for (LineNo line = span.first; line < span.end && file.text.has(line); line = line + 1) {
      if (file.text.content(line).find('\0') == std::string_view::npos) continue;
      return refuse(Code::binary_file, {{"path", file.given}, {"line", line.value}});
    }
  }
  return std::nullopt;
}

LineSet common(const LineSet& one, const LineSet& other) {
  LineSet both;
  for (const LineSpan& span : one.spans()) {
    for (const LineSpan& with : other.spans()) {
      const LineSpan lines{std::max(span.first, with.first), std::min(span.end, with.end)};
      if (lines.first < lines.end) both.add(lines);
    }
  }
  return both;
}

namespace {

// A session of one call, as on the command line, cannot remember what it was refused. The records do, for the first operations
// of a call: whoever repeats it sends them again. They keep it as what was shown to a session that repeats this operation.
std::span<const Operation> first_operations(const FileRequest& file) {
  constexpr std::size_t most_recorded = 16;
  return std::span(file.operations).first(std::min(file.operations.size(), most_recorded));
}

std::string session_repeating(const Session& session, const FileRequest& file, const Operation& operation, Repeats as) {
  const std::string_view knowing = as == Repeats::refused_for_both ? " for both of " : " ";
  return concat(session.id, " repeating", knowing, to_hex(identity_of(file.path, operation)));
}

void note(const Session& session, const ShownRows& rows, EventKind kind, Numbers numbers, const LineSet& also_cut) {
  LineSet cut = cut_rows(rows.text, rows.lines);
  cut.add(also_cut);
  session.store.remember(rows.path, rows.text, rows.version);
  session.store.show(session.id, rows.path, rows.version, rows.lines, kind, session.workspace.fs().now(),
                     numbers == Numbers::shown ? rows.lines : LineSet(), cut, {});
}

void add_with_others(const Error& refusal, std::vector<const Error*>& all) {
  all.push_back(&refusal);
  for (const Error& other : refusal.others) add_with_others(other, all);
}

// What a refusal of a batch shows of one version is recorded at once, however many parts it has.
void add_shown(const Error& refusal, std::vector<ShownRows>& shown) {
  for (const ShownRows& rows : refusal.shows) {
    const auto there =
        std::ranges::find_if(shown, [&](const ShownRows& one) { return one.path == rows.path && one.version == rows.version; });
    if (there == shown.end()) {
      shown.push_back(rows);
    } else {
      there->lines.add(rows.lines);
    }
  }
}

}  // namespace

void add_shown(const LoadedFile& file, const LineSet& lines, Error& refusal) {
  refusal.shows.push_back({file.inside, file.text, file.version, lines});
}

void record_refusal(const Session& session, const Request& request, const Error& refusal) {
  std::vector<const Error*> all;
  add_with_others(refusal, all);
  for (const FileRequest& file : request.files) {
    std::map<Repeats, std::vector<ShownRows>> shown_as;
    for (const Error* const one : all) {
      const bool names_it = one->path == file.path || (file.literal_path && one->path == *file.literal_path);
      const bool for_both = one->reason == Reason::fits_two_places;
      if (names_it) add_shown(*one, shown_as[for_both ? Repeats::refused_for_both : Repeats::refused]);
    }
    for (const auto& [as, shown] : shown_as) {
      if (shown.empty()) continue;
      for (const Operation& operation : file.operations) {
        session.misread->add_refused(shown.front().path, identity_of(file.path, operation), as);
      }
      if (session.lasts) continue;
      for (const Operation& operation : first_operations(file)) {
        const std::string repeating = session_repeating(session, file, operation, as);
        for (const ShownRows& rows : shown) {
          session.store.show(repeating, rows.path, rows.version, rows.lines, EventKind::refused, session.workspace.fs().now(),
                             {});
        }
      }
    }
  }
  std::vector<ShownRows> shown;
  for (const Error* const one : all) add_shown(*one, shown);
  for (const ShownRows& rows : shown) note(session, rows, EventKind::refused, Numbers::shown, {});
  for (const Error* const one : all) {
    if (!one->misread) continue;
    const auto& [path, stale_version] = *one->misread;
    if (stale_version) session.misread->add_stale(path, *stale_version);
    if (!stale_version) session.misread->add(path);
  }
}

Repeats repetition_of(const Session& session, const FileRequest& asked, const LoadedFile& file) {
  Repeats most = Repeats::nothing;
  const bool may_repeat = session.misread->has_refused(file.inside);
  for (const Operation& operation : asked.operations) {
    if (!may_repeat) break;
    most = std::max(most, session.misread->was_refused(file.inside, identity_of(asked.path, operation)));
  }
  if (session.lasts) return most;
  Moment last_read = 0;
  for (const Event& event : session.store.events(file.inside)) {
    if (event.kind == EventKind::shown && event.session == session.id) last_read = event.moment;
  }
  for (const Operation& operation : first_operations(asked)) {
    for (const Repeats as : {Repeats::refused, Repeats::refused_for_both}) {
      const std::vector<Showing> with =
          session.store.last_shown(session_repeating(session, asked, operation, as), file.inside, 1);
      if (!with.empty() && with.front().last > last_read) most = std::max(most, as);
    }
  }
  return most;
}

void note_shown(const Session& session, const LoadedFile& file, const LineSet& lines, EventKind kind, Numbers numbers,
                const LineSet& also_cut) {
  if (kind == EventKind::shown) session.misread->forget_refused(file.inside);
  note(session, {file.inside, file.text, file.version, lines}, kind, numbers, also_cut);
}

}  // namespace kedge
