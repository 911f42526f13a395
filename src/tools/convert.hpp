// Converts an edit from one dialect to another.
#pragma once

#include "dialects/dialect.hpp"
#include "plan/session.hpp"

namespace kedge {

// The arguments of `to`'s edit tool that do to the current files what `call` does in `from`. Nothing is written. If `to` names
// lines, only the lines that the edit changes count as shown. Refused as the edit would be; (no_change) if it has no effect;
// and (schema_invalid, operation_count) with Reason::no_words if `to` cannot express it.
Result<Json> convert(const Dialect& from, const Dialect& to, const Json& call, Session& session);

}  // namespace kedge
