// What the user's own programs have to say about a change: formatters before it is written, language servers after.
#pragma once

#include "plan/plan.hpp"

namespace kedge {

// The plan, with each file as its formatter would have it. If one fails, its file stays as it was planned, with a warning.
Plan formatted(Plan plan, const Session& session);

// Adds what language servers say that they did not say before. They are waited for as long as is configured.
void add_diagnostics(Receipt& receipt, const Session& session);

}  // namespace kedge
