// Cleans this process's environment, which often has secrets (tokens, passwords, URLs with both) that kedge does not need.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kedge {

// Keeps only these variables. The others are erased from memory and from /proc/PID/environ, and no child process sees them.
// REQUIRES: this is the only thread, and nobody keeps a pointer from getenv.
void keep_of_environment(std::span<const std::string_view> names);

// The names of variables that begin like this.
std::vector<std::string> environment_names(std::string_view beginning);

// NAME=VALUE of the variables that configure runtimes linked into this program: sanitizers, coverage, library paths.
std::vector<std::string> environment_of_runtimes();

// All variables, as the system has them: pointers to NAME=VALUE, with a null pointer at the end.
char** variables_of_process();
// All of them at once, without erasing them from memory.
void forget_variables();

}  // namespace kedge
