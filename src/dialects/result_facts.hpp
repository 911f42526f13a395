// What every result of a change says, whatever the dialect: as data, and as the lines of text that say the same.
#pragma once

#include "dialects/dialect.hpp"
#include "render/outcome_diff.hpp"
#include "render/summary.hpp"

namespace kedge {

// The change of one file in terms of rows, computed once for all that is told about it.
struct ChangedRows {
  std::vector<Hunk> hunks;
  Summary summary;
  std::string diff;     // unified; line endings are left out of account; what is too long for the shape is shortened
  std::string preview;  // changed rows of the new version with some around them
  std::uint32_t first_line = 1;
};
ChangedRows changed_rows(const FileOutcome& file, const RowPrinter& print, PreviewShape shape = {});

// What was done to the file as such: "Moved a to b", "Created a", "Removed a", "Updated a".
std::string deed_of(const FileOutcome& file);

// What became of the file: what was done, or why nothing was. `would` is how that is said of a preview; nothing: the same.
std::string effect_text(const FileOutcome& file, const std::string& done, const std::string& would = {});

// A refusal of a stale anchor begins with the reason that matters to the caller.
Error with_reason_of_staleness(Error refusal);

// Adds lines_before … must_refresh_from_line, preview, guard, recovered, hardlinks_broken, undo_id, warnings.
void add_facts(Json& json, const FileOutcome& file, const Receipt& receipt, const ChangedRows& rows);

// How the place was found, links that were broken, warnings, the guard and the undo id: each on a line of its own.
std::string fact_lines(const FileOutcome& file, const Receipt& receipt);

}  // namespace kedge
