// Prints answers on standard output and diagnostics on standard error. Everything is printed here, so that no name or line of a
// file can control a terminal: such characters are escaped. Pipes and files get every byte unchanged.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace kedge {

Exit print(std::string_view text);  // done, or failed if it could not be written
// The same for text in which everything but colours is escaped already.
Exit print_escaped(std::string_view text);
Exit print_json(const Json& json);  // one object on one line
// The answer of a command that has changed files. If it cannot be printed, standard error names them.
Exit print_done(std::string_view text, std::span<const std::string> paths);
Exit print_json_done(const Json& json, std::span<const std::string> paths);
void to_stderr(std::string_view text);
void warn_on_stderr(const std::vector<std::string>& warnings);  // one row each
// For standard error: these files are changed, although the answer could not be printed. REQUIRES: there is at least one.
std::string changed_all_the_same(std::span<const std::string> paths);

// Prints a refusal: as text on standard error, or as one JSON object on standard output. Returns `exit`, or the exit status for
// the error's code.
Exit report(const Error& error, Exit exit, bool json);
Exit report(const Error& error, bool json);

}  // namespace kedge
