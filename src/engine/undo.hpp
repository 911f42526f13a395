// Undo and redo of applied changes.
#pragma once

#include "plan/session.hpp"

namespace kedge {

enum class UndoScope : std::uint8_t {
  session,  // the newest change of this session
  root,     // the newest change by anybody
};

// What to undo if no id is given; not_found if there is nothing.
Result<Record> newest_undoable(const Session& session, UndoScope scope);
Result<Record> recorded_change(const Session& session, std::string_view id);

// A file that has changed since is only edited where the lines that the change wrote are provably still there; otherwise
// undo_conflict, and nothing is written. Undoing what is undone already is refused (no_change).
Result<Receipt> undo(const Record& record, const Session& session, bool dry_run);
// Only these hunks of it, by their numbers in what it did then (proposed_hunks of recorded_outcome). It stays applied, and
// taking them back is an edit of its own. Refused (schema_invalid) if a part does not exist or cannot be taken back alone.
Result<Receipt> undo_parts(const Record& record, const std::vector<ChangePart>& parts, const Session& session, bool dry_run);
Result<Receipt> redo(const Record& record, const Session& session, bool dry_run);

}  // namespace kedge
