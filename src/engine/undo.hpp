// Taking an applied change back, and bringing it back again.
#pragma once

#include "plan/session.hpp"

namespace kedge {

enum class UndoScope : std::uint8_t {
  session,  // the newest change of this session
  root,     // the newest change of anybody
};

// What undo takes back if no id is given; nothing to undo is not_found.
Result<Record> newest_undoable(const Session& session, UndoScope scope);
Result<Record> recorded_change(const Session& session, std::string_view id);

// A file that moved on since is changed only where the lines that the change wrote are provably still there; otherwise
// undo_conflict, and nothing is written. Taking back what is taken back already is refused (no_change).
Result<Receipt> undo(const Record& record, const Session& session, bool dry_run);
Result<Receipt> redo(const Record& record, const Session& session, bool dry_run);

}  // namespace kedge
