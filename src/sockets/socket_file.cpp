#include "sockets/socket_file.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "process/new_descriptors.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// Whether a server listens there. On error: unknown.
std::expected<bool, int> is_served(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::ranges::copy(path, address.sun_path);
  const int socket = make_socket(AF_UNIX, SOCK_STREAM);
  if (socket < 0) return std::unexpected(errno);
  const int result = ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  const int error = errno;
  ::close(socket);
  if (result == 0 || error == EAGAIN) return true;
  if (error == ECONNREFUSED || error == ENOENT) return false;
  return std::unexpected(error);
}

}  // namespace

std::expected<SocketFile, std::string> SocketFile::at(std::string path) {
  const auto problem = [&](std::string_view what) { return std::unexpected(concat(printable(path), ' ', what)); };
  constexpr std::size_t most_bytes = sizeof(sockaddr_un::sun_path) - 1;
  if (path.empty() || path.size() > most_bytes || path.find('\0') != std::string::npos) {
    return problem(concat("is no path for a socket: it may have up to ", most_bytes, " bytes"));
  }
  struct stat info{};
  if (::lstat(path.c_str(), &info) == 0) {
    if (!S_ISSOCK(info.st_mode)) return problem("is there already, and is no socket");
    const std::expected<bool, int> served = is_served(path);
    if (!served) return problem(concat("cannot be tried: ", std::generic_category().message(served.error())));
    if (*served) return problem("belongs to a server that is running");
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
      return problem(concat("was left behind and cannot be removed: ", std::generic_category().message(errno)));
    }
  }
  return SocketFile(std::move(path));
}

SocketFile::SocketFile(SocketFile&& other) noexcept
    : path_(std::move(other.path_)), bound_(std::exchange(other.bound_, false)), device_(other.device_), inode_(other.inode_) {}

SocketFile::~SocketFile() {
  if (!bound_) return;
  struct stat info{};
  if (::lstat(path_.c_str(), &info) != 0 || info.st_dev != device_ || info.st_ino != inode_) return;
  ::unlink(path_.c_str());
}

bool SocketFile::keep_to_owner() {
  struct stat info{};
  if (::chmod(path_.c_str(), S_IRUSR | S_IWUSR) != 0 || ::lstat(path_.c_str(), &info) != 0) return false;
  if (!S_ISSOCK(info.st_mode) || info.st_uid != ::geteuid()) return false;
  device_ = info.st_dev;
  inode_ = info.st_ino;
  bound_ = true;
  return true;
}

}  // namespace kedge
