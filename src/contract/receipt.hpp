// What an edit did, or would do: everything that any dialect reports is computed from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contract/request.hpp"
#include "edit/change_set.hpp"
#include "fs/root.hpp"
#include "support/sha256.hpp"
#include "text/line_set.hpp"
#include "text/text.hpp"

namespace kedge {

enum class Effect : std::uint8_t {
  applied,
  previewed,        // the caller asked not to write
  nothing_to_do,    // the edit has no effect on the file
  already_applied,  // it has been applied before
};

// Who caused the drift between the version that an edit names and the one that it was applied to.
enum class DriftMaker : std::uint8_t { others, kedge, both };

// A construct that was named by its first line.
struct ResolvedBlock {
  std::uint32_t row = 0;  // of the operation
  LineSpan lines;         // of the version that the edit names
  std::string first_row, last_row;
};

// Something that is wrong in a file since the edit.
struct Diagnostic {
  LineNo line;
  std::uint32_t column = 1;
  std::string message;
  std::string_view severity = "error";  // or "warning"
  std::string source = "syntax";        // the parser, or who else says so
};

// The call was corrected, because only one thing can have been meant.
struct AutoCorrection {
  std::string type, detail;
};

struct FileOutcome {
  std::string path;              // as the caller spelled it
  std::string inside;            // inside the root, links followed
  std::string destination = {};  // its new name, inside the root
  Effect effect = Effect::applied;
  bool created = false;
  bool removed = false;
  bool was_executable = false;                           // false for a new file
  std::optional<bool> executable = std::nullopt;         // the new executable bit; nullopt: unchanged
  std::optional<std::string> attributes = std::nullopt;  // of a deleted file that is restored
  std::size_t folders_made = 0;                          // for the new name
  std::size_t folders_to_remove = 0;                     // above the old name, if empty
  Text before = {}, after = {};                          // of the file on disk; equal if nothing was written
  ChangeSet changes = ChangeSet();                       // over `before`
  Digest version_before{};                               // for a new file: of no bytes
  Digest version_after{};
  std::optional<LineSet> shown_before = std::nullopt;  // lines of `before` that the session had been shown; none: not asked yet
  std::uint64_t replacements = 0;
  MatchMode match_mode = MatchMode::exact;              // the loosest rule that was used
  std::optional<std::string> recovered = std::nullopt;  // the edit was stale: how the place was found
  std::optional<std::string> guard = std::nullopt;      // the protection against other writers, unless it was the strongest
  std::uint64_t hard_links_broken = 0;
  std::string tag_named = {};  // the tag that the edit names, and that of the current version, if tags are used
  std::string tag = {};
  std::optional<DriftMaker> drifted = std::nullopt;
  std::vector<ResolvedBlock> blocks = {};
  std::vector<Diagnostic> diagnostics = {};
  std::vector<AutoCorrection> auto_corrections = {};
  std::optional<LineNo> differs_from = std::nullopt;  // after drift: the first line of the result that the caller was not shown
  std::optional<Vetted> vetted = std::nullopt;        // the file, if it may be written
  bool unread = false;          // `before` is what it had when it last looked as it does now, not read again
  bool mixed_baseline = false;  // not only edits have changed it since it was first seen
};

struct Receipt {
  std::vector<FileOutcome> files;
  std::vector<std::string> warnings;
  std::string undo_id;      // empty if nothing was written
  bool suspicious = false;  // a check found something
};

}  // namespace kedge
