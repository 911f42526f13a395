// What each verb does with a call's arguments, in the accent of a dialect. A refusal is the caller's to tell.
#pragma once

#include "tools/toolbox.hpp"

namespace kedge::verb {

Result<Reply> read(const Dialect& dialect, const Json& arguments, Session& session);
Result<Reply> search(const Dialect& dialect, const Json& arguments, Session& session);
Result<Reply> write(const Dialect& dialect, const Json& arguments, Session& session);
Result<Reply> edit(const Dialect& dialect, const Json& arguments, Session& session);
Result<Reply> undo(const Dialect& dialect, const Json& arguments, Session& session);
// REQUIRES: the session has previews.
Result<Reply> preview(const Dialect& dialect, const Json& arguments, Session& session);

}  // namespace kedge::verb
