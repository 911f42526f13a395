// Uses what Linux offers beyond POSIX: opening a path that cannot escape a folder in one call, exchanging two names,
// unnamed files, and read leases. If the kernel or the file system lacks one of them, it behaves like PosixFileSystem.
#pragma once

#include <optional>

#include "fs/posix_file_system.hpp"

namespace kedge {

class LinuxFileSystem final : public PosixFileSystem {
 public:
  // `lease_signal` is what the kernel sends to this process when somebody waits for a file that it has leased.
  explicit LinuxFileSystem(std::uint32_t user_mask, std::optional<int> lease_signal = std::nullopt)
      : PosixFileSystem(user_mask), lease_signal_(lease_signal) {}

  Outcome<Handle> open_folder(const Handle& folder, const std::string& path, Mounts mounts) override;
  Outcome<OpenedFile> open_found(const Handle& folder, const std::string& name, const FileInfo& found) override;
  Outcome<Handle> make_unnamed(const Handle& folder) override;
  Outcome<void> give_name(const Handle& unnamed, const Handle& folder, const std::string& name) override;
  Outcome<FileInfo> look(const Handle& open) override;
  Outcome<FileInfo> look_at(const Handle& folder, const std::string& name) override;
  bool same_mount(const FileInfo& folder, const FileInfo& other) override;
  Outcome<void> exchange(const Handle& folder, const std::string& name, const Handle& other_folder,
                         const std::string& other_name) override;
  Outcome<void> move_new(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name) override;
  Lease lease(const Handle& file, const FileInfo& folder) override;
  bool lease_holds(const Handle& file) override;
  void end_lease(const Handle& file) override;
  std::string_view kind() const override { return "linux"; }
  bool opens_beneath() override;

 private:
  Outcome<Handle> open_beneath(const Handle& folder, const std::string& path, Mounts mounts);

  std::optional<int> lease_signal_;  // none: SIGIO
};

}  // namespace kedge
