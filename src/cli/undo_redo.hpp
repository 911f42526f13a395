// Shared by kedge undo and kedge redo.
#pragma once

#include <array>
#include <functional>

#include "cli/command.hpp"
#include "tools/undo_redo.hpp"

namespace kedge {

inline constexpr Option turn_dry_run{"dry-run", "", "show what would change, write nothing"};

// Undoes or redoes the change that `pick` finds, and prints the result; with --change, only these parts of it.
Ended turn_back_by_command(const Arguments& arguments, Turn turn, const std::function<Result<Record>(const Session&)>& pick);

}  // namespace kedge
