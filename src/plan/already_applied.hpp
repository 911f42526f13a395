// Detects edits that are already in the file. A retry after a lost answer, or a model that repeats itself, must not apply an
// edit twice.
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

struct Applied {
  // The file equals, byte for byte, a version that was shown or that the call names, with the edit applied; or this session has
  // applied the very same call, has not read the file since, and what it wrote is untouched. Says which.
  std::optional<std::string> wholly = std::nullopt;
  // Others have changed the file as well, but the rows that the edit makes, with their neighbours, are provably in it, so
  // applying the edit would do it twice. The first of these rows.
  std::optional<LineNo> among_other_changes = std::nullopt;
};

// What to say if the call has been applied before: by this session, or by anybody if it names its version. This session has not
// read the file since, and what it wrote is untouched.
std::optional<std::string> repeats_itself(const Session& session, const LoadedFile& file, const Request& request,
                                          const FileRequest& asked);

Applied already_applied(const Session& session, const LoadedFile& file, ShownVersions& shown, const Request& request,
                        const FileRequest& asked, const std::vector<QuotedOperation>& operations);

// The first line of what the edit makes of a shown version, if all of it is provably in the file, among changes by others.
// REQUIRES: made == changes.apply(shown).
std::optional<LineNo> stands_already(const Text& shown, const Text& made, const ChangeSet& changes, const Text& file);
// The refusal for that (no_match): applying the edit would do it twice.
Error there_already(const LoadedFile& file, LineNo line);

// True if the edits only insert (or replace and keep what they replace), and each insertion is in the file where it belongs but
// was not in the shown version: whoever changed the file since has done the same. REQUIRES: `moved` are the edits, moved from
// the shown version to the current one.
bool inserted_already(const Text& shown, const std::vector<LineEdit>& edits, const Text& current,
                      const std::vector<LineEdit>& moved);

}  // namespace kedge
