// Finds executables that a configuration names.
#pragma once

#include <optional>
#include <string>

namespace kedge {

// How an entry names this program: by its bare name if a shell finds this program by it, so that the entry holds for other
// machines and later versions; otherwise by its path.
std::string program_for_entries();

// The file that a command starts: a path as it is, a bare name as a shell finds it. nullopt if there is none that can be
// executed.
std::optional<std::string> program_of(const std::string& command);

// Whether two paths are the same file.
bool same_file(const std::string& path, const std::string& other);

}  // namespace kedge
