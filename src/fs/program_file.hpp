// Programs as files: this one, and those that a configuration names.
#pragma once

#include <optional>
#include <string>

namespace kedge {

// The absolute path of the program that runs; empty if the system does not tell.
std::string own_program();

// The file that a command starts: a path as it is, a bare name as a shell would find it. Nothing if there is none that may be
// executed.
std::optional<std::string> program_of(const std::string& command);

// Whether two paths lead to the same file.
bool same_file(const std::string& path, const std::string& other);

}  // namespace kedge
