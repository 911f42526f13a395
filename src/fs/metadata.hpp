// Copies a file's metadata to the inode that replaces it.
#pragma once

#include "fs/file_system.hpp"

struct stat;

namespace kedge {

FileKind kind_of_mode(std::uint32_t mode);
std::int64_t modified_of(const struct stat& status);  // nanoseconds

// Owner, group, permissions, access list, user attributes and label. What applies only to the old bytes (signatures,
// capabilities) is not copied. `old` and `fresh` are what has just been seen of both; `inherits`: the new file may have an
// access list from its folder.
Outcome<MetadataCopy> copy_metadata(int from, const FileInfo& old, int to, const FileInfo& fresh, bool inherits);
Outcome<void> set_executable(int file, bool executable);

// The same for a file that no longer exists. Returns what could not be restored; then only the owner gets access.
Outcome<FileAttributes> attributes_of(int file);
Outcome<std::vector<std::string>> give_attributes(int file, const FileAttributes& attributes);

// For a new file: what it inherits from the folder, and permissions by the user's umask.
Outcome<void> inherit_from_folder(int file, int folder, std::uint32_t user_mask);
bool hands_on_access_list(int folder);

// Room for this many bytes from the start of the file. 0, or an error number; EOPNOTSUPP if the system cannot tell.
int reserve_space(int file, std::size_t bytes);

// As in /proc: it looks like a file, but is not on any disk.
Outcome<bool> is_made_up_by_the_kernel(int file);

// "immutable", "append-only" or "".
Outcome<std::string> write_obstacle(int file);

// One line that identifies a folder permanently: its file system, its inode, when it was made.
Outcome<std::string> file_identity(int folder);

}  // namespace kedge
