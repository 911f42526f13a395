// A file system around another one that goes wrong at the n-th call, as a disk, a quota or a process does.
//
// Only calls that look at the disk or change it count; giving something back, a handle or a lease, does not and always works. A
// lease that goes wrong is not granted, or taken back.
#pragma once

#include <map>
#include <optional>

#include "fs/file_system.hpp"

namespace kedge {

// Thrown in place of the call at which the process ends. Whatever is called while the stack unwinds does nothing.
struct Stopped {};

enum class Repeat { once, from_then_on };

class FaultyFileSystem final : public FileSystem {
 public:
  explicit FaultyFileSystem(FileSystem& inner) : inner_(&inner) {}

  // Counted from 1, over all calls since this object was made.
  void fail_at(std::size_t call, int error_number, Repeat repeat);
  void stop_at(std::size_t call) { stop_at_ = call; }
  void lack_memory_at(std::size_t call) { lack_memory_at_ = call; }  // then that call throws
  void heal() { fault_.reset(); }

  std::size_t calls() const { return calls_; }
  // At which call it failed or stopped ("sync"), empty while it did not.
  std::string_view broken_call() const { return broken_call_; }

  Outcome<Handle> open_root(const std::string& absolute_path) override;
  Outcome<Handle> open_folder(const Handle& folder, const std::string& path, Mounts mounts) override;
  Outcome<Handle> open_file(const Handle& folder, const std::string& name) override;
  Outcome<OpenedFile> open_found(const Handle& folder, const std::string& name, const FileInfo& found) override;
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
  bool same_mount(const FileInfo& folder, const FileInfo& other) override { return inner_->same_mount(folder, other); }
  Outcome<std::string> identity_of(const Handle& folder) override;

  Outcome<void> write(const Handle& file, std::string_view bytes) override;
  Outcome<void> fill(const Handle& empty, std::string_view bytes) override;
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
  void pause(std::uint32_t microseconds) override { inner_->pause(microseconds); }
  std::int64_t now() override { return inner_->now(); }
  std::uint64_t random() override { return inner_->random(); }
  std::uint32_t user() override { return inner_->user(); }

 private:
  struct Fault {
    std::size_t call;
    OsError error;
    Repeat repeat;
  };

  // What goes wrong with the call that begins now, if anything. Throws Stopped where the process ends.
  std::optional<OsError> begin_call(std::string_view name);
  template <class Call>
  auto called(std::string_view name, const Call& call) -> decltype(call());
  // A handle of the inner file system as one of this, so that it is closed here.
  Outcome<Handle> opened(Outcome<Handle> inner);
  const Handle& inner(const Handle& handle) const;

  FileSystem* inner_;
  std::map<int, Handle> open_;  // by their id, which is the same on both sides
  Handle none_;
  std::size_t calls_ = 0;
  std::size_t stop_at_ = 0;  // 0: never
  std::size_t lack_memory_at_ = 0;
  bool stopped_ = false;
  std::optional<Fault> fault_;
  std::string_view broken_call_;
};

}  // namespace kedge
