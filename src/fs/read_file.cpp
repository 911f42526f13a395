#include "fs/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "fs/metadata.hpp"
#include "process/descriptor.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

Error too_large(std::string_view path, std::size_t size, std::size_t limit) {
  return refuse(Code::limit_exceeded, concat(printable(path), " has ", size, " bytes, and the limit is ", limit, '.'),
                {{"path", path}, {"what", "file size"}, {"actual", size}, {"limit", limit}});
}

// How much more is unknown.
Error more_than(std::string_view path, std::size_t limit) {
  return refuse(Code::limit_exceeded, concat(printable(path), " has more than ", limit, " bytes, which is the limit."),
                {{"path", path}, {"what", "size"}, {"limit", limit}});
}

Result<std::string> read_to_end(int file, std::string_view path, std::size_t size, std::size_t limit) {
  // One byte more than the size, so that the read that meets the end is the one that fills the buffer.
  std::string bytes(size + 1, '\0');
  std::size_t filled = 0;
  for (;;) {
    const ssize_t got = ::read(file, bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(refusal(OsError{errno}, path));
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
    if (filled > limit) return std::unexpected(more_than(path, limit));
    if (filled == bytes.size()) bytes.resize(std::min(2 * bytes.size(), limit + 1));
  }
  bytes.resize(filled);
  return bytes;
}

}  // namespace

Result<std::string> read_file(std::string_view path, std::size_t limit) {
  const std::string name(path);
  if (name.empty() || name.find('\0') != std::string::npos) return std::unexpected(refusal(OsError{EINVAL}, path));
  const Descriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.get() < 0) return std::unexpected(refusal(OsError{errno}, path));
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return std::unexpected(refusal(OsError{errno}, path));
  if (S_ISDIR(status.st_mode)) return std::unexpected(refuse(Code::is_directory, {{"path", path}}));
  if (!S_ISREG(status.st_mode)) {
    return std::unexpected(refuse(Code::not_regular_file, {{"path", path}, {"kind", name_of(kind_of_mode(status.st_mode))}}));
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > limit) return std::unexpected(too_large(path, size, limit));

  return read_to_end(file.get(), path, size, limit);
}

Result<std::string> read_standard_input(std::size_t limit) { return read_to_end(STDIN_FILENO, "standard input", 0, limit); }

}  // namespace kedge
