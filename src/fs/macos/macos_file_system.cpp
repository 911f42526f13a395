#include "fs/macos/macos_file_system.hpp"

#include <fcntl.h>
#include <stdio.h>  // renameatx_np
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace kedge {
namespace {

template <class Call>
Outcome<void> done_again(Call call) {
  int answer = call();
  while (answer == -1 && errno == EINTR) answer = call();
  return answer == 0 ? Outcome<void>() : failed(errno);
}

// What cannot be exchanged or moved here is left to the fallback of the commit.
Outcome<void> renamed(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name,
                      unsigned flags) {
  Outcome<void> done = done_again([&] { return ::renameatx_np(from.id(), name.c_str(), to.id(), new_name.c_str(), flags); });
  if (!done && (done.error().number == ENOTSUP || done.error().number == EINVAL)) return failed(EOPNOTSUPP);
  return done;
}

std::optional<dev_t> device_of(int descriptor) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) return std::nullopt;
  return status.st_dev;
}

}  // namespace

Outcome<Handle> MacosFileSystem::open_folder(const Handle& folder, const std::string& path, Mounts mounts) {
  // Every component is checked by the system in this one call; a path that goes up is refused before.
  if (path.starts_with('/')) return failed(EXDEV);
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (path.compare(at, end - at, "..") == 0) return failed(EXDEV);
    at = end + 1;
  }
  int descriptor = -1;
  do {
    descriptor = ::openat(folder.id(), path.empty() ? "." : path.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW_ANY);
  } while (descriptor < 0 && errno == EINTR);
  Outcome<Handle> opened = taken(descriptor);
  if (!opened || mounts == Mounts::cross) return opened;
  if (device_of(folder.id()) != device_of(opened->id())) return failed(EXDEV);
  return opened;
}

bool MacosFileSystem::same_mount(const FileInfo& folder, const FileInfo& other) {
  return folder.identity.device == other.identity.device;
}

// fsync() leaves the bytes in the drive's own memory. A file system that cannot flush the drive at least keeps the order.
Outcome<void> MacosFileSystem::sync(const Handle& open) {
  for (const int way : {F_FULLFSYNC, F_BARRIERFSYNC}) {
    const Outcome<void> synced = done_again([&] { return ::fcntl(open.id(), way); });
    if (synced) return synced;
    const int problem = synced.error().number;
    if (problem != ENOTSUP && problem != EINVAL && problem != ENOTTY) return synced;
  }
  return PosixFileSystem::sync(open);
}

Outcome<void> MacosFileSystem::sync_while(const Handle& open, const std::function<void()>& work) {
  work();
  return sync(open);
}

Outcome<void> MacosFileSystem::exchange(const Handle& folder, const std::string& name, const Handle& other_folder,
                                        const std::string& other_name) {
  return renamed(folder, name, other_folder, other_name, RENAME_SWAP);
}

Outcome<void> MacosFileSystem::move_new(const Handle& from, const std::string& name, const Handle& to,
                                        const std::string& new_name) {
  return renamed(from, name, to, new_name, RENAME_EXCL);
}

}  // namespace kedge
