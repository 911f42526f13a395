// One file on its way through a plan, and the checks that every kind of operation has to pass.
#pragma once

#include "contract/receipt.hpp"
#include "edit/substitute.hpp"
#include "plan/basis.hpp"
#include "verify/finding.hpp"
#include "verify/pasted_prefix.hpp"

namespace kedge {

struct PlannedFile {
  FileOutcome outcome;
  std::vector<std::string> warnings = {};
  std::vector<Finding> findings = {};
  bool misread = false;  // its indentation was misquoted
};

// An outcome without any change.
FileOutcome outcome_of(const LoadedFile& file);
// With a parser, the result is parsed from now on, so that its errors are known sooner.
void apply(FileOutcome& outcome, ChangeSet changes, Syntax* syntax = nullptr);

// The ways in which a plan for a file can end besides changing its text.
PlannedFile nothing_to_do(const LoadedFile& file);
PlannedFile applied_already(const LoadedFile& file, std::string why);
// REQUIRES: the plan leaves nothing in the file.
PlannedFile removed(PlannedFile planned);
// Refused (file_exists) if there is a file of that name.
Result<PlannedFile> moved(PlannedFile planned, const Relocation& move, const Session& session);

// Adds this file to a refusal that does not name one.
Error about_file(Error refused, const LoadedFile& file);
Error version_not_named(const LoadedFile& file);
Error other_version(const LoadedFile& file, const Digest& expected, Code code);

// The caller's text in the encoding of the file. Refused (encoding_conflict, schema_invalid).
Result<std::string> in_file_encoding(const LoadedFile& file, const std::string& text, const std::string& encoding);

// Limits the work: every quotation is searched for in the whole file, some several times, so that many edits of a large file
// would take minutes.
Result<void> check_search(const LoadedFile& file, std::size_t quotations);
// Checks that the result is not too large (limit_exceeded) and no line with a NUL is touched (binary_file). Call it before the
// changes are applied: many small matches in a large file can grow without bounds.
Result<void> check_changes(const LoadedFile& file, const ChangeSet& changes);
// Detects a body that carries the prefixes of shown rows (pasted_prefix), and cleans it.
std::optional<PastedPrefix> pasted_in(const LoadedFile& file, Basis& basis, const std::string& body);
std::optional<Error> pasted_prefix_in(const LoadedFile& file, Basis& basis, const std::string& body, int op);
Error pasted_refusal(const LoadedFile& file, const PastedPrefix& pasted, int op);

}  // namespace kedge
