#include "engine/undo.hpp"

#include <algorithm>
#include <set>

#include "edit/rebase.hpp"
#include "edit/recover.hpp"
#include "engine/carry_out.hpp"
#include "engine/history.hpp"
#include "engine/narrowed_plan.hpp"
#include "plan/loaded_file.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// A recorded change, seen from the side that it is undone from.
struct Step {
  std::string path;
  std::optional<Digest> from;  // the version that it starts at; none: there is no file
  std::optional<Digest> to;
  const ChangeSet* changes = nullptr;   // over `from`
  std::string destination = {};         // the new name, if it is to be moved
  std::optional<bool> executable = {};  // the permission to execute, if it was changed or went with the file
  std::size_t folders_to_remove = 0;    // that were created for it above `path`
  std::string withheld = {};            // the secret because of which the changes are no longer known
};

Step backwards(const RecordedFile& file) {
  const bool moved = !file.destination.empty();
  return {moved ? file.destination : file.path,
          file.after,
          file.before,
          &file.inverse,
          moved ? file.path : "",
          file.executable_before,
          file.folders_made,
          file.withheld};
}
Step forwards(const RecordedFile& file) {
  return {file.path, file.before, file.after, &file.changes, file.destination, file.executable_after, 0, file.withheld};
}

Error conflict(const Record& record, const Step& step, std::string_view reason) {
  Error refused = refuse(Code::undo_conflict,
                         concat(printable(step.path), ": ", name_of(record.kind), ' ', record.id, " cannot be ",
                                record.undone ? "brought back: " : "taken back: ", reason, '.'),
                         {{"path", step.path}, {"id", record.id}, {"reason", reason}});
  return refused;
}

// Removed bytes belong between their neighbours; if a neighbour has changed, nobody can tell where they belong.
bool lost_its_neighbours(const ChangeSet& mine, const ChangeSet& since) {
  for (const Edit& edit : mine.edits()) {
    if (!edit.span.empty()) continue;
    for (const Edit& other : since.edits()) {
      if (other.span.begin <= edit.span.begin && edit.span.begin <= other.span.end) return true;
    }
  }
  return false;
}

// The step's changes, which are over this version, moved to the current file.
Result<ChangeSet> moved_changes(const Record& record, const Step& step, const Digest& from, const LoadedFile& file,
                                Store& store) {
  if (file.version == from) return *step.changes;
  const std::optional<Text> base = store.text_of(step.path, from);
  if (!base || base->size() != step.changes->base_size()) {
    return std::unexpected(conflict(record, step, "the file has changed since, and the bytes of that time are no longer kept"));
  }
  const std::optional<ChangeSet> since = store.changes_between(step.path, from, file.version);
  const bool known = since && since->base_size() == base->size() && since->makes(*base, file.text);
  if (known && lost_its_neighbours(*step.changes, *since)) {
    return std::unexpected(conflict(record, step, "what stood beside the lines that it took out has changed since"));
  }
  const Result<ChangeSet> moved =
      known ? rebase(*base, *step.changes, *since) : rebase_texts(*base, step.changes->apply(*base), file.text);
  if (!moved) return std::unexpected(conflict(record, step, concat("its lines have changed since (", moved.error().what, ')')));
  return moved;
}

