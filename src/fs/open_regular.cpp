#include "fs/open_regular.hpp"

#include <cerrno>

#include "fs/file_bytes.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

Error not_opened(OsError problem, std::string_view path) {
  // A socket cannot be opened at all; its kind says more than the error.
  if (problem.number == ENXIO) {
    return refuse(Code::not_regular_file, {{"path", path}, {"kind", name_of(FileKind::socket)}});
  }
  if (problem.number == ENODEV) {
    return refuse(Code::not_regular_file, {{"path", path}, {"kind", "file that the kernel makes up"}});
  }
  return refusal(problem, path);
}

Error replaced_meanwhile(std::string_view path) {
  return refuse(Code::conflict, concat(printable(path), ": somebody has just replaced the file."), {{"path", path}});
}

Result<OpenedFile> as_regular(Outcome<OpenedFile> opened, std::string_view path) {
  if (!opened) return std::unexpected(not_opened(opened.error(), path));
  const FileKind kind = opened->info.kind;
  if (kind == FileKind::folder) return std::unexpected(refuse(Code::is_directory, {{"path", path}}));
  if (kind != FileKind::regular) {
    return std::unexpected(refuse(Code::not_regular_file, {{"path", path}, {"kind", name_of(kind)}}));
  }
  return *std::move(opened);
}

}  // namespace

Result<OpenedFile> open_regular(FileSystem& fs, const Handle& folder, const std::string& name, std::string_view path) {
  return as_regular(fs.open_and_look(folder, name, std::nullopt), path);
}

Result<OpenedFile> open_found_regular(FileSystem& fs, const Handle& folder, const std::string& name, std::string_view path,
                                      const FileInfo& found) {
  if (found.kind != FileKind::regular) return open_regular(fs, folder, name, path);
  return as_regular(fs.open_found(folder, name, found), path);
}

bool is_the_one_found(const OpenedFile& file, const FileInfo& seen_later) {
  return seen_later.identity == file.info.identity && seen_later.kind == file.info.kind;
}

Result<std::string> read_steady(FileSystem& fs, OpenedFile& file, std::string_view path, std::size_t limit) {
  constexpr int attempts = 3;
  for (int attempt = 1;; ++attempt) {
    Outcome<std::string> bytes = fs.read(file.handle, limit);
    if (!bytes && bytes.error().number == EFBIG) {
      return std::unexpected(refuse(Code::limit_exceeded,
                                    concat(printable(path), " has ", file.info.size, " bytes, and the limit is ", limit, '.'),
                                    {{"path", path}, {"what", "file size"}, {"actual", file.info.size}, {"limit", limit}}));
    }
    if (!bytes) return std::unexpected(refusal(bytes.error(), path));
    KEDGE_OS(const FileInfo now, fs.look(file.handle), path);
    if (!is_the_one_found(file, now)) return std::unexpected(replaced_meanwhile(path));
    const bool steady = now.size == bytes->size() && now.size == file.info.size && now.modified == file.info.modified;
    file.info = now;
    if (steady) return *std::move(bytes);
    if (attempt == attempts) {
      return std::unexpected(refuse(
          Code::conflict, concat(printable(path), ": somebody keeps writing to the file while it is read."), {{"path", path}}));
    }
  }
}

Result<bool> holds_steady(FileSystem& fs, OpenedFile& file, std::string_view path, std::string_view bytes) {
  if (file.info.size != bytes.size()) return false;
  KEDGE_OS(const bool holds, holds_bytes(fs, file.handle, bytes), path);
  KEDGE_OS(const FileInfo now, fs.look(file.handle), path);
  if (!is_the_one_found(file, now)) return std::unexpected(replaced_meanwhile(path));
  const bool steady = now.size == file.info.size && now.modified == file.info.modified;
  file.info = now;
  return holds && steady;
}

}  // namespace kedge
