// An edit of one dialect in the words of another.
#pragma once

#include "dialects/dialect.hpp"
#include "plan/session.hpp"

namespace kedge {

// The arguments of the edit tool of `to` that do to the files, as they are now, what `call` does in `from`. Nothing is written;
// of the files only the lines that the edit changes count as shown, where `to` names lines. Refused as the edit would be; if it
// has no effect (no_change); and (schema_invalid, operation_count) with Reason::no_words where `to` has none for it.
Result<Json> convert(const Dialect& from, const Dialect& to, const Json& call, Session& session);

}  // namespace kedge
