// The file system that this process works on.
#pragma once

#include <memory>
#include <optional>

#include "fs/file_system.hpp"

namespace kedge {

// KEDGE_FS=portable uses only what every POSIX system has. The first call also prepares the process: signals from a lease, a
// closed pipe or a size limit become return values, and only the owner can read the files that kedge makes for itself.
std::unique_ptr<FileSystem> real_file_system();

// The same for a process that is not kedge's own: it changes nothing about that process.
std::unique_ptr<FileSystem> file_system_in_another_program();

// Call this first: opens a placeholder for each closed standard stream, so that no file gets its number. Writing to a
// placeholder fails.
void hold_standard_streams();

// Whether the process has privileges that its caller lacks (setuid or setgid).
bool runs_with_borrowed_rights();

// The current folder; empty if it was removed.
std::string current_folder();

// From HOME, else from the user database, so that unsetting HOME does not lift the rules for that folder. Empty if unknown.
std::string home_folder();

// Absolute and without links, as far as the path exists; empty on error.
std::string resolved_path(const std::string& path);

// The folder itself, or the nearest above it that exists. REQUIRES: an absolute path.
std::string nearest_folder(const std::string& path);

// The nearest folder at or above this one with a `.git` that belongs to this user or root. Another user's `.git`, for example
// in /tmp, does not count: it would let them choose what is searched and edited.
std::optional<std::string> work_tree_around(const std::string& folder);

}  // namespace kedge
