#include "engine/apply_plan.hpp"

#include <algorithm>
#include <new>

#include "commit/commit.hpp"
#include "edit/line_hunks.hpp"
#include "plan/basis.hpp"
#include "plan/shown_rows.hpp"
#include "render/preview.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

FileChange change_of(const FileOutcome& file) {
  FileChange change{.path = file.path};
  change.folders_to_remove = file.folders_to_remove;
  if (file.attributes) change.attributes = attributes_from_text(*file.attributes);
  if (!file.created) change.base = file.before;
  change.vetted = file.vetted;
  if (!file.destination.empty()) {
    change.kind = ChangeKind::move;
    change.destination = file.destination;
    change.expected = file.version_before;
    if (file.version_after != file.version_before || file.executable) {
      change.executable = file.executable;
      change.text = file.after;
      change.result = file.version_after;
    }
    return change;
  }
  if (file.created) {
    change.kind = ChangeKind::create;
  } else {
    change.kind = file.removed ? ChangeKind::remove : ChangeKind::replace;
    change.expected = file.version_before;
  }
  if (!file.removed) {
    change.text = file.after;
    change.result = file.version_after;
    change.executable = file.executable;
  }
  return change;
}

std::vector<Hunk> hunks_of(const FileOutcome& file) {
  return line_hunks(file.before, file.after, file.changes, LineKey::content);
}

RecordedFile recorded(const FileOutcome& file, const std::vector<Hunk>& hunks) {
  RecordedFile out{.path = file.inside};
  if (!file.created) out.before = file.version_before;
  if (!file.removed) out.after = file.version_after;
  out.destination = file.destination;
  out.changes = file.changes;
  out.inverse = file.changes.invert(file.before);
  if (file.removed && file.was_executable) {
    out.executable_before = true;
  } else if (file.executable && *file.executable != file.was_executable) {
    if (!file.created) out.executable_before = file.was_executable;
    out.executable_after = file.executable;
  }
  out.attributes = file.removed ? file.attributes : std::nullopt;
  out.folders_made = file.folders_made;
  if (!file.created && !file.removed && file.destination.empty()) out.lines.emplace(file.before.line_count(), hunks);
  return out;
}

struct KnownRows {
  LineSet sent;      // those that the session wrote
  LineSet numbered;  // and those printed in the answer
  LineSet all;       // and kept lines that it had been shown in the old version
};

KnownRows known_rows(const Session& session, const FileOutcome& file, const std::vector<Hunk>& hunks, PreviewShape answer) {
  KnownRows rows;
  for (const Hunk& hunk : hunks) rows.sent.add(hunk.after);
  rows.numbered = rows.sent;
  for (const PreviewRow& row : preview_rows(file.after, hunks, answer)) {
    if (row.kind != PreviewRow::Kind::left_out) rows.numbered.add(row.lines);
  }
  rows.all = rows.numbered;
  // Between two hunks all lines moved by the same number.
  const LineSet before = file.shown_before ? *file.shown_before : showing_of(session, file.inside, file.version_before).lines;
  LineSpan kept{LineNo{1}, LineNo{1}};
  LineNo moved_to{1};
  const auto carry = [&](LineNo end) {
    for (const LineSpan& span : before.spans()) {
      const LineNo first = std::max(span.first, kept.first);
      const LineNo last = std::min(span.end, end);
      if (first < last) rows.all.add({moved_to + (first - kept.first), moved_to + (last - kept.first)});
    }
  };
  for (const Hunk& hunk : hunks) {
    carry(hunk.before.first);
    kept.first = hunk.before.end;
    moved_to = hunk.after.end;
  }
  carry(file.before.all_lines().end);
  return rows;
}

// The name of the new version.
const std::string& name_after(const FileOutcome& file) { return file.destination.empty() ? file.inside : file.destination; }

void remember(const Session& session, const FileOutcome& file) {
  Store& store = session.store;
  if (!file.created) store.remember(file.inside, file.before, file.version_before);
  if (!file.removed) store.remember(name_after(file), file.after, file.version_after);
}

bool is_only_moved(const FileOutcome& file) {
  return !file.removed && !file.destination.empty() && file.version_after == file.version_before;
}

// What was shown of a file that was only moved still counts.
void take_along(const Session& session, const FileOutcome& file, std::int64_t time) {
  const Showing before = showing_of(session, file.inside, file.version_before);
  if (before.last == 0) return;
  session.store.show(session.id, file.destination, file.version_after, before.lines, EventKind::answered, time,
                     before.numbered);
}

// What is kept of a change.
struct Kept {
  std::int64_t time = 0;
  std::vector<std::vector<Hunk>> hunks = {};  // of each file
  std::optional<Result<Record>> record = std::nullopt;
};

