// What kedge undo and kedge redo have in common.
#pragma once

#include <array>
#include <functional>

#include "cli/command.hpp"
#include "tools/undo_redo.hpp"

namespace kedge {

inline constexpr Option turn_dry_run{"dry-run", "", "show what would change, write nothing"};

// Takes the change that `pick` finds back, or brings it back, and says so.
Exit turn_back_by_command(const Arguments& arguments, Turn turn, const std::function<Result<Record>(const Session&)>& pick);

}  // namespace kedge
