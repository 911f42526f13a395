// What a file has besides its bytes, carried over to the inode that takes its place.
#pragma once

#include "fs/file_system.hpp"

namespace kedge {

FileKind kind_of_mode(std::uint32_t mode);

// Owner, group, permissions, access list, user attributes and label. What is bound to the old bytes (signatures,
// capabilities) stays behind.
Outcome<MetadataCopy> copy_metadata(int from, int to);
Outcome<void> set_executable(int file, bool executable);

// The same for a file that is not there any more. What cannot be given back is told, and then nobody but the owner gets in.
Outcome<FileAttributes> attributes_of(int file);
Outcome<std::vector<std::string>> give_attributes(int file, const FileAttributes& attributes);

// For a new file: what the folder hands on, and permissions by the user's umask.
Outcome<void> inherit_from_folder(int file, int folder, std::uint32_t user_mask);
bool hands_on_access_list(int folder);

// It only looks like a file; there is no disk behind it.
Outcome<bool> is_made_up_by_the_kernel(int file);

// "immutable", "append-only", or nothing.
Outcome<std::string> write_obstacle(int file);

// One line that names a folder for good: its file system, its inode, when it was made.
Outcome<std::string> file_identity(int folder);

}  // namespace kedge
