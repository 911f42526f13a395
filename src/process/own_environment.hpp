// What this process was told in its environment. Secrets of the user travel there (tokens, passwords, addresses with both), and
// a program that needs none of them is better off without.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kedge {

// From here on the environment consists of these variables. The others are gone from memory and from what the kernel shows of
// it (/proc/PID/environ), and nothing that is started gets to see them. REQUIRES: this is the only thread, and nobody keeps
// what getenv gave out.
void keep_of_environment(std::span<const std::string_view> names);

// NAME=VALUE of the variables by which a runtime that is linked into us is told what to do: sanitizers, coverage, and
// where libraries are.
std::vector<std::string> environment_of_runtimes();

}  // namespace kedge
