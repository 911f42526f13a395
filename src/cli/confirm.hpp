// Asking a person before something is written.
#pragma once

#include "contract/receipt.hpp"

namespace kedge {

// Shows the change on the terminal and waits for y or n. Where there is no terminal the answer is no.
bool ask_on_terminal(const Receipt& planned);

}  // namespace kedge
