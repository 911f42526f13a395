// Owner, permissions, access list and attributes as macOS keeps them: copyfile() knows all of them.
#include "fs/metadata.hpp"

#include <copyfile.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/param.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "support/strings.hpp"

namespace kedge {
namespace {

bool has_owner(const struct stat& one, uid_t owner, gid_t group) { return one.st_uid == owner && one.st_gid == group; }

}  // namespace

std::int64_t modified_of(const struct stat& status) {
  return nanoseconds(status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec);
}

int reserve_space(int file, std::size_t bytes) {
  fstore_t wanted{
      .fst_flags = F_ALLOCATEALL, .fst_posmode = F_PEOFPOSMODE, .fst_offset = 0, .fst_length = static_cast<off_t>(bytes)};
  return ::fcntl(file, F_PREALLOCATE, &wanted) == 0 ? 0 : errno;
}

bool hands_on_access_list(int /*folder*/) { return false; }  // the system hands lists on by itself when a file is made

Outcome<void> inherit_from_folder(int file, int /*folder*/, std::uint32_t user_mask) {
  return ::fchmod(file, static_cast<mode_t>(0666U & ~user_mask)) == 0 ? Outcome<void>() : failed(errno);
}

Outcome<MetadataCopy> copy_metadata(int from, const FileInfo& old, int to, const FileInfo& fresh, bool /*inherits*/) {
  MetadataCopy copy;
  const bool has_owner = fresh.owner == old.owner && fresh.group == old.group;
  if (!has_owner && ::fchown(to, old.owner, old.group) != 0) {
    const std::uint32_t group_may = (old.permissions >> 3U) & 7U;
    const std::uint32_t others_may = old.permissions & 7U;
    const bool group_kept = fresh.group == old.group || ::fchown(to, static_cast<uid_t>(-1), old.group) == 0;
    if (!group_kept && group_may != others_may) {
      copy.obstacle = "its group could not be kept, and somebody would gain access";
      return copy;
    }
    copy.lost.emplace_back("its owner could not be kept");
  }
  if (::fcopyfile(from, to, nullptr, COPYFILE_ACL) != 0) {
    copy.obstacle = concat("its access list could not be kept (", describe(OsError{errno}), ')');
    return copy;
  }
  if (::fcopyfile(from, to, nullptr, COPYFILE_XATTR) != 0) copy.lost.emplace_back("its attributes could not be kept");
  auto permissions = static_cast<mode_t>(old.permissions);
  if (!copy.lost.empty()) permissions &= static_cast<mode_t>(~(S_ISUID | S_ISGID));
  if (::fchmod(to, permissions) != 0) return failed(errno);
  return copy;
}

// Owner and permissions: what else a deleted file had is not recorded here.
Outcome<FileAttributes> attributes_of(int file) {
  struct stat now{};
  if (::fstat(file, &now) != 0) return failed(errno);
  return FileAttributes{now.st_uid, now.st_gid, static_cast<std::uint32_t>(now.st_mode) & 07777U};
}

Outcome<std::vector<std::string>> give_attributes(int file, const FileAttributes& attributes) {
  struct stat now{};
  if (::fstat(file, &now) != 0) return failed(errno);
  std::vector<std::string> lost;
  auto permissions = static_cast<mode_t>(attributes.permissions);
  if (!has_owner(now, attributes.owner, attributes.group) && ::fchown(file, attributes.owner, attributes.group) != 0) {
    lost.push_back(concat("its owner (", attributes.owner, ':', attributes.group, ") could not be given back"));
    permissions &= 0700;
  }
  if (::fchmod(file, permissions) != 0) return failed(errno);
  return lost;
}

Outcome<bool> is_made_up_by_the_kernel(int file) {
  struct statfs system{};
  if (::fstatfs(file, &system) != 0) return failed(errno);
  return std::string_view(system.f_fstypename) == "devfs";
}

Outcome<std::string> write_obstacle(int file) {
  struct stat now{};
  if (::fstat(file, &now) != 0) return failed(errno);
  if ((now.st_flags & (UF_IMMUTABLE | SF_IMMUTABLE)) != 0) return std::string("immutable");
  if ((now.st_flags & (UF_APPEND | SF_APPEND)) != 0) return std::string("append-only");
  return std::string();
}

Outcome<std::string> file_identity(int folder) {
  struct statfs system{};
  struct stat now{};
  if (::fstatfs(folder, &system) != 0 || ::fstat(folder, &now) != 0) return failed(errno);
  return concat("fs ", system.f_fsid.val[0], ':', system.f_fsid.val[1], " inode ", now.st_ino, " born ",
                now.st_birthtimespec.tv_sec, '.', now.st_birthtimespec.tv_nsec);
}

}  // namespace kedge
