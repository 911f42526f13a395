// The one door to the disk: every byte that kedge reads or writes in a workspace, and everything it remembers about its own
// work, goes through this interface. It is as fine as the system calls underneath, so that a test can stop it between any
// two of them.
//
// Everything is relative to an open folder; no call takes a path that leaves it, and none follows a link. There are four:
//   linux_file_system    what users run
//   posix_file_system    the same with only what every POSIX system has (KEDGE_FS=portable)
//   memory_file_system   knows what is durable and what is not yet, and can crash into any state that is legal then
//   faulty_file_system   around one of the others: fails or stops at the n-th call
#pragma once

#include <cstdint>
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
  Handle(Handle&& other) noexcept : owner_(std::exchange(other.owner_, nullptr)), id_(std::exchange(other.id_, -1)) {}
  Handle& operator=(Handle&& other) noexcept;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle();

  int id() const { return id_; }
  explicit operator bool() const { return owner_ != nullptr; }
  // A network file system may tell only here that a write did not happen.
  Outcome<void> close();

 private:
  FileSystem* owner_ = nullptr;
  int id_ = -1;
};

enum class FileKind { regular, folder, link, pipe, socket, device };
std::string_view name_of(FileKind kind);

// Which file it is, whatever it is called. The inode alone outlives a restart of the machine; device numbers do not.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

struct FileInfo {
  FileKind kind = FileKind::regular;
  FileIdentity identity;
  std::uint64_t mount = 0;  // 0: not known
  std::uint64_t size = 0;
  std::uint32_t permissions = 0;  // the lower twelve bits
  std::uint32_t owner = 0;
  std::uint32_t group = 0;
  std::uint64_t links = 1;
  std::int64_t modified = 0;  // nanoseconds

  bool executable() const { return (permissions & 0100U) != 0; }  // by its owner, which is what version control goes by
};

// Whether what belongs to `owner` can be relied on by `user`: it is their own, or root's. What anybody else has left in a
// folder above is theirs to change.
constexpr bool is_trusted_owner(std::uint32_t owner, std::uint32_t user) { return owner == user || owner == 0; }

// Whoever may read it may run it, or nobody may.
constexpr std::uint32_t with_execution(std::uint32_t permissions, bool executable) {
  return executable ? permissions | ((permissions & 0444U) >> 2U) : permissions & ~0111U;
}

// Of a clock or a file. A time beyond the year 2262 wraps round, and is still the same or another.
constexpr std::int64_t nanoseconds(std::int64_t seconds, std::int64_t rest) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(seconds) * 1'000'000'000U + static_cast<std::uint64_t>(rest));
}

enum class Mounts { refuse, cross };

enum class FolderKind {
  own,       // of kedge's: nobody else may look into it
  ordinary,  // of the user's: as their shell would make it there
};

enum class Lease {
  held,         // nobody has the file open for writing, and who tries has to wait for us
  refused,      // somebody has it open for writing
  unavailable,  // the system or the owner of the file does not grant one
};

struct NamedKind {
  std::string name;
  FileKind kind = FileKind::regular;

  friend bool operator==(const NamedKind&, const NamedKind&) = default;
};

