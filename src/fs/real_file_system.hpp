// The file system that this process works on.
#pragma once

#include <memory>
#include <optional>

#include "fs/file_system.hpp"

namespace kedge {

// KEDGE_FS=portable uses only what every POSIX system has. The first call also prepares the process: signals that a lease, a
// closed pipe or a size limit would send are answered by return values instead, and what kedge makes for itself is nobody
// else's to read.
std::unique_ptr<FileSystem> real_file_system();

// First of all: a standard stream that is closed gets a place holder, so that no file is opened under its number. Writing to it
// fails.
void hold_standard_streams();

// Whether the process runs with rights that its caller does not have.
bool runs_with_borrowed_rights();

// The folder that the process was started in; empty if it is gone.
std::string current_folder();

// The user's, by HOME, else by the system's list of users: whoever leaves out HOME does not lift the rules for that folder.
// Empty if nobody knows.
std::string home_folder();

// Absolute and without links, as far as it exists; empty if that cannot be told.
std::string resolved_path(const std::string& path);

// The folder itself, or the nearest above it that exists. REQUIRES: an absolute path.
std::string nearest_folder(const std::string& path);

// The nearest folder at or above this one that holds a `.git` of this user's or root's, or nothing. One that somebody else has
// put there, in /tmp for example, makes no root: it would hand them the choice of what is searched and edited.
std::optional<std::string> work_tree_around(const std::string& folder);

}  // namespace kedge
