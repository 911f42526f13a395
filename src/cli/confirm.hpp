// Asking a person before something is written.
#pragma once

#include <string_view>

#include "engine/proposal.hpp"
#include "plan/session.hpp"

namespace kedge {

// Shows the change on the terminal and waits for y or n, typed after it was shown. Where there is no terminal the answer is no.
Consent ask_on_terminal(const Proposal& proposal);
// The same for what is shown by this text. `asker` is named where there is no terminal.
Consent consent_on_terminal(std::string_view text, std::string_view asker, std::string_view question = "Write this?");

}  // namespace kedge
