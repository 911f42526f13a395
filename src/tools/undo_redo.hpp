// A recorded change taken back, or brought back, and the answer to it.
#pragma once

#include "engine/undo.hpp"
#include "tools/toolbox.hpp"

namespace kedge {

enum class Turn : std::uint8_t { undo, redo };

Result<Reply> turn_back(const Dialect& dialect, Turn turn, const Record& record, Session& session, bool dry_run);

}  // namespace kedge
