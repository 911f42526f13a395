#include "fs/real_file_system.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "fs/native_file_system.hpp"
#include "fs/posix_file_system.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// The user's own umask.
std::uint32_t prepare_process() {
  for (const int signal : {SIGIO, SIGPIPE, SIGXFSZ}) {
    struct sigaction ignored{};
    ignored.sa_handler = SIG_IGN;
    ::sigaction(signal, &ignored, nullptr);
  }
  return static_cast<std::uint32_t>(::umask(077));
}

// There, and where it is a link, both the link and what it leads to.
bool is_trusted_file(const std::filesystem::path& path) {
  struct stat itself{};
  struct stat behind{};
  if (::lstat(path.c_str(), &itself) != 0 || ::stat(path.c_str(), &behind) != 0) return false;
  const std::uint32_t user = ::geteuid();
  return is_trusted_owner(itself.st_uid, user) && is_trusted_owner(behind.st_uid, user);
}

}  // namespace

std::unique_ptr<FileSystem> real_file_system() {
  static const std::uint32_t user_mask = prepare_process();
  const char* const wanted = std::getenv("KEDGE_FS");
  if (wanted != nullptr && std::string_view(wanted) == "portable") return std::make_unique<PosixFileSystem>(user_mask);
  return native_file_system(user_mask, NativeSignals::ignored);
}

std::unique_ptr<FileSystem> file_system_in_another_program() {
  const char* const wanted = std::getenv("KEDGE_FS");
  const std::uint32_t user_mask = umask_of_process();
  if (wanted != nullptr && std::string_view(wanted) == "portable") return std::make_unique<PosixFileSystem>(user_mask);
  return native_file_system(user_mask, NativeSignals::of_others);
}

void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest free number, which is this one.
    if (::open("/dev/null", O_RDONLY) != stream) return;
  }
}

bool runs_with_borrowed_rights() { return ::geteuid() != ::getuid() || ::getegid() != ::getgid(); }

std::string current_folder() {
  std::error_code problem;
  const std::filesystem::path folder = std::filesystem::current_path(problem);
  return problem ? std::string() : folder.string();
}

std::string home_folder() {
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home == '/') return home;
  // Parsed by hand: a statically linked program cannot use getpwuid.
  std::ifstream users("/etc/passwd");
  const std::string user = std::to_string(::getuid());
  for (std::string row; std::getline(users, row);) {
    const std::vector<std::string_view> fields = split(row, ':');  // name, password, user, group, remark, home, shell
    if (fields.size() >= 6 && fields[2] == user) return std::string(fields[5]);
  }
  return {};
}

std::string resolved_path(const std::string& path) {
  std::error_code problem;
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(path, problem);
  return problem ? std::string() : resolved.string();
}

std::string nearest_folder(const std::string& path) {
  std::filesystem::path at = path;
  std::error_code problem;
  while (at.has_relative_path() && !std::filesystem::is_directory(at, problem)) at = at.parent_path();
  return at.string();
}

std::optional<std::string> work_tree_around(const std::string& folder) {
  for (std::filesystem::path at = folder;; at = at.parent_path()) {
    if (is_trusted_file(at / ".git")) return at.string();
    if (!at.has_relative_path()) return std::nullopt;
  }
}

}  // namespace kedge
