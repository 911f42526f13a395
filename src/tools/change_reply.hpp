// The answer to a change that is not in a dialect's own words: writes and undos.
#pragma once

#include <functional>

#include "tools/toolbox.hpp"

namespace kedge {

// The answer to a change that was made, whatever happens while it is put into words.
Reply told_at_any_cost(const Receipt& receipt, const std::function<Reply()>& tell);

// Warnings that wait for the first answer go in front of its own.
void add_untold(Receipt& receipt, Session& session);

// Notes whether others than edits have written the files since they were first met.
void add_continuity(Receipt& receipt, Session& session);

// The labels of the versions that are there now.
void add_tags(Receipt& receipt, Session& session);

// `what` is what was done, as in "created" or "taken back".
Reply change_reply(const Dialect& dialect, const Receipt& receipt, std::string_view what, const PreviewShape& shape);

}  // namespace kedge
