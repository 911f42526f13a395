// What every result of a change says, in every dialect: as data, and as lines of text.
#pragma once

#include "dialects/dialect.hpp"
#include "render/outcome_diff.hpp"
#include "render/summary.hpp"

// The properties by which `add_facts` names its facts, and those of a refusal. Macros, because schemas are composed of string
// literals.
#define KEDGE_RESULT_FACTS                                                                                \
  R"("undo_id":{"type":["string","null"]},"warnings":{"type":"array","items":{"type":"string"}},)"        \
  R"("lines_before":{"type":"integer"},"lines_after":{"type":"integer"},"net_lines":{"type":"integer"},)" \
  R"("first_changed_line":{"type":["integer","null"]},"anchors_valid_through":{"type":"integer"},)"       \
  R"("must_refresh_from_line":{"type":["integer","null"]},"preview":{"type":"string"},"guard":{"type":"string"},)"
#define KEDGE_REFUSAL_FACTS R"("error":{"type":"string"},"message":{"type":"string"},"suggested_action":{"type":"string"}}})"

namespace kedge {

// The change of one file in rows, computed once for the whole result.
struct ChangedRows {
  std::vector<Hunk> hunks;
  Summary summary;
  std::string diff;     // unified, without line endings; shortened if too long for the shape
  std::string preview;  // changed rows of the new version with some around them
  std::uint32_t first_line = 1;
};
ChangedRows changed_rows(const FileOutcome& file, const RowPrinter& print, PreviewShape shape = {});

// What was done to the file as a whole: "Moved a to b", "Created a", "Removed a", "Updated a".
std::string deed_of(const FileOutcome& file);

// What was done to the file, or why nothing was. `would` is the wording for a preview; empty: the same.
std::string effect_text(const FileOutcome& file, const std::string& done, const std::string& would = {});

// Puts the reason that matters to the caller first in the refusal of a stale anchor.
Error with_reason_of_staleness(Error refusal);

// [{line, column, severity, message, source}, …]
Json diagnostics_json(const FileOutcome& file);
// One line for each, as text. Those that a warning says already are left out.
enum class Parser : std::uint8_t { told, left_out };  // what it says
std::string diagnostic_lines(const FileOutcome& file, const std::vector<std::string>& warnings, Parser parser = Parser::told);

// Adds lines_before … must_refresh_from_line, preview, guard, recovered, hardlinks_broken, undo_id, warnings, diagnostics.
void add_facts(Json& json, const FileOutcome& file, const Receipt& receipt, const ChangedRows& rows);

// How the place was found, broken links, warnings, the guard and the undo id, each on its own line.
std::string fact_lines(const FileOutcome& file, const Receipt& receipt);

}  // namespace kedge
