#include "fs/private_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "support/strings.hpp"

namespace kedge {

std::expected<std::string, std::string> read_private_file(const std::string& path) {
  const auto problem = [&](std::string_view what) { return std::unexpected(concat(printable(path), ' ', what)); };
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return problem(concat("cannot be opened: ", std::generic_category().message(errno)));
  struct stat info{};
  const bool known = ::fstat(file, &info) == 0;
  std::string bytes(64UL * 1024, '\0');
  const ssize_t got = known && S_ISREG(info.st_mode) ? ::read(file, bytes.data(), bytes.size()) : -1;
  ::close(file);
  if (got < 0) return problem("is no file that can be read");
  if (info.st_uid != ::geteuid()) return problem("belongs to another user");
  if ((info.st_mode & 077) != 0) return problem("can be read by others: chmod 600 it");
  bytes.resize(static_cast<std::size_t>(got));
  return bytes;
}

}  // namespace kedge
