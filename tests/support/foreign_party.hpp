// Somebody else at a disk in memory: an editor, a formatter, git. Works by absolute paths, asks nobody's leave, and is not
// counted among the calls.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "tests/support/memory_file_system.hpp"

namespace kedge {

class ForeignParty {
 public:
  explicit ForeignParty(MemoryFileSystem& fs) : fs_(&fs) {}

  // Setting up. The folders of the path are made as needed.
  void make_folder(const std::string& path);
  void make_mount(const std::string& path);
  void make_file(const std::string& path, std::string bytes, std::uint32_t permissions = 0644);
  void make_link(const std::string& path, std::string target);
  void set_permissions(const std::string& path, std::uint32_t permissions);
  void set_obstacle(const std::string& path, std::string obstacle);

  // In place, after an open that waits while the file is leased: what is written later goes to the file that the path led to
  // when it was opened, and is synced. Nothing happens where there is no such file.
  void append(const std::string& path, std::string bytes);
  void rewrite(const std::string& path, std::string bytes);
  // In place, through a mapping that no lease knows of.
  void rewrite_mapped(const std::string& path, std::string bytes);
  // By another file that is moved over the path.
  void replace(const std::string& path, std::string bytes);
  void remove(const std::string& path);

  std::optional<std::string> read(const std::string& path) const;
  // Everything below a folder by its path relative to it: files with their bytes, links as "-> target", folders with a slash
  // at the end.
  std::map<std::string, std::string> tree(const std::string& folder) const;

 private:
  struct Place {
    InodeNumber folder = InodeNumber::none;
    std::string name;
    InodeNumber target = InodeNumber::none;
  };
  Place place(const std::string& path);  // makes the folders
  void add_below(std::map<std::string, std::string>& tree, InodeNumber folder, const std::string& prefix) const;

  MemoryFileSystem* fs_;
};

}  // namespace kedge
