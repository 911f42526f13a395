// Uses what macOS offers beyond POSIX: exchanging two names and moving without overwriting (renameatx_np), opening a path none
// of whose components is a link (O_NOFOLLOW_ANY), and flushing the drive itself (F_FULLFSYNC). There are no leases and no files
// without a name.
#pragma once

#include "fs/posix_file_system.hpp"

namespace kedge {

class MacosFileSystem final : public PosixFileSystem {
 public:
  using PosixFileSystem::PosixFileSystem;

  Outcome<Handle> open_folder(const Handle& folder, const std::string& path, Mounts mounts) override;
  bool same_mount(const FileInfo& folder, const FileInfo& other) override;
  Outcome<void> sync(const Handle& open) override;
  Outcome<void> sync_while(const Handle& open, const std::function<void()>& work) override;
  Outcome<void> exchange(const Handle& folder, const std::string& name, const Handle& other_folder,
                         const std::string& other_name) override;
  Outcome<void> move_new(const Handle& from, const std::string& name, const Handle& to, const std::string& new_name) override;
  std::string_view kind() const override { return "macos"; }
  bool opens_beneath() override { return true; }
};

}  // namespace kedge