Result<FileOutcome> planned(const Record& record, const Step& step, const Session& session) {
  if (!step.withheld.empty()) {
    return std::unexpected(
        conflict(record, step,
                 concat("it has ", step.withheld, " in it, and what was changed is not kept beyond the process that did it")));
  }
  KEDGE_TRY(const LoadedFile file, load(session, step.path, Access::write));
  FileOutcome outcome{.path = step.path, .inside = step.path};
  outcome.before = file.text;
  outcome.version_before = file.version;
  outcome.was_executable = file.executable;
  outcome.vetted = file.vetted;
  if (file.exists != step.from.has_value()) {
    return std::unexpected(conflict(record, step, file.exists ? "the file exists again" : "the file is gone"));
  }
  if (!step.destination.empty()) {
    KEDGE_TRY(const LoadedFile in_the_way, load(session, step.destination, Access::write));
    if (in_the_way.exists) {
      return std::unexpected(conflict(record, step, concat(printable(step.destination), " exists again")));
    }
    outcome.destination = step.destination;
  }
  outcome.created = !step.from;
  if (outcome.created) outcome.attributes = session.store.attributes_of(record.id, step.path);
  outcome.folders_to_remove = step.folders_to_remove;
  outcome.removed = !step.to;
  if (outcome.removed && step.from != file.version) {
    return std::unexpected(conflict(record, step, "the file was created by it and has changed since"));
  }
  const bool keeps_bytes = step.from && step.to && step.changes->empty();
  ChangeSet changes;
  if (keeps_bytes) {
    changes = ChangeSet(file.text.size());  // keeps all bytes, including those written since
  } else if (step.from) {
    KEDGE_TRY(changes, moved_changes(record, step, *step.from, file, session.store));
  } else {
    changes = *step.changes;
  }
  outcome.after = changes.apply(outcome.before);
  outcome.version_after = outcome.after.digest();
  outcome.changes = std::move(changes);
  if (step.executable && *step.executable != file.executable) outcome.executable = step.executable;
  const bool writes = outcome.created || outcome.removed || outcome.executable || !outcome.destination.empty();
  if (!writes && outcome.after == outcome.before) outcome.effect = Effect::nothing_to_do;
  return outcome;
}

enum class Direction : std::uint8_t { back, forth };

Result<Plan> plan_of(const Record& record, const Session& session, Direction direction) {
  std::vector<Result<FileOutcome>> files;
  files.reserve(record.files.size());
  for (const RecordedFile& file : record.files) {
    files.push_back(planned(record, direction == Direction::back ? backwards(file) : forwards(file), session));
  }
  return plan_for(std::move(files));
}

Error no_such_part(const Record& record, const ChangePart& part, std::string_view problem) {
  return refuse(Code::schema_invalid,
                concat(printable(part.path), ": of ", name_of(record.kind), ' ', record.id, ' ', problem, '.'),
                {{"path", part.path}, {"id", record.id}});
}

// What takes these hunks back, over the bytes after the change.
Result<ChangeSet> inverse_of_hunks(const Record& record, const ChangePart& part, const FileOutcome& done) {
  const std::vector<Hunk> hunks = proposed_hunks(done);
  if (hunks.empty()) return std::unexpected(no_such_part(record, part, "nothing can be taken back alone"));
  const std::set<std::uint32_t> numbers(part.hunks.begin(), part.hunks.end());
  std::vector<Edit> edits;
  for (const std::uint32_t number : numbers) {
    if (number < 1 || number > hunks.size()) {
      return std::unexpected(no_such_part(record, part, concat("there is no change ", number)));
    }
    const Hunk& hunk = hunks[number - 1];
    edits.push_back(
        {.span = done.after.span(hunk.after), .text = std::string(done.before.slice(done.before.span(hunk.before)))});
  }
  return ChangeSet::in_order(done.after.size(), std::move(edits));
}

Result<Plan> plan_of_parts(const Record& record, const std::vector<ChangePart>& parts, const Session& session) {
  std::vector<Result<FileOutcome>> files;
  for (const ChangePart& part : parts) {
    const auto file = std::ranges::find(record.files, part.path, &RecordedFile::path);
    if (file == record.files.end()) return std::unexpected(no_such_part(record, part, "nothing is about this file"));
    Step step = backwards(*file);
    const std::optional<FileOutcome> done = recorded_outcome(session.store, *file);
    if (!done) return std::unexpected(conflict(record, step, "the bytes of that time are no longer kept"));
    KEDGE_TRY(const ChangeSet changes, inverse_of_hunks(record, part, *done));
    step.changes = &changes;
    step.executable.reset();
    files.push_back(planned(record, step, session));
  }
  return plan_for(std::move(files));
}

