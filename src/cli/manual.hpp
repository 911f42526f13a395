// Manual pages in the language of man(7), made from the table of commands.
#pragma once

#include <string>

#include "cli/command.hpp"

namespace kedge {

std::string manual_of(const Command& command);  // kedge-NAME(1)
std::string manual_of_program();                // kedge(1)

}  // namespace kedge
