// Shows a long text page by page, with the program that the user has chosen for it.
#pragma once

#include <string>
#include <string_view>

namespace kedge {

// Runs `command` in a shell with the text as its input, on our terminal, and waits for its end. False: it could not be started.
// If it does not read all of the text, as when the user leaves it, that is no failure. REQUIRES: SIGPIPE is ignored.
bool show_with(const std::string& command, std::string_view text);

}  // namespace kedge