// What could not be carried over to a new inode. `obstacle` is set where going on would change who may do what.
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

  // Opening. A component that is a link is ELOOP, a mount EXDEV. No path holds `..`; an empty one is the folder itself.
  virtual Outcome<Handle> open_root(const std::string& absolute_path) = 0;  // follows links; also for the state folder
  virtual Outcome<Handle> open_folder(const Handle& folder, const std::string& path, Mounts mounts) = 0;
  // For reading; never hangs. ENODEV for what only looks like a file.
  virtual Outcome<Handle> open_file(const Handle& folder, const std::string& name) = 0;         // for reading; never hangs
  virtual Outcome<Handle> open_for_writing(const Handle& folder, const std::string& name) = 0;  // in place; not truncated
  virtual Outcome<Handle> make_file(const Handle& folder, const std::string& name) = 0;         // new, 0600, for writing
  virtual Outcome<Handle> make_unnamed(const Handle& folder) = 0;                               // the same without a name yet
  virtual Outcome<void> give_name(const Handle& unnamed, const Handle& folder, const std::string& name) = 0;
  virtual void close(int id) = 0;
  virtual Outcome<void> close_checked(int id) = 0;

  // Looking.
  virtual Outcome<FileInfo> look(const Handle& open) = 0;
  virtual Outcome<FileInfo> look_at(const Handle& folder, const std::string& name) = 0;
  virtual Outcome<std::string> read_link(const Handle& folder, const std::string& name) = 0;
  virtual Outcome<std::string> read(const Handle& file, std::size_t limit) = 0;  // all of it; EFBIG beyond the limit
  // A part of it, as much as one call gives; 0 at the end.
  virtual Outcome<std::size_t> read_at(const Handle& file, std::uint64_t offset, std::span<char> buffer) = 0;
  virtual Outcome<std::vector<std::string>> list(const Handle& folder) = 0;            // names, in no order
  virtual Outcome<std::vector<NamedKind>> list_kinds(const Handle& folder) = 0;        // the same with what each stands for
  virtual Outcome<bool> may_write(const Handle& folder, const std::string& name) = 0;  // by its permissions
  virtual Outcome<std::string> write_obstacle(const Handle& file) = 0;              // "immutable", "append-only"; empty if none
  virtual Outcome<bool> same_mount(const Handle& folder, const Handle& other) = 0;  // a rename between them can work
  virtual Outcome<std::string> identity_of(const Handle& folder) = 0;               // outlives moves, mounts and restarts

  // Changing.
  virtual Outcome<void> write(const Handle& file, std::string_view bytes) = 0;  // from the start; cuts what is left
  // What a file that is made in this folder gets of its group and access list, and permissions by the user's umask.
  virtual Outcome<void> inherit(const Handle& file, const Handle& folder) = 0;
  virtual Outcome<MetadataCopy> copy_metadata(const Handle& from, const Handle& to) = 0;
  virtual Outcome<void> set_executable(const Handle& file, bool executable) = 0;  // as with_execution() says
  // Of a file that goes, and for one that is made in its stead. What cannot be given back is told, and nobody is let in whom
  // the attributes keep out.
  virtual Outcome<FileAttributes> attributes_of(const Handle& file) = 0;
  virtual Outcome<std::vector<std::string>> give_attributes(const Handle& file, const FileAttributes& attributes) = 0;
  virtual Outcome<void> sync(const Handle& open) = 0;  // file: its bytes; folder: its names
  virtual Outcome<void> exchange(const Handle& folder, const std::string& name, const Handle& other_folder,
                                 const std::string& other_name) = 0;
  virtual Outcome<void> move_new(const Handle& from, const std::string& name, const Handle& to,
                                 const std::string& new_name) = 0;  // EEXIST rather than overwrite
  virtual Outcome<void> move_over(const Handle& from, const std::string& name, const Handle& to,
                                  const std::string& new_name) = 0;
  virtual Outcome<void> link(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name) = 0;
  virtual Outcome<void> remove(const Handle& folder, const std::string& name) = 0;
  virtual Outcome<void> make_folder(const Handle& folder, const std::string& name, FolderKind kind) = 0;
  virtual Outcome<void> remove_folder(const Handle& folder, const std::string& name) = 0;

  // Others.
  virtual Lease lease(const Handle& file) = 0;
  virtual bool lease_holds(const Handle& file) = 0;  // false once somebody waits to write, or the system took it back
  virtual void end_lease(const Handle& file) = 0;
  virtual Outcome<bool> try_lock(const Handle& file) = 0;  // against other processes; ends when the file is closed
  virtual void pause(std::uint32_t microseconds) = 0;
  virtual std::int64_t now() = 0;  // nanoseconds of the wall clock
  virtual std::uint64_t random() = 0;
  virtual std::string_view kind() const { return "other"; }  // for people
  virtual bool opens_beneath() { return false; }             // open_folder is one call, not a walk
  virtual std::uint32_t user() { return 0; }                 // who owns what this process makes
  virtual bool serves_threads() const { return false; }      // several threads may call it at once
};

}  // namespace kedge
