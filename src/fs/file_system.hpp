// The only access to the disk: every byte that kedge reads or writes in a workspace or its state folder goes through this
// interface. Each function is about one system call, so that a test can stop between any two of them.
//
// Everything is relative to an open folder; no path leaves it, and no call follows a link. There are five implementations:
//   linux_file_system    what users run
//   posix_file_system    the same with only what every POSIX system has (KEDGE_FS=portable)
//   memory_file_system   tracks what is durable, and can crash into any state that is then legal
//   faulty_file_system   around one of the others: fails or stops at the n-th call
//   callers_files        files of a program that has kedge inside it (embed/)
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fs/file_attributes.hpp"
#include "fs/os_error.hpp"

namespace kedge {

class FileSystem;

// An open file or folder. Closes itself.
class Handle {
 public:
  Handle() = default;
  Handle(FileSystem& owner, int id) : owner_(&owner), id_(id) {}
  Handle(Handle&& other) noexcept
      : owner_(std::exchange(other.owner_, nullptr)), id_(std::exchange(other.id_, -1)), is_lent_(other.is_lent_) {}
  Handle& operator=(Handle&& other) noexcept;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle();

  int id() const { return id_; }
  explicit operator bool() const { return owner_ != nullptr; }
  // The same file or folder without opening it again; nothing is closed with it. REQUIRES: this one stays open meanwhile.
  Handle lent() const;
  // A network file system may report a failed write only here.
  Outcome<void> close();

 private:
  FileSystem* owner_ = nullptr;
  int id_ = -1;
  bool is_lent_ = false;
};

enum class FileKind { regular, folder, link, pipe, socket, device };
std::string_view name_of(FileKind kind);

// Which file it is, whatever its name. Inode numbers survive a reboot; device numbers do not.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

struct FileInfo {
  FileKind kind = FileKind::regular;
  FileIdentity identity;
  std::uint64_t mount = 0;  // 0: unknown
  std::uint64_t size = 0;
  std::uint32_t permissions = 0;  // the lower twelve bits
  std::uint32_t owner = 0;
  std::uint32_t group = 0;
  std::uint64_t links = 1;
  std::int64_t modified = 0;  // nanoseconds
  // Why nobody may write to it, whatever its permissions; nullopt: write_obstacle() knows.
  std::optional<std::string_view> obstacle = std::nullopt;
  std::optional<bool> has_flags_to_copy = std::nullopt;  // of those that copy_metadata() takes along; nullopt: it asks

  bool executable() const { return (permissions & 0100U) != 0; }  // by its owner, as version control sees it
};

struct OpenedFile {
  Handle handle;
  FileInfo info;
};

// Whether `user` can trust a file of `owner`: it is their own, or root's. Anybody else could change it at any time.
constexpr bool is_trusted_owner(std::uint32_t owner, std::uint32_t user) { return owner == user || owner == 0; }

// Whoever can read it can execute it, or nobody can.
constexpr std::uint32_t with_execution(std::uint32_t permissions, bool executable) {
  return executable ? permissions | ((permissions & 0444U) >> 2U) : permissions & ~0111U;
}

// A time beyond the year 2262 wraps around, which is good enough for comparing.
constexpr std::int64_t nanoseconds(std::int64_t seconds, std::int64_t rest) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(seconds) * 1'000'000'000U + static_cast<std::uint64_t>(rest));
}

enum class Mounts { refuse, cross };

enum class FolderKind {
  own,       // kedge's: only for its owner
  ordinary,  // the user's: as their shell would make it there
};

enum class Lease {
  held,         // nobody has the file open for writing, and whoever tries has to wait for us
  refused,      // somebody has it open for writing
  unavailable,  // not supported here, or not our file
};

struct NamedKind {
  std::string name;
  FileKind kind = FileKind::regular;

  friend bool operator==(const NamedKind&, const NamedKind&) = default;
};

// What could not be copied to a new inode. `obstacle` is set if going on would change somebody's permissions.
struct MetadataCopy {
  std::vector<std::string> lost;
  std::string obstacle;
};

class FileSystem {
 public:
  FileSystem() = default;
  FileSystem(const FileSystem&) = delete;
  FileSystem& operator=(const FileSystem&) = delete;
  virtual ~FileSystem() = default;

  // Opening. A link as component is ELOOP, a mount EXDEV. Paths have no `..`; an empty path is the folder itself.
  virtual Outcome<Handle> open_root(const std::string& absolute_path) = 0;  // follows links; also for the state folder
  virtual Outcome<Handle> open_folder(const Handle& folder, const std::string& path, Mounts mounts) = 0;
  // For reading; never hangs. ENODEV for a file that the kernel makes up.
  virtual Outcome<Handle> open_file(const Handle& folder, const std::string& name) = 0;
  // The same with what look() says of it. On the device `ordinary`, if one is given, the kernel is known to make up no files.
  virtual Outcome<OpenedFile> open_and_look(const Handle& folder, const std::string& name,
                                            std::optional<std::uint64_t> ordinary);
  // The same for a file that look_at() has just found there. What it says may be what was found: the caller looks at the open
  // file later, and if that is another file, it may be one that the kernel makes up.
  virtual Outcome<OpenedFile> open_found(const Handle& folder, const std::string& name, const FileInfo& /*found*/) {
    return open_and_look(folder, name, std::nullopt);
  }
  virtual Outcome<Handle> open_for_writing(const Handle& folder, const std::string& name) = 0;  // in place; not truncated
  virtual Outcome<Handle> make_file(const Handle& folder, const std::string& name) = 0;         // new, 0600, for writing
  virtual Outcome<Handle> make_unnamed(const Handle& folder) = 0;                               // the same, without a name
  virtual Outcome<void> give_name(const Handle& unnamed, const Handle& folder, const std::string& name) = 0;
  virtual void close(int id) = 0;
  virtual Outcome<void> close_checked(int id) = 0;

