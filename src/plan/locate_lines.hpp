// Finds lines that are named by number, by the construct that begins on them, or as an edge of the file.
#pragma once

#include <memory>

#include "plan/located.hpp"

namespace kedge {

// REQUIRES: all operations of the task are about Lines, and the basis is the version that the caller names; the task outlives
// the result.
Result<std::unique_ptr<Locator>> line_locator(const FileTask& task);

// An operation on Lines whose span is known. Refused (pasted_prefix) if its body carries the prefixes of shown rows.
Location located_lines(const FileTask& task, const Operation& operation, int op, LineSpan span);

// The lines that operations name, as far as is known without a parser.
LineSet named_lines(const std::vector<Operation>& operations);

// The rows of the current file at these lines. In a dialect with tags they come with the tag that they can be edited under, and
// count as shown. Otherwise they do not: the same call, sent again, would be taken to mean them.
void show_current_rows(const Session& session, const LoadedFile& file, const LineSet& lines, Error& refusal,
                       const Policy& policy);

}  // namespace kedge
