#include "fs/metadata.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr const char* access_list = "system.posix_acl_access";
constexpr std::array<long, 9> made_up_by_the_kernel{PROC_SUPER_MAGIC, SYSFS_MAGIC,        DEBUGFS_MAGIC,
                                                    TRACEFS_MAGIC,    CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC,
                                                    SECURITYFS_MAGIC, BPF_FS_MAGIC,       NSFS_MAGIC};
constexpr const char* handed_on_list = "system.posix_acl_default";

Outcome<std::vector<std::string>> attribute_names(int file) {
  std::string buffer(1024, '\0');
  for (;;) {
    const ssize_t length = ::flistxattr(file, buffer.data(), buffer.size());
    if (length >= 0) {
      std::vector<std::string> names;
      for (std::size_t at = 0; at < static_cast<std::size_t>(length);) {
        names.emplace_back(buffer.c_str() + at);
        at += names.back().size() + 1;
      }
      return names;
    }
    if (errno == EOPNOTSUPP) return std::vector<std::string>();
    if (errno != ERANGE) return failed(errno);
    buffer.resize(4 * buffer.size());
  }
}

Outcome<std::string> attribute(int file, const std::string& name) {
  std::string value(256, '\0');
  for (;;) {
    const ssize_t length = ::fgetxattr(file, name.c_str(), value.data(), value.size());
    if (length >= 0) {
      value.resize(static_cast<std::size_t>(length));
      return value;
    }
    if (errno != ERANGE) return failed(errno);
    value.resize(4 * value.size());
  }
}

// The rest is either made by the kernel or applies only to the old bytes.
bool is_carried_over(std::string_view name) {
  return name.starts_with("user.") || name == "security.selinux" || name == access_list;
}

std::optional<OsError> copy_attribute(int from, int to, const std::string& name) {
  const Outcome<std::string> value = attribute(from, name);
  if (!value) return value.error().number == ENODATA ? std::nullopt : std::optional(value.error());
  if (::fsetxattr(to, name.c_str(), value->data(), value->size(), 0) != 0) return OsError{errno};
  return std::nullopt;
}

bool has_same_owner(const FileInfo& one, const FileInfo& other) { return one.owner == other.owner && one.group == other.group; }

// Why somebody would get access to the new file who had none to the old one; empty if nobody would.
std::string copy_owner(int to, const FileInfo& old, const FileInfo& fresh) {
  if (::fchown(to, old.owner, old.group) == 0) return {};
  const bool group_kept = fresh.group == old.group || ::fchown(to, static_cast<uid_t>(-1), old.group) == 0;
  const std::uint32_t group_may = (old.permissions >> 3U) & 7U;
  const std::uint32_t others_may = old.permissions & 7U;
  // One group's members would get the rights of others, and another's those of the group.
  if (!group_kept && group_may != others_may) return "its group could not be kept, and somebody would gain access";
  return {};
}

// An access list as the kernel keeps it: a version, then entries.
struct AccessEntry {
  std::uint16_t tag;
  std::uint16_t permissions;
  std::uint32_t id;
};
constexpr std::size_t access_list_header = 4;
enum AccessTag : std::uint16_t { owner_entry = 0x01, group_entry = 0x04, mask_entry = 0x10, others_entry = 0x20 };

// Nobody may execute a file that was not made to be executed. What groups and named users may is bounded by the mask, where
// there is one.
std::string without_execution(std::string list) {
  std::vector<AccessEntry> entries((list.size() - access_list_header) / sizeof(AccessEntry));
  std::memcpy(entries.data(), list.data() + access_list_header, entries.size() * sizeof(AccessEntry));
  const bool masked = std::ranges::find(entries, mask_entry, &AccessEntry::tag) != entries.end();
  for (AccessEntry& entry : entries) {
    const bool bounds_groups = entry.tag == (masked ? mask_entry : group_entry);
    if (entry.tag == owner_entry || entry.tag == others_entry || bounds_groups) entry.permissions &= 6;
  }
  std::memcpy(list.data() + access_list_header, entries.data(), entries.size() * sizeof(AccessEntry));
  return list;
}

}  // namespace

std::int64_t modified_of(const struct stat& status) { return nanoseconds(status.st_mtim.tv_sec, status.st_mtim.tv_nsec); }

int reserve_space(int file, std::size_t bytes) { return ::posix_fallocate(file, 0, static_cast<off_t>(bytes)); }

bool hands_on_access_list(int folder) { return ::fgetxattr(folder, handed_on_list, nullptr, 0) > 0; }

Outcome<void> inherit_from_folder(int file, int folder, std::uint32_t user_mask) {
  struct stat above{};
  if (::fstat(folder, &above) != 0) return failed(errno);
  // A group that we may not give is not worth a refusal: a shell would not have given it either.
  if ((above.st_mode & S_ISGID) != 0) (void)!::fchown(file, static_cast<uid_t>(-1), above.st_gid);
  const Outcome<std::string> list = attribute(folder, handed_on_list);
  if (list && list->size() > access_list_header) {
    const std::string own = without_execution(*list);
    return ::fsetxattr(file, access_list, own.data(), own.size(), 0) == 0 ? Outcome<void>() : failed(errno);
  }
  return ::fchmod(file, static_cast<mode_t>(0666U & ~user_mask)) == 0 ? Outcome<void>() : failed(errno);
}

