// Whether an edit is in the file already: the retry of a call whose answer was lost, or a model that repeats itself, must not
// double anything.
#pragma once

#include "edit/replace_lines.hpp"
#include "plan/shown_versions.hpp"

namespace kedge {

// A quotation and its replacement, in the bytes of the file.
struct QuotedOperation {
  Match match;
  std::string body;
  int op = 0;
};

// What is known about it.
struct Applied {
  // A version that was shown, or that the call names, with the edit applied, is byte for byte what is on disk; or this session
  // has applied the very same call, has not read the file since, and what it wrote is untouched. Says which.
  std::optional<std::string> wholly = std::nullopt;
  // Others have changed the file, too, but the rows that the edit makes, with their neighbours, provably stand in it: to apply
  // it would be to do it twice. The line of the first of them.
  std::optional<LineNo> among_other_changes = std::nullopt;
};

// The call was made and applied before: by this session, or by anybody if it names its version. This session has not read the
// file since, and what it wrote is untouched. What to say then.
std::optional<std::string> repeats_itself(const Session& session, const LoadedFile& file, const Request& request,
                                          const FileRequest& asked);

Applied already_applied(const Session& session, const LoadedFile& file, ShownVersions& shown, const Request& request,
                        const FileRequest& asked, const std::vector<QuotedOperation>& operations);

// Where all that an edit makes of a version that was shown provably stands in the file, among changes of others: the first of
// its lines. REQUIRES: made == changes.apply(shown).
std::optional<LineNo> stands_already(const Text& shown, const Text& made, const ChangeSet& changes, const Text& file);
// What to say then (no_match): to apply the edit would be to do it twice.
Error there_already(const LoadedFile& file, LineNo line);

// Nothing but insertions (or replacements that keep what they replace), and each of them stands where it was to go, though it
// did not in the version that the edit is about: whoever changed the file since has done the same. REQUIRES: `moved` are the
// edits, moved from the one version to the other.
bool inserted_already(const Text& shown, const std::vector<LineEdit>& edits, const Text& current,
                      const std::vector<LineEdit>& moved);

}  // namespace kedge
