// Asks a person before something is written.
#pragma once

#include <string_view>

#include "engine/proposal.hpp"
#include "plan/session.hpp"

namespace kedge {

// Shows the change on the terminal and waits for an answer (ui/typed_answer.hpp), typed after it was shown. Without a terminal
// the answer is no.
Verdict ask_on_terminal(const Proposal& proposal);
// Waits for y or n. `asker` is named in the refusal if there is no terminal.
Consent consent_on_terminal(std::string_view text, std::string_view asker, std::string_view question = "Write this?");

}  // namespace kedge
