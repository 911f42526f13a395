// The program that this process runs.
#pragma once

#include <string>

namespace kedge {

// To start it again: the same file, whatever has become of its name, where the system can do that.
std::string program_of_this_process();
// Its path, for people and for configuration files; empty: unknown.
std::string own_program();

}  // namespace kedge
