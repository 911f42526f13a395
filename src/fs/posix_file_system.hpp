// Uses only what every POSIX system has. Folders are opened one component at a time. What cannot be done atomically
// (exchanging two names, moving without overwriting, naming a file later, leases) fails with EOPNOTSUPP, and the
// commit uses its fallback. Handles are file descriptors.
#pragma once

#include "fs/file_system.hpp"
#include "fs/lock_thread.hpp"
#include "fs/side_thread.hpp"

namespace kedge {

class PosixFileSystem : public FileSystem {
 public:
  // `user_mask` is the user's umask.
  explicit PosixFileSystem(std::uint32_t user_mask) : user_mask_(user_mask) {}

  Outcome<Handle> open_root(const std::string& absolute_path) override;
  Outcome<Handle> open_folder(const Handle& folder, const std::string& path, Mounts mounts) override;
  Outcome<Handle> open_file(const Handle& folder, const std::string& name) override;
  Outcome<OpenedFile> open_and_look(const Handle& folder, const std::string& name,
                                    std::optional<std::uint64_t> ordinary) override;
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
  Outcome<void> fill(const Handle& empty, std::string_view bytes) override;
  Outcome<void> inherit(const Handle& file, const Handle& folder) override;
  Outcome<MetadataCopy> copy_metadata(const Handle& from, const FileInfo& old, const Handle& to, const FileInfo& fresh,
                                      bool inherits) override;
  bool hands_on_list(const Handle& folder) override;
  Outcome<void> set_executable(const Handle& file, bool executable) override;
  Outcome<FileAttributes> attributes_of(const Handle& file) override;
  Outcome<std::vector<std::string>> give_attributes(const Handle& file, const FileAttributes& attributes) override;
  Outcome<void> sync(const Handle& open) override;
  Outcome<void> sync_while(const Handle& open, const std::function<void()>& work) override;
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
  Outcome<bool> lock_within(const Handle& file, std::uint32_t microseconds, const std::function<bool()>& is_wanted) override;
  void pause(std::uint32_t microseconds) override;
  std::int64_t now() override;
  std::uint64_t random() override;
  std::string_view kind() const override { return "portable"; }
  std::uint32_t user() override;
  bool serves_threads() const override { return true; }  // it has no mutable state

 protected:
  // One component, which must be a folder and not a link.
  Outcome<Handle> open_component(const Handle& folder, const std::string& name, Mounts mounts);
  Outcome<Handle> walk(const Handle& folder, const std::string& path, Mounts mounts);
  Outcome<Handle> open_any(const Handle& folder, const std::string& name);  // also what the kernel makes up
  Outcome<Handle> taken(int descriptor);                                    // a handle for it, or errno

 private:
  std::uint32_t user_mask_;
  SideThread beside_;
  LockThread lock_thread_;
};

}  // namespace kedge