Outcome<MetadataCopy> copy_metadata(int from, const FileInfo& old, int to, const FileInfo& fresh, bool inherits) {
  MetadataCopy copy;
  bool has_owner = has_same_owner(old, fresh);
  if (!has_owner) {
    copy.obstacle = copy_owner(to, old, fresh);
    if (!copy.obstacle.empty()) return copy;
    struct stat now{};
    if (::fstat(to, &now) != 0) return failed(errno);
    has_owner = now.st_uid == old.owner && now.st_gid == old.group;
  }
  auto permissions = static_cast<mode_t>(old.permissions);
  if (!has_owner) {
    copy.lost.emplace_back("its owner could not be kept");
    permissions &= ~static_cast<mode_t>(S_ISUID | S_ISGID);
  }
  KEDGE_TRY(const std::vector<std::string> names, attribute_names(from));
  // The new file may have been made where a folder hands on a list that the old one does not have.
  if (inherits && std::ranges::find(names, access_list) == names.end()) (void)::fremovexattr(to, access_list);
  // After the owner, because changing that clears setuid, and after an access list, because it would only change its mask.
  if (::fchmod(to, permissions) != 0) return failed(errno);
  for (const std::string& name : names) {
    if (!is_carried_over(name)) continue;
    const std::optional<OsError> problem = copy_attribute(from, to, name);
    if (!problem) continue;
    if (problem->number == ENOSPC || problem->number == EDQUOT || problem->number == EIO) return std::unexpected(*problem);
    if (name == access_list) {
      copy.obstacle = concat("its access list could not be kept (", describe(*problem), ')');
      return copy;
    }
    copy.lost.push_back(concat("its attribute ", printable(name), " could not be kept (", describe(*problem), ')'));
  }

  int flags = 0;
  int fresh_flags = 0;
  const bool has_flags = old.has_flags_to_copy.value_or(true) && ::ioctl(from, FS_IOC_GETFLAGS, &flags) == 0 &&
                         (flags & (FS_NOCOW_FL | FS_NODUMP_FL)) != 0;
  if (has_flags && ::ioctl(to, FS_IOC_GETFLAGS, &fresh_flags) == 0) {
    const int wanted = (flags & (FS_NOCOW_FL | FS_NODUMP_FL)) | fresh_flags;
    if (wanted != fresh_flags && ::ioctl(to, FS_IOC_SETFLAGS, &wanted) != 0) {
      copy.lost.emplace_back("its no-dump or no-copy-on-write flag could not be kept");
    }
  }
  return copy;
}

Outcome<FileAttributes> attributes_of(int file) {
  struct stat now{};
  if (::fstat(file, &now) != 0) return failed(errno);
  FileAttributes attributes{now.st_uid, now.st_gid, static_cast<std::uint32_t>(now.st_mode) & 07777U};
  KEDGE_TRY(const std::vector<std::string> names, attribute_names(file));
  for (const std::string& name : names) {
    if (!is_carried_over(name)) continue;
    const Outcome<std::string> value = attribute(file, name);
    if (value) {
      attributes.named.emplace(name, *value);
    } else if (value.error().number != ENODATA) {
      return std::unexpected(value.error());
    }
  }
  return attributes;
}

Outcome<std::vector<std::string>> give_attributes(int file, const FileAttributes& attributes) {
  struct stat now{};
  if (::fstat(file, &now) != 0) return failed(errno);
  std::vector<std::string> lost;
  auto permissions = static_cast<mode_t>(attributes.permissions);
  const bool is_anothers = now.st_uid != attributes.owner || now.st_gid != attributes.group;
  if (is_anothers && ::fchown(file, attributes.owner, attributes.group) != 0) {
    lost.push_back(concat("its owner (", attributes.owner, ':', attributes.group, ") could not be given back"));
    permissions &= 0700;
  }
  // A folder may have handed a list on to it.
  (void)::fremovexattr(file, access_list);
  const bool has_list = attributes.named.contains(access_list);
  // With an access list, the group bits are its mask; without the list they would let the group in.
  if (::fchmod(file, has_list ? permissions & static_cast<mode_t>(~077U) : permissions) != 0) return failed(errno);
  for (const auto& [name, value] : attributes.named) {
    if (name == access_list && !lost.empty()) {
      lost.emplace_back("its access list was not given back, because its owner could not be");
      continue;
    }
    if (::fsetxattr(file, name.c_str(), value.data(), value.size(), 0) == 0) continue;
    const OsError problem{errno};
    if (problem.number == ENOSPC || problem.number == EDQUOT || problem.number == EIO) return std::unexpected(problem);
    lost.push_back(concat("its attribute ", printable(name), " could not be given back (", describe(problem), ')'));
  }
  return lost;
}

Outcome<bool> is_made_up_by_the_kernel(int file) {
  struct statfs system{};
  if (::fstatfs(file, &system) != 0) return failed(errno);
  return std::ranges::find(made_up_by_the_kernel, system.f_type) != made_up_by_the_kernel.end();
}

Outcome<std::string> write_obstacle(int file) {
  int flags = 0;
  if (::ioctl(file, FS_IOC_GETFLAGS, &flags) != 0) return std::string();  // not every file system has flags
  if ((flags & FS_IMMUTABLE_FL) != 0) return std::string("immutable");
  if ((flags & FS_APPEND_FL) != 0) return std::string("append-only");
  return std::string();
}

Outcome<std::string> file_identity(int folder) {
  struct statfs system{};
  if (::fstatfs(folder, &system) != 0) return failed(errno);
  struct statx status{};
  if (::statx(folder, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &status) != 0) return failed(errno);
  std::uint32_t parts[2] = {};
  static_assert(sizeof system.f_fsid == sizeof parts);
  std::memcpy(parts, &system.f_fsid, sizeof parts);
  const bool has_birth = (status.stx_mask & STATX_BTIME) != 0;
  return concat("fs ", parts[0], ':', parts[1], " inode ", status.stx_ino, " born ",
                has_birth ? concat(status.stx_btime.tv_sec, '.', status.stx_btime.tv_nsec) : std::string("unknown"));
}

}  // namespace kedge
