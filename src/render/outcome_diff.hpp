// What became of a file, in terms of rows: the same for every answer, question and view that shows it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "contract/receipt.hpp"
#include "edit/diff.hpp"

namespace kedge {

// create, update, delete, move.
std::string_view op_of(const FileOutcome& file);

// "; may be run now", "; may no longer be run", or nothing.
std::string_view execution_text(const FileOutcome& file);

// The lines that differ, and the last one where only its end does.
std::vector<Hunk> changed_hunks(const FileOutcome& file);

// A unified diff for readers: it says what changed, not how lines end, and escapes what cannot be shown. `hunks` are those of
// the file.
std::string readable_diff(const FileOutcome& file, const std::vector<Hunk>& hunks);

}  // namespace kedge
