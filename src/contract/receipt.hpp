// What an edit did, or would do: everything that any dialect reports is computed from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contract/request.hpp"
#include "edit/change_set.hpp"
#include "support/sha256.hpp"
#include "text/text.hpp"

namespace kedge {

enum class Effect : std::uint8_t {
  applied,
  previewed,        // asked not to write
  nothing_to_do,    // the edit has no effect on the file
  already_applied,  // its effect is there already
};

// Who changed a file between the version that an edit names and the one that it was applied to.
enum class DriftMaker : std::uint8_t { others, kedge, both };

// A construct that was named by its first line.
struct ResolvedBlock {
  std::uint32_t row = 0;  // of the operation
  LineSpan lines;         // of the version that the edit names
  std::string first_row, last_row;
};

struct Diagnostic {
  LineNo line;
  std::uint32_t column = 1;
  std::string message;
};

// What the caller asked for and what was done instead, because only that can have been meant.
struct AutoCorrection {
  std::string type, detail;
};

struct FileOutcome {
  std::string path;              // as the caller spelled it
  std::string inside;            // inside the root, links followed
  std::string destination = {};  // the name that it got, inside the root
  Effect effect = Effect::applied;
  bool created = false;
  bool removed = false;
  bool was_executable = false;                    // of a file that did not exist: false
  std::optional<bool> executable = std::nullopt;  // the permission to run it is given or taken; nothing: it stays as it was
  std::optional<std::string> attributes = std::nullopt;  // a file that was there before is made again with these
  std::size_t folders_made = 0;                          // above the new name, for it
  std::size_t folders_to_remove = 0;                     // above the old name, if they are empty then
  Text before = {}, after = {};                          // of the file on disk; equal where nothing was written
  ChangeSet changes = ChangeSet();                       // over `before`
  Digest version_before{};                               // of a file that did not exist: of no bytes
  Digest version_after{};
  std::uint64_t replacements = 0;
  MatchMode match_mode = MatchMode::exact;              // the lowest rung that was used
  std::optional<std::string> recovered = std::nullopt;  // the file had changed since it was shown: how the place was found
  std::optional<std::string> guard = std::nullopt;      // what stood against other writers, where it was not the strongest
  std::uint64_t hard_links_broken = 0;
  std::string tag_named =
      {};  // the label that the edit names, and that of the version which is there now, where labels are used
  std::string tag = {};
  std::optional<DriftMaker> drifted = std::nullopt;
  std::vector<ResolvedBlock> blocks = {};
  std::vector<Diagnostic> diagnostics = {};  // syntax errors that the edit brought
  std::vector<AutoCorrection> auto_corrections = {};
  std::optional<LineNo> differs_from =
      std::nullopt;             // drifted: the first line where the result is not what the caller was shown
  bool mixed_baseline = false;  // others than edits have written it since it was first met
};

struct Receipt {
  std::vector<FileOutcome> files;
  std::vector<std::string> warnings;
  std::string undo_id;      // empty where nothing was written
  bool suspicious = false;  // a check found something in it
};

}  // namespace kedge
