// Opens an existing regular file without hanging or following a link, and reads a consistent snapshot of it.
#pragma once

#include "fs/file_system.hpp"

namespace kedge {

// `path` is for refusals.
Result<OpenedFile> open_regular(FileSystem& fs, const Handle& folder, const std::string& name, std::string_view path);

// Refused (conflict) if somebody keeps writing during the read.
Result<std::string> read_steady(FileSystem& fs, OpenedFile& file, std::string_view path, std::size_t limit);

// Whether the file had exactly these bytes at one moment. Also false if somebody wrote during the comparison.
Result<bool> holds_steady(FileSystem& fs, OpenedFile& file, std::string_view path, std::string_view bytes);

}  // namespace kedge
