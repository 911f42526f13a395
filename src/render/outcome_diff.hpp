// What happened to a file, as text: the same in every answer, question and view.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "contract/receipt.hpp"
#include "edit/diff.hpp"

namespace kedge {

// create, update, delete, move.
std::string_view op_of(const FileOutcome& file);

// "; may be run now", "; may no longer be run" or "".
std::string_view execution_text(const FileOutcome& file);

// The lines that differ, including a last line of which only the end does.
std::vector<Hunk> changed_hunks(const FileOutcome& file);

// A unified diff for people: without line endings, and with unprintable characters escaped. `hunks` are those of the file.
std::string readable_diff(const FileOutcome& file, const std::vector<Hunk>& hunks);

}  // namespace kedge
