// What a command says: answers on standard output, diagnostics on standard error. This is the one place where anything is
// printed: a terminal is never given a character that could steer it, whatever names and rows the text is made of. Into a pipe
// or a file an answer goes byte for byte.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace kedge {

Exit print(std::string_view text);  // done, or failed if nobody takes it
Exit print_json(const Json& json);  // one object on a line of its own
// The answer of a command that has changed files: where it cannot be printed, standard error names them.
Exit print_done(std::string_view text, std::span<const std::string> paths);
Exit print_json_done(const Json& json, std::span<const std::string> paths);
void to_stderr(std::string_view text);
void warn_on_stderr(const std::vector<std::string>& warnings);  // one row each
// For standard error: these are changed, although nobody could be told on standard output. REQUIRES: there is one.
std::string changed_all_the_same(std::span<const std::string> paths);

// A refusal: as text on standard error, or as one JSON object on standard output. Returns `exit`, or what the code of the
// error asks for.
Exit report(const Error& error, Exit exit, bool json);
Exit report(const Error& error, bool json);
// The same for a command that writes files and has not written any.
Exit report_unchanged(Error error, bool json);

}  // namespace kedge
