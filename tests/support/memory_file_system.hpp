// A file system in memory for tests: what it promises about a power cut is said in fs/memory_disk.hpp. Everything is
// deterministic, the clock and the random numbers too.
//
// Leases are Linux's: refused where the file is open for writing; who wants to write while one is held waits (a foreign party
// by when_lease_ends, an open_for_writing with EAGAIN), and the holder sees that somebody does. A lock belongs to an open
// file. Handles of before a crash are dead: EBADF, and closing one does nothing.
#pragma once

#include <functional>
#include <map>

#include "support/repeatable_random.hpp"
#include "tests/support/memory_disk.hpp"

namespace kedge {

// What the system can do; all of it unless said otherwise.
struct MemoryOptions {
  bool exchange = true;
  bool move_new = true;
  bool make_unnamed = true;
  bool leases = true;
  bool park = true;          // false: same_mount always says no
  bool tells_mounts = true;  // of a name that is looked at
  std::uint64_t seed = 1;
};

class MemoryFileSystem final : public FileSystem {
 public:
  explicit MemoryFileSystem(const MemoryOptions& options = {}, MemoryDisk disk = {});

  MemoryDisk& disk() { return disk_; }
  const MemoryDisk& disk() const { return disk_; }

  // The power goes: the disk is left in one of the states that are legal now, and everything is closed.
  void crash(std::uint64_t seed);
  // The process dies: everything is closed, nothing is lost.
  void end_process();
  void advance(std::int64_t nanoseconds) { disk_.advance(nanoseconds); }

  // Runs `function` before the n-th call from now on, from 1. Only calls that look at the disk or change it count.
  void before_call(std::size_t n, std::function<void()> function);
  std::size_t calls() const { return calls_; }
  bool is_leased(InodeNumber number) const;
  // For somebody who has to wait for the lease to write. At once where there is none.
  void when_lease_ends(InodeNumber number, std::function<void()> function);

  Outcome<Handle> open_root(const std::string& absolute_path) override;
  Outcome<Handle> open_folder(const Handle& folder, const std::string& path, Mounts mounts) override;
  Outcome<Handle> open_file(const Handle& folder, const std::string& name) override;
  Outcome<Handle> open_for_writing(const Handle& folder, const std::string& name) override;
  Outcome<Handle> make_file(const Handle& folder, const std::string& name) override;
  Outcome<Handle> make_unnamed(const Handle& folder) override;
  Outcome<void> give_name(const Handle& unnamed, const Handle& folder, const std::string& name) override;
  void close(int id) override;
  Outcome<void> close_checked(int id) override;

  Outcome<FileInfo> look(const Handle& open) override;
  Outcome<FileInfo> look_at(const Handle& folder, const std::string& name) override;
  Outcome<std::string> read_link(const Handle& folder, const std::string& name) override;
  Outcome<std::string> read(const Handle& file, std::size_t limit) override;
  Outcome<std::size_t> read_at(const Handle& file, std::uint64_t offset, std::span<char> buffer) override;
  Outcome<std::vector<std::string>> list(const Handle& folder) override;
  Outcome<std::vector<NamedKind>> list_kinds(const Handle& folder) override;
  Outcome<bool> may_write(const Handle& folder, const std::string& name) override;
  Outcome<std::string> write_obstacle(const Handle& file) override;
  bool same_mount(const FileInfo& folder, const FileInfo& other) override;
  Outcome<std::string> identity_of(const Handle& folder) override;

  Outcome<void> write(const Handle& file, std::string_view bytes) override;
  Outcome<void> inherit(const Handle& file, const Handle& folder) override;
  Outcome<MetadataCopy> copy_metadata(const Handle& from, const FileInfo& old, const Handle& to, const FileInfo& fresh,
                                      bool inherits) override;
  Outcome<void> set_executable(const Handle& file, bool executable) override;
  Outcome<FileAttributes> attributes_of(const Handle& file) override;
  Outcome<std::vector<std::string>> give_attributes(const Handle& file, const FileAttributes& attributes) override;
  Outcome<void> sync(const Handle& open) override;
  Outcome<void> exchange(const Handle& folder, const std::string& name, const Handle& other_folder,
                         const std::string& other_name) override;
  Outcome<void> move_new(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name) override;
  Outcome<void> move_over(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name) override;
  Outcome<void> link(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name) override;
  Outcome<void> remove(const Handle& folder, const std::string& name) override;
  Outcome<void> make_folder(const Handle& folder, const std::string& name, FolderKind kind) override;
  Outcome<void> remove_folder(const Handle& folder, const std::string& name) override;

  Lease lease(const Handle& file, const FileInfo& folder) override;
  bool lease_holds(const Handle& file) override;
  void end_lease(const Handle& file) override;
  Outcome<bool> try_lock(const Handle& file) override;
  void pause(std::uint32_t microseconds) override { disk_.advance(std::int64_t{microseconds} * 1000); }
  std::int64_t now() override { return disk_.now(); }
  std::uint64_t random() override { return random_.next(); }
  std::uint32_t user() override { return 1000; }

 private:
  struct Open {
    InodeNumber inode = InodeNumber::none;
    bool writable = false;
    bool leased = false;
    bool locked = false;
  };
  enum class Need { any, folder, file };
  // An entry that a call names, with what it leads to now.
  struct Entry {
    InodeNumber folder = InodeNumber::none;
    InodeNumber target = InodeNumber::none;  // none: there is no such name
  };

  void begin_call();
  Handle opened(InodeNumber inode, bool writable);
  Outcome<InodeNumber> inode_of(const Handle& handle, Need need) const;
  Outcome<Entry> entry(const Handle& folder, const std::string& name) const;
  Outcome<Entry> existing(const Handle& folder, const std::string& name) const;
  // The entry of a new name: EEXIST where it is taken.
  Outcome<Entry> vacant(const Handle& folder, const std::string& name) const;
  FileInfo info(InodeNumber number) const;
  Outcome<void> move(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name,
                     bool overwrite);
  void lease_ended(InodeNumber number);
  void collect();

  MemoryOptions options_;
  MemoryDisk disk_;
  RepeatableRandom random_;
  std::map<int, Open> open_;
  int next_id_ = 1;  // never given twice
  std::multimap<InodeNumber, std::function<void()>> waiting_;
  std::map<std::size_t, std::function<void()>> before_calls_;
  std::size_t calls_ = 0;
};

}  // namespace kedge
