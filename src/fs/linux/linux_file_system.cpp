#include "fs/linux/linux_file_system.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>

#include "fs/metadata.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// EAGAIN: something was renamed meanwhile, and the kernel cannot guarantee that the path stayed inside.
constexpr int attempts_against_renames = 16;

constexpr long overlay_magic = OVERLAYFS_SUPER_MAGIC;

Outcome<void> rename_with(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name,
                          unsigned flags) {
  if (::renameat2(from.id(), name.c_str(), to.id(), new_name.c_str(), flags) == 0) return {};
  return failed(errno);
}

// Overlays, network file systems and those that the kernel makes up have no disk of their own, and numbers like these.
bool is_on_a_disk(const FileInfo& info) { return gnu_dev_major(info.identity.device) != 0; }

std::optional<std::string_view> obstacle_of(const struct statx& status) {
  constexpr std::uint64_t both = STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND;
  if ((status.stx_attributes_mask & both) != both) return std::nullopt;
  if ((status.stx_attributes & STATX_ATTR_IMMUTABLE) != 0) return "immutable";
  return (status.stx_attributes & STATX_ATTR_APPEND) != 0 ? "append-only" : "";
}

// File systems on a disk of their own know of no copying on write that could be turned off.
std::optional<bool> flags_to_copy(const struct statx& status) {
  if (status.stx_dev_major == 0 || (status.stx_attributes_mask & STATX_ATTR_NODUMP) == 0) return std::nullopt;
  return (status.stx_attributes & STATX_ATTR_NODUMP) != 0;
}

// With its mount, which the older call does not return.
Outcome<FileInfo> looked_at(int folder, const char* name, int flags) {
  struct statx status{};
  if (::statx(folder, name, flags, STATX_BASIC_STATS | STATX_MNT_ID, &status) != 0) return failed(errno);
  return FileInfo{.kind = kind_of_mode(status.stx_mode),
                  .identity = {makedev(status.stx_dev_major, status.stx_dev_minor), status.stx_ino},
                  .mount = (status.stx_mask & STATX_MNT_ID) != 0 ? status.stx_mnt_id : 0,
                  .size = status.stx_size,
                  .permissions = status.stx_mode & 07777U,
                  .owner = status.stx_uid,
                  .group = status.stx_gid,
                  .links = status.stx_nlink,
                  .modified = nanoseconds(status.stx_mtime.tv_sec, status.stx_mtime.tv_nsec),
                  .obstacle = obstacle_of(status),
                  .has_flags_to_copy = flags_to_copy(status)};
}

}  // namespace

Outcome<Handle> LinuxFileSystem::open_beneath(const Handle& folder, const std::string& path, Mounts mounts) {
  open_how how{};
  how.flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
  if (mounts == Mounts::refuse) how.resolve |= RESOLVE_NO_XDEV;
  for (int attempt = 1;; ++attempt) {
    const long descriptor = ::syscall(SYS_openat2, folder.id(), path.c_str(), &how, sizeof how);
    if (descriptor >= 0) return Handle(*this, static_cast<int>(descriptor));
    const bool again = errno == EINTR || errno == EAGAIN;
    if (!again || attempt == attempts_against_renames) return failed(errno);
  }
}

Outcome<Handle> LinuxFileSystem::open_folder(const Handle& folder, const std::string& path, Mounts mounts) {
  Outcome<Handle> opened = open_beneath(folder, path.empty() ? "." : path, mounts);
  // ENOSYS: an older kernel. EPERM: a container whose filter does not know the call.
  if (!opened && (opened.error().number == ENOSYS || opened.error().number == EPERM)) {
    return PosixFileSystem::open_folder(folder, path, mounts);
  }
  return opened;
}

bool LinuxFileSystem::opens_beneath() {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC | O_DIRECTORY;
  how.resolve = RESOLVE_BENEATH;
  const long descriptor = ::syscall(SYS_openat2, AT_FDCWD, ".", &how, sizeof how);
  if (descriptor >= 0) ::close(static_cast<int>(descriptor));
  return descriptor >= 0;
}

Outcome<OpenedFile> LinuxFileSystem::open_found(const Handle& folder, const std::string& name, const FileInfo& found) {
  if (!is_on_a_disk(found)) return open_and_look(folder, name, std::nullopt);
  KEDGE_TRY(Handle file, open_any(folder, name));
  return OpenedFile{std::move(file), found};
}

Outcome<Handle> LinuxFileSystem::make_unnamed(const Handle& folder) {
  return taken(::openat(folder.id(), ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
}

Outcome<void> LinuxFileSystem::give_name(const Handle& unnamed, const Handle& folder, const std::string& name) {
  const std::string self = concat("/proc/self/fd/", unnamed.id());
  if (::linkat(AT_FDCWD, self.c_str(), folder.id(), name.c_str(), AT_SYMLINK_FOLLOW) == 0) return {};
  return failed(errno);
}

Outcome<FileInfo> LinuxFileSystem::look(const Handle& open) { return looked_at(open.id(), "", AT_EMPTY_PATH); }

Outcome<FileInfo> LinuxFileSystem::look_at(const Handle& folder, const std::string& name) {
  return looked_at(folder.id(), name.c_str(), AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT);
}

bool LinuxFileSystem::same_mount(const FileInfo& folder, const FileInfo& other) {
  return folder.mount != 0 && folder.mount == other.mount;
}

Outcome<void> LinuxFileSystem::exchange(const Handle& folder, const std::string& name, const Handle& other_folder,
                                        const std::string& other_name) {
  return rename_with(folder, name, other_folder, other_name, RENAME_EXCHANGE);
}

Outcome<void> LinuxFileSystem::move_new(const Handle& from, const std::string& name, const Handle& to,
                                        const std::string& new_name) {
  return rename_with(from, name, to, new_name, RENAME_NOREPLACE);
}

Lease LinuxFileSystem::lease(const Handle& file, const FileInfo& folder) {
  // An overlay does not know who has the underlying file mapped for writing.
  struct statfs system{};
  const bool is_sure = is_on_a_disk(folder) && folder.mount != 0;
  if (!is_sure && (::fstatfs(file.id(), &system) != 0 || system.f_type == overlay_magic)) return Lease::unavailable;
  if (lease_signal_ && ::fcntl(file.id(), F_SETSIG, *lease_signal_) != 0) return Lease::unavailable;
  if (::fcntl(file.id(), F_SETLEASE, F_RDLCK) == 0) return Lease::held;
  return errno == EAGAIN ? Lease::refused : Lease::unavailable;
}

bool LinuxFileSystem::lease_holds(const Handle& file) { return ::fcntl(file.id(), F_GETLEASE) == F_RDLCK; }

void LinuxFileSystem::end_lease(const Handle& file) { ::fcntl(file.id(), F_SETLEASE, F_UNLCK); }

}  // namespace kedge
