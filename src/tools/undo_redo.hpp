// Undoes or redoes a recorded change and answers the call.
#pragma once

#include "engine/undo.hpp"
#include "tools/toolbox.hpp"

namespace kedge {

enum class Turn : std::uint8_t { undo, redo };

// With parts, only these hunks of it are undone.
Result<Reply> turn_back(const Dialect& dialect, Turn turn, const Record& record, Session& session, bool dry_run,
                        const std::vector<ChangePart>& parts = {});

}  // namespace kedge
