// The one flow: every edit of every dialect goes through here.
#pragma once

#include "plan/session.hpp"

namespace kedge {

// Does exactly what was requested, or refuses and leaves every file as it was; the refusal says what to send instead.
Result<Receipt> run(const Request& request, const Session& session);

}  // namespace kedge
