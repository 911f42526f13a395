// Programs that are installed together with the library that this code is in.
#pragma once

#include <string>

namespace kedge {

// The program of this name in the folder of the library, or in `bin` beside that folder; empty: there is none that may be run.
std::string program_beside_library(const std::string& name);

}  // namespace kedge
