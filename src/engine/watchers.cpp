#include "engine/watchers.hpp"

#include <algorithm>
#include <utility>

#include "engine/carry_out.hpp"
#include "engine/history.hpp"
#include "engine/narrowed_plan.hpp"
#include "render/change_list.hpp"
#include "render/outcome_diff.hpp"
#include "render/summary.hpp"
#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_editable_bytes = 256UL * 1024;

std::string summary_text(const FileOutcome& file) {
  if (file.removed) return "the file is removed";
  const std::string done = !file.destination.empty() ? concat("the file is ", printable(file.destination), " now")
                           : file.created            ? counted(file.after.line_count(), "line")
                                                     : to_text(summary_of(file.before, file.after, file.changes));
  return concat(done, execution_text(file));
}

bool has_recovered(const Workspace& workspace) {
  return workspace.recovered().finished + workspace.recovered().rolled_back > 0;
}

bool is_change(const FileOutcome& file) { return file.effect == Effect::applied || file.effect == Effect::previewed; }

Happening::File file_of(const FileOutcome& outcome) {
  Happening::File file{.path = outcome.inside, .op = std::string(op_of(outcome)), .destination = outcome.destination};
  if (!outcome.created) file.previous_version = to_hex(outcome.version_before);
  if (!outcome.removed) file.version = to_hex(outcome.version_after);
  file.summary = summary_text(outcome);
  const RowCounts rows = row_counts(outcome);
  file.added = rows.added;
  file.removed = rows.removed;
  file.recovered = outcome.recovered.value_or("");
  ToldText diff = told_text(readable_diff(outcome, changed_hunks(outcome)));
  file.diff = std::move(diff.text);
  file.bytes_left_out = diff.bytes_left_out;
  for (const Hunk& hunk : proposed_hunks(outcome)) {
    file.hunks.push_back({.before = hunk.before.first.value,
                          .lines_before = hunk.before.size(),
                          .after = hunk.after.first.value,
                          .lines_after = hunk.after.size()});
  }
  return file;
}

std::vector<Happening::File> files_of(const Receipt& receipt) {
  std::vector<Happening::File> files;
  for (const FileOutcome& file : receipt.files) {
    if (is_change(file)) files.push_back(file_of(file));
  }
  return files;
}

// A person may change the text before accepting it.
void add_texts(Happening& told, const Receipt& planned) {
  std::size_t at = 0;
  for (const FileOutcome& file : planned.files) {
    if (!is_change(file)) continue;
    const bool can_be_edited = !file.removed && file.after.size() <= most_editable_bytes && is_utf8(file.after.bytes());
    if (can_be_edited) told.files[at].text = file.after.bytes();
    ++at;
  }
}

Happening recovered_by_edit(const Session& session, const Deed& deed, const Happening& done) {
  Happening told = happening(session, Happening::Kind::recovered, name_of(deed.kind));
  for (const Happening::File& file : done.files) {
    if (!file.recovered.empty()) told.files.push_back({.path = file.path, .recovered = file.recovered});
  }
  return told;
}

}  // namespace

std::string_view name_of(Happening::Kind kind) {
  switch (kind) {
    case Happening::Kind::opened: return "opened";
    case Happening::Kind::proposed: return "proposed";
    case Happening::Kind::applied: return "applied";
    case Happening::Kind::refused: return "refused";
    case Happening::Kind::undone: return "undone";
    case Happening::Kind::recovered: return "recovered";
  }
  return "applied";
}

Happening happening(const Session& session, Happening::Kind kind, std::string_view op) {
  return {.kind = kind, .time = session.workspace.fs().now(), .session = session.id, .op = std::string(op)};
}

Happening proposed_files(const Receipt& planned) {
  Happening told{.kind = Happening::Kind::proposed};
  told.files = files_of(planned);
  return told;
}

Happening proposed(const Session& session, std::string_view op, const Receipt& planned, bool waits) {
  Happening told = happening(session, Happening::Kind::proposed, op);
  told.files = proposed_files(planned).files;
  told.warnings = planned.warnings;
  told.waits = waits;
  if (waits) add_texts(told, planned);
  return told;
}

void tell_proposed(const Session& session, std::string_view op, const Receipt& planned, bool waits) noexcept {
  if (std::ranges::none_of(planned.files, is_change)) return;
  tell(session, [&] { return std::vector{proposed(session, op, planned, waits)}; });
}

void tell_done(const Session& session, const Deed& deed, const Receipt& receipt) noexcept {
  if (std::ranges::none_of(receipt.files, is_change)) return;
  tell(session, [&] {
    const bool turned = deed.kind == RecordKind::undo || deed.kind == RecordKind::redo;
    Happening done = happening(session, turned ? Happening::Kind::undone : Happening::Kind::applied, name_of(deed.kind));
    done.files = files_of(receipt);
    done.undo_id = turned ? deed.takes_back : receipt.undo_id;
    done.warnings = receipt.warnings;
    std::vector<Happening> all;
    if (Happening moved = recovered_by_edit(session, deed, done); !moved.files.empty()) all.push_back(std::move(moved));
    all.push_back(std::move(done));
    return all;
  });
}

void tell_refused(const Session& session, std::string_view op, const Error& error) noexcept {
  if (error.reason == Reason::answer_awaited) return;
  tell(session, [&] {
    Happening told = happening(session, Happening::Kind::refused, op);
    if (error.path) told.files.push_back({.path = *error.path});
    told.code = row_of(error.code).name;
    told.message = to_text(error);
    return std::vector{std::move(told)};
  });
}

Happening recorded_happening(const Record& record) {
  const bool turned = record.kind == RecordKind::undo || record.kind == RecordKind::redo;
  Happening told{.kind = turned ? Happening::Kind::undone : Happening::Kind::applied,
                 .time = record.time,
                 .who = record.client,
                 .session = record.session,
                 .op = std::string(name_of(record.kind))};
  told.undo_id = turned ? record.takes_back : record.id;
  for (const RecordedFile& file : record.files) {
    told.files.push_back({.path = file.path, .op = std::string(op_of(file)), .destination = file.destination});
  }
  return told;
}

Happening recorded_happening(Store& store, const Record& record) {
  Happening told = recorded_happening(record);
  for (std::size_t i = 0; i < record.files.size(); ++i) {
    if (const std::optional<FileOutcome> outcome = recorded_outcome(store, record.files[i])) {
      told.files[i] = file_of(*outcome);
    } else {
      told.files[i].summary = "the bytes of that time are not kept";
    }
  }
  return told;
}

std::optional<Happening> recovered_at_start(const Workspace& workspace) {
  if (!has_recovered(workspace)) return std::nullopt;
  const Recovered& recovered = workspace.recovered();
  Happening told{.kind = Happening::Kind::recovered, .time = workspace.fs().now()};
  told.message =
      concat("a process that died had left changes: ", recovered.finished, " finished, ", recovered.rolled_back, " taken back");
  told.warnings = recovered.remarks;
  return told;
}

void tell_recovered(const Session& session) noexcept {
  if (!has_recovered(session.workspace)) return;
  tell(session, [&]() -> std::vector<Happening> {
    Happening told = recovered_at_start(session.workspace).value();
    told.session = session.id;
    return {std::move(told)};
  });
}

ToldText told_text(std::string_view whole) {
  if (whole.size() <= most_told_bytes) return {std::string(whole)};
  const std::size_t end = whole.rfind('\n', most_told_bytes - 1);
  const std::string_view told = whole.substr(0, end == std::string_view::npos ? most_told_bytes : end + 1);
  return {std::string(told), whole.size() - told.size()};
}

}  // namespace kedge