// Records what was committed.
void record_change(const Session& session, const Deed& deed, const std::vector<FileOutcome*>& written,
                   const CommitReceipt& committed, Kept& kept) {
  Record record{.time = session.workspace.fs().now(), .kind = deed.kind, .session = session.id, .client = session.client};
  record.call = deed.call;
  record.takes_back = deed.takes_back;
  record.durable = session.commit.durability == Durability::full;
  for (std::size_t i = 0; i < written.size(); ++i) {
    FileOutcome& file = *written[i];
    const Guard strongest = file.created ? Guard::exchange : Guard::lease;  // nobody has a file open that does not exist
    if (committed.files[i].guard != strongest) file.guard = std::string(name_of(committed.files[i].guard));
    file.hard_links_broken = committed.files[i].hard_links_broken;
    file.was_executable = committed.files[i].was_executable;
    file.folders_made = committed.files[i].folders_made;
    if (const auto& attributes = committed.files[i].attributes) file.attributes = to_text(*attributes);
    if (!file.destination.empty()) file.destination = committed.files[i].destination;
    if (const auto& seen = committed.files[i].new_file) {
      session.workspace.sightings().note(name_after(file), *seen, file.version_after);
    }
    remember(session, file);
    kept.hunks.push_back(hunks_of(file));
    record.files.push_back(recorded(file, kept.hunks.back()));
    append(record.summary, concat(i == 0 ? "" : ", ", file.inside));
  }
  for (std::size_t i = 0; i < written.size(); ++i) {
    const FileOutcome& file = *written[i];
    if (file.removed || is_only_moved(file)) continue;
    KnownRows known = known_rows(session, file, kept.hunks[i], deed.answer);
    if (!deed.takes_back.empty()) known.sent = {};
    record.answered.push_back({.path = name_after(file),
                               .version = file.version_after,
                               .lines = std::move(known.all),
                               .numbered = std::move(known.numbered),
                               .sent = std::move(known.sent)});
  }
  kept.time = record.time;
  kept.record = session.store.record(std::move(record));
}

// Completes the receipt.
void tell(const Session& session, const Deed& deed, const std::vector<FileOutcome*>& written, const Kept& change,
          const Result<Record>& kept, Receipt& receipt) {
  for (const FileOutcome* const file : written) {
    if (is_only_moved(*file)) take_along(session, *file, change.time);
  }
  const bool can_be_undone = deed.takes_back.empty();  // an undo is not a change of its own
  if (kept) {
    const bool outlives_this = std::ranges::all_of(kept->files, [](const RecordedFile& file) { return file.withheld.empty(); });
    if (can_be_undone && (outlives_this || session.lasts)) receipt.undo_id = kept->id;
    for (const RecordedFile& file : kept->files) {
      if (file.withheld.empty()) continue;
      receipt.warnings.push_back(concat(printable(file.path), " has ", file.withheld,
                                        " in it: its bytes are not kept in the history, and the change ",
                                        session.lasts ? "can be undone only until this server ends" : "cannot be undone"));
    }
  } else if (kept.error().code == Code::indeterminate) {
    receipt.warnings.push_back(concat(
        "the change is made; whether it is in the history is not known, look there before you undo it: ", kept.error().what));
  } else {
    receipt.warnings.push_back(
        concat("the change is made, but could not be written into the history and cannot be undone: ", kept.error().what));
  }
}

}  // namespace

Result<Receipt> apply_plan(Plan plan, const Session& session, const Deed& deed) {
  Receipt receipt{.files = std::move(plan.files), .warnings = std::move(plan.warnings), .undo_id = {}};
  std::vector<FileChange> changes;
  std::vector<FileOutcome*> written;
  for (FileOutcome& file : receipt.files) {
    if (file.effect != Effect::applied) continue;
    changes.push_back(change_of(file));
    written.push_back(&file);
  }
  if (written.empty()) return receipt;
  CommitOptions options = session.commit;
  options.cancelled = session.cancelled;
  Kept kept;
  options.when_changed = [&](const CommitReceipt& changed) { record_change(session, deed, written, changed, kept); };
  KEDGE_TRY(CommitReceipt committed, commit(session.workspace, changes, options));

  // There are enough copies of a large file in memory.
  changes = {};
  for (FileReceipt& file : committed.files) file.before.reset();

  // From here on the files are as requested, and that must be answered even without memory for more.
  try {
    std::ranges::move(committed.warnings, std::back_inserter(receipt.warnings));
    if (!kept.record) throw std::bad_alloc();
    tell(session, deed, written, kept, *kept.record, receipt);
  } catch (const std::bad_alloc&) {
    receipt.warnings.emplace_back("out of memory: the change is made, but may not be in the history");
  }
  return receipt;
}

}  // namespace kedge
