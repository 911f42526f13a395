// Detects edits that are already in the file. A retry after a lost answer, or a model that repeats itself, must not apply an
// edit twice.
#pragma once

#include "edit/replace_lines.hpp"
#include "plan/located.hpp"

namespace kedge {

// What to say if the call has been applied before: by this session, or by anybody if it names its version. This session has not
// read the file since, and what it wrote is untouched.
std::optional<std::string> repeats_itself(const FileTask& task);

// The first line of what the edit makes of a shown version, if all of it is provably in the file, among changes by others.
// REQUIRES: made == changes.apply(shown).
std::optional<LineNo> stands_already(const Text& shown, const Text& made, const ChangeSet& changes, const Text& file);

// The first line of what the edits insert, if they only insert (or replace and keep what they replace), and each insertion is
// in the file where it belongs but was not in the shown version: whoever changed the file since has done the same. REQUIRES:
// `moved` are the edits, moved from the shown version to the current one.
std::optional<LineNo> inserted_already(const Text& shown, const std::vector<LineEdit>& edits, const Text& current,
                                       const std::vector<LineEdit>& moved);

}  // namespace kedge
