#include "fs/private_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t longest_own_file = 64UL * 1024;
constexpr std::size_t longest_private_file = 1024UL * 1024;  // tokens of some thousand agents

struct OwnFile {
  std::string bytes;
  struct stat info{};
};

// The number of the system's error, or 0 if it is no regular file.
std::expected<OwnFile, int> read_own_file(const std::string& path, std::size_t most) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return std::unexpected(errno);
  OwnFile own;
  const bool is_regular = ::fstat(file, &own.info) == 0 && S_ISREG(own.info.st_mode);
  own.bytes.resize(most + 1);
  const ssize_t got = is_regular ? ::read(file, own.bytes.data(), own.bytes.size()) : -1;
  const int problem = is_regular && got < 0 ? errno : 0;
  ::close(file);
  if (got < 0) return std::unexpected(problem);
  own.bytes.resize(static_cast<std::size_t>(got));
  return own;
}

std::string described(int problem) {
  return problem == 0 ? "is no file that can be read" : concat("cannot be opened: ", std::generic_category().message(problem));
}

}  // namespace

std::expected<std::string, std::string> read_private_file(const std::string& path) {
  const auto problem = [&](std::string_view what) { return std::unexpected(concat(printable(path), ' ', what)); };
  std::expected<OwnFile, int> file = read_own_file(path, longest_private_file);
  if (!file) return problem(described(file.error()));
  if (file->info.st_uid != ::geteuid()) return problem("belongs to another user");
  if ((file->info.st_mode & 077) != 0) return problem("can be read by others: chmod 600 it");
  if (file->bytes.size() > longest_private_file) return problem("is longer than 1 MiB");
  return std::move(file->bytes);
}

std::expected<std::optional<std::string>, std::string> read_trusted_file(const std::string& path) {
  std::expected<OwnFile, int> file = read_own_file(path, longest_own_file);
  if (!file && (file.error() == ENOENT || file.error() == ENOTDIR)) return std::nullopt;
  if (!file) return std::unexpected(described(file.error()));
  if (file->info.st_uid != ::geteuid() && file->info.st_uid != 0) return std::unexpected("belongs to another user");
  if ((file->info.st_mode & 022) != 0) return std::unexpected("can be written by others: chmod 644 it");
  if (file->bytes.size() > longest_own_file) return std::unexpected("is longer than 64 KiB");
  return std::move(file->bytes);
}

}  // namespace kedge