Result<Receipt> take(const Record& record, const Session& session, bool dry_run, Direction direction) {
  const Deed deed{.kind = direction == Direction::back ? RecordKind::undo : RecordKind::redo,
                  .takes_back = record.id,
                  .answer = shape_of_answer(session, record.files.size())};
  Result<Receipt> receipt = carry_out([&](Unread*) { return plan_of(record, session, direction); }, deed, dry_run, session);
  const auto is_there = [](const FileOutcome& file) { return file.effect == Effect::nothing_to_do; };
  if (!receipt || dry_run || !std::ranges::all_of(receipt->files, is_there)) return receipt;
  // Somebody else has done it. It has to count as done all the same, or the next undo would stop here again.
  const bool back = direction == Direction::back;
  Record done{.time = session.workspace.fs().now(),
              .kind = deed.kind,
              .session = session.id,
              .client = session.client,
              .takes_back = record.id};
  const bool counts = session.store.record(std::move(done)).has_value();
  receipt->warnings.push_back(
      concat("nothing is left to ", back ? "take back" : "bring back", ": the file reads as ", back ? "before " : "after ",
             name_of(record.kind), ' ', record.id,
             counts ? (back ? ", which counts as taken back now" : ", which counts as made again now") : std::string_view()));
  return receipt;
}

Error already(const Record& record, std::string_view what) {
  Error refused = refuse(Code::no_change, concat(name_of(record.kind), ' ', record.id, " is ", what, '.'), {{"id", record.id}});
  if (!record.files.empty()) refused.path = record.files.front().path;
  refused.next = "See kedge log for what can be taken back or brought back.";
  return refused;
}

bool can_be_undone(const Record& record) { return record.kind == RecordKind::edit || record.kind == RecordKind::write; }

}  // namespace

Result<Record> newest_undoable(const Session& session, UndoScope scope) {
  const std::uint64_t unanswered = session.store.unanswered();
  std::optional<Record> record =
      session.store.last_applied(scope == UndoScope::session ? std::optional<std::string_view>(session.id) : std::nullopt);
  if (record) return *std::move(record);
  KEDGE_DO(session.store.ready(unanswered));
  Error refused = refuse(Code::not_found, "There is nothing to undo.");
  refused.next = scope == UndoScope::session ? "Name the id of an older edit if one is meant."
                                             : "All that was recorded here is taken back, or nothing was.";
  return std::unexpected(std::move(refused));
}

Result<Record> recorded_change(const Session& session, std::string_view id) {
  const std::uint64_t unanswered = session.store.unanswered();
  std::optional<Record> record = session.store.find(id);
  KEDGE_DO(session.store.ready(unanswered));
  if (record && can_be_undone(*record)) return *std::move(record);
  Error refused = refuse(Code::not_found, concat("There is no recorded edit ", printable(id), '.'), {{"id", id}});
  refused.next = "See kedge log for the ids.";
  return std::unexpected(std::move(refused));
}

Result<Receipt> undo(const Record& record, const Session& session, bool dry_run) {
  if (record.undone) return std::unexpected(already(record, "taken back already"));
  return take(record, session, dry_run, Direction::back);
}

Result<Receipt> undo_parts(const Record& record, const std::vector<ChangePart>& parts, const Session& session, bool dry_run) {
  if (record.undone) return std::unexpected(already(record, "taken back already"));
  std::string named = concat("take back of ", record.id);
  for (const ChangePart& part : parts) {
    append(named, concat('\n', part.path));
    for (const std::uint32_t hunk : part.hunks) append(named, concat(' ', hunk));
  }
  const Deed deed{.kind = RecordKind::edit, .call = sha256(named), .answer = shape_of_answer(session, parts.size())};
  return carry_out([&](Unread*) { return plan_of_parts(record, parts, session); }, deed, dry_run, session);
}

Result<Receipt> redo(const Record& record, const Session& session, bool dry_run) {
  if (!record.undone) return std::unexpected(already(record, "not taken back"));
  return take(record, session, dry_run, Direction::forth);
}

}  // namespace kedge
