// An existing regular file, opened without hanging and without following a link, and its bytes as they were at one moment.
#pragma once

#include "fs/file_system.hpp"

namespace kedge {

struct OpenedFile {
  Handle handle;
  FileInfo info;
};

// `path` is what refusals call it.
Result<OpenedFile> open_regular(FileSystem& fs, const Handle& folder, const std::string& name, std::string_view path);

// Refused (conflict) if somebody keeps writing while it is read.
Result<std::string> read_steady(FileSystem& fs, OpenedFile& file, std::string_view path, std::size_t limit);

// Whether these are its bytes, all of them at one moment. False also if somebody wrote meanwhile: then nobody knows.
Result<bool> holds_steady(FileSystem& fs, OpenedFile& file, std::string_view path, std::string_view bytes);

}  // namespace kedge