  // Looking.
  virtual Outcome<FileInfo> look(const Handle& open) = 0;
  virtual Outcome<FileInfo> look_at(const Handle& folder, const std::string& name) = 0;
  virtual Outcome<std::string> read_link(const Handle& folder, const std::string& name) = 0;
  virtual Outcome<std::string> read(const Handle& file, std::size_t limit) = 0;  // the whole file; EFBIG beyond the limit
  // As much as one call gives; 0 at the end.
  virtual Outcome<std::size_t> read_at(const Handle& file, std::uint64_t offset, std::span<char> buffer) = 0;
  virtual Outcome<std::vector<std::string>> list(const Handle& folder) = 0;            // names, in any order
  virtual Outcome<std::vector<NamedKind>> list_kinds(const Handle& folder) = 0;        // the same with the kind of each
  virtual Outcome<bool> may_write(const Handle& folder, const std::string& name) = 0;  // this process; root nearly always
  virtual Outcome<std::string> write_obstacle(const Handle& file) = 0;         // "immutable", "append-only"; empty if none
  virtual bool same_mount(const FileInfo& folder, const FileInfo& other) = 0;  // a rename between them can work
  virtual Outcome<std::string> identity_of(const Handle& folder) = 0;          // survives moves, remounts and reboots

  // Changing.
  virtual Outcome<void> write(const Handle& file, std::string_view bytes) = 0;  // from the start; truncates the rest
  // The same for a new file. REQUIRES: it is empty.
  virtual Outcome<void> fill(const Handle& empty, std::string_view bytes) { return write(empty, bytes); }
  // Gives a file the group and access list of new files in this folder, and permissions by the user's umask.
  virtual Outcome<void> inherit(const Handle& file, const Handle& folder) = 0;
  // Whether files that are made in this folder get an access list from it.
  virtual bool hands_on_list(const Handle& /*folder*/) { return false; }
  // With what look() has just said of both. `inherits`: the new file may have an access list from its folder.
  virtual Outcome<MetadataCopy> copy_metadata(const Handle& from, const FileInfo& old, const Handle& to, const FileInfo& fresh,
                                              bool inherits) = 0;
  virtual Outcome<void> set_executable(const Handle& file, bool executable) = 0;  // see with_execution()
  // For a file that is deleted, and for the one that restores it. Returns what could not be restored; nobody gets access who
  // did not have it before.
  virtual Outcome<FileAttributes> attributes_of(const Handle& file) = 0;
  virtual Outcome<std::vector<std::string>> give_attributes(const Handle& file, const FileAttributes& attributes) = 0;
  virtual Outcome<void> sync(const Handle& open) = 0;  // file: its bytes; folder: its names
  // The same while other work is done on this thread. Both are complete when it returns.
  virtual Outcome<void> sync_while(const Handle& open, const std::function<void()>& work) {
    work();
    return sync(open);
  }
  virtual Outcome<void> exchange(const Handle& folder, const std::string& name, const Handle& other_folder,
                                 const std::string& other_name) = 0;
  virtual Outcome<void> move_new(const Handle& from, const std::string& name, const Handle& to,
                                 const std::string& new_name) = 0;  // EEXIST instead of overwriting
  virtual Outcome<void> move_over(const Handle& from, const std::string& name, const Handle& to,
                                  const std::string& new_name) = 0;
  virtual Outcome<void> link(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name) = 0;
  virtual Outcome<void> remove(const Handle& folder, const std::string& name) = 0;
  virtual Outcome<void> make_folder(const Handle& folder, const std::string& name, FolderKind kind) = 0;
  virtual Outcome<void> remove_folder(const Handle& folder, const std::string& name) = 0;

  // Others.
  virtual Lease lease(const Handle& file, const FileInfo& folder) = 0;  // `folder`: the one that the file is in
  virtual bool lease_holds(const Handle& file) = 0;  // false once somebody waits to write, or the system revoked it
  virtual void end_lease(const Handle& file) = 0;
  virtual Outcome<bool> try_lock(const Handle& file) = 0;  // against other processes; released when the file is closed
  // The same for one that others have; waits until they give it back. False: the time is over, or `is_wanted` says no, which is
  // asked every now and then.
  virtual Outcome<bool> lock_within(const Handle& file, std::uint32_t microseconds, const std::function<bool()>& is_wanted);
  virtual void pause(std::uint32_t microseconds) = 0;
  virtual std::int64_t now() = 0;  // nanoseconds of the wall clock
  virtual std::uint64_t random() = 0;
  virtual std::string_view kind() const { return "other"; }  // for people
  virtual bool opens_beneath() { return false; }             // open_folder is one system call
  virtual std::uint32_t user() { return 0; }                 // who owns the files that this process makes
  virtual bool serves_threads() const { return false; }      // several threads may call it at once

  // lock_within() by asking again and again, also for those whom the system does not wake: another host may have the lock.
  Outcome<bool> poll_lock(const Handle& file, std::uint32_t microseconds, const std::function<bool()>& is_wanted);
};

}  // namespace kedge
