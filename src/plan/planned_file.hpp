// One file on its way through a plan, and the checks that every kind of operation has to pass.
#pragma once

#include "contract/receipt.hpp"
#include "edit/substitute.hpp"
#include "plan/shown_versions.hpp"
#include "verify/finding.hpp"
#include "verify/pasted_prefix.hpp"

namespace kedge {

struct PlannedFile {
  FileOutcome outcome;
  std::vector<std::string> warnings = {};
  std::vector<Finding> findings = {};
  bool misread = false;  // its indentation was quoted otherwise than it is
};

// Nothing changed yet.
FileOutcome outcome_of(const LoadedFile& file);
void apply(FileOutcome& outcome, ChangeSet changes);

// The ways in which a plan for a file can end, beside changes of its text.
PlannedFile nothing_to_do(const LoadedFile& file);
PlannedFile applied_already(const LoadedFile& file, std::string why);
// REQUIRES: the plan leaves nothing in the file.
PlannedFile removed(PlannedFile planned);
// Refused (file_exists) if there is a file of that name.
Result<PlannedFile> moved(PlannedFile planned, const Relocation& move, const Session& session);

// A refusal of what knows nothing of files, about this one.
Error about_file(Error refused, const LoadedFile& file);
Error other_version(const LoadedFile& file, const Digest& expected, Code code);

// Text of the caller's in the bytes of the file. Refused (encoding_conflict, schema_invalid).
Result<std::string> in_file_encoding(const LoadedFile& file, const std::string& text, const std::string& encoding);

// Every quotation is looked for in the whole file, some of them several times: many edits of a large file would take minutes.
Result<void> check_search(const LoadedFile& file, std::size_t quotations);
// The result is not too large (limit_exceeded), and no line with a NUL is touched (binary_file). Before the changes are
// applied: many small matches of a large file can grow without bounds.
Result<void> check_changes(const LoadedFile& file, const ChangeSet& changes);
// A body that carries the prefixes of rows that were shown is refused (pasted_prefix) with the cleaned one.
std::optional<PastedPrefix> pasted_in(const LoadedFile& file, ShownVersions& shown, const std::string& body);
Result<void> check_pasted(const LoadedFile& file, ShownVersions& shown, const std::string& body, int op);

Error pasted_refusal(const LoadedFile& file, const PastedPrefix& pasted, int op);

}  // namespace kedge
