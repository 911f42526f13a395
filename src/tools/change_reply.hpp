// The answer to a change without a dialect's own wording: writes and undos.
#pragma once

#include <functional>

#include "tools/toolbox.hpp"

namespace kedge {

// Answers a change that was made, even if wording the answer fails.
Reply told_at_any_cost(const Receipt& receipt, const std::function<Reply()>& tell);

// Puts the warnings that wait for the first answer before its own.
void add_untold(Receipt& receipt, Session& session);

// Notes whether anything but edits has written the files since they were first seen.
void add_continuity(Receipt& receipt, Session& session);

// Adds the tags of the new versions.
void add_tags(Receipt& receipt, Session& session);

// `what` says what was done, as in "created" or "taken back".
Reply change_reply(const Dialect& dialect, const Receipt& receipt, std::string_view what, const PreviewShape& shape);

}  // namespace kedge
