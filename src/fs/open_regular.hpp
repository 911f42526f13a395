// Opens an existing regular file without hanging or following a link, and reads a consistent snapshot of it.
#pragma once

#include "fs/file_system.hpp"

namespace kedge {

// `path` is for refusals.
Result<OpenedFile> open_regular(FileSystem& fs, const Handle& folder, const std::string& name, std::string_view path);

// The same for a file that look_at() has just found there. Its `info` may be that of `found`, and holds only if
// is_the_one_found() says so of whatever look() says of it later.
Result<OpenedFile> open_found_regular(FileSystem& fs, const Handle& folder, const std::string& name, std::string_view path,
                                      const FileInfo& found);
bool is_the_one_found(const OpenedFile& file, const FileInfo& seen_later);

// Refused (conflict) if somebody keeps writing during the read, or if it is not the file that was found.
Result<std::string> read_steady(FileSystem& fs, OpenedFile& file, std::string_view path, std::size_t limit);

// Whether the file had exactly these bytes at one moment. Also false if somebody wrote during the comparison. Refused
// (conflict) if it is not the file that was found.
Result<bool> holds_steady(FileSystem& fs, OpenedFile& file, std::string_view path, std::string_view bytes);

}  // namespace kedge
