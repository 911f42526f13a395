// Asking a person before something is written.
#pragma once

#include "engine/session.hpp"

namespace kedge {

// Shows the change on the terminal and waits for y or n. Where there is no terminal the answer is no.
Consent ask_on_terminal(const Receipt& planned);

}  // namespace kedge
