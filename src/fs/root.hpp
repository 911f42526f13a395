// A folder that no path leaves. Every file of a workspace is reached through here: by a handle of its folder and its last
// name, never by a string that is checked first and opened later.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fs/file_system.hpp"
#include "fs/protected_paths.hpp"

namespace kedge {

struct RootSettings {
  std::string path;           // absolute, as spelled
  std::string resolved = {};  // the same without links; absolute paths are taken in either spelling
  std::string home = {};      // the user's home folder, without links
  Mounts mounts = Mounts::refuse;
  bool allow_wide = false;              // the root may be / or the home folder
  std::vector<std::string> allow = {};  // globs of protected paths that the user lifts
};

// Where a file is, or would be: an open folder inside the root and a name in it. Links are followed already.
struct Place {
  Handle folder;
  std::string folder_path;  // relative to the root, without links; empty for the root itself
  std::string name;
  bool behind_link = false;                       // the name that was asked for is a link to this file
  std::vector<std::string> missing_folders = {};  // to be made below `folder`, outermost first, before the name can be
  std::optional<FileInfo> there = std::nullopt;   // what stood under the name when it was looked at

  std::string path() const;
};

// What git runs by itself (git_programs.hpp).
struct GitProgram {
  std::string path;  // of a file, or of a folder with all that is in it; relative to the root
  std::string rule;  // by which it is protected
};

class Root {
 public:
  static Result<Root> open(FileSystem& fs, const RootSettings& settings);

  const std::string& path() const { return path_; }          // as spelled
  const std::string& resolved() const { return resolved_; }  // without links
  const std::string& identity() const { return identity_; }  // outlives moves, mounts and restarts
  const std::string& home() const { return home_; }          // of the user, without links; empty: not known
  const Handle& folder() const { return folder_; }
  Mounts mounts() const { return mounts_; }
  bool is_too_wide() const { return is_wide_ && !allow_wide_; }  // and so refuses whatever is asked of it
  bool lies_in_git_folder() const { return lies_in_git_folder_; }
  const std::vector<GitProgram>& git_programs_outside() const { return git_programs_outside_; }

  // Where an existing or a new file of this name is; refused if that is outside, protected, or not usable as a path. The
  // last name may be missing. Protected is also what another name of the same file is, and what git would take for its own.
  Result<Place> find(std::string_view path, Access access) const;
  // Refused if these new files together would make a repository of a folder. Paths relative to the root, without links.
  Result<void> check_made(std::span<const std::string> paths) const;
  // Where a file is, or all that lies below a folder: a folder comes back open and without a name. The root itself (empty,
  // `.`, or its absolute path) and slashes at the end are fine here; what does not exist is refused.
  Result<Place> find_tree(std::string_view path) const;
  // The rule by which a path inside the root is out of bounds, or null.
  const Rule* protecting(std::string_view relative_path, Access access) const { return protected_.rule(relative_path, access); }
  // Whether the user has lifted the protection of a path inside the root.
  bool lifts(std::string_view relative_path) const { return protected_.lifts(relative_path); }
  // The part of an absolute path that is below the root, in either spelling of it.
  std::optional<std::string> inside(std::string_view absolute_path) const;
  // Whether a file that was looked at is on a mount that is not entered, as far as the system tells.
  bool is_on_other_mount(const FileInfo& file) const;
  // Whether a path inside the root is of kedge's own records.
  bool is_guarded(std::string_view relative_path) const;
  // Writing below this folder is refused: kedge's own records, should they be inside the root.
  void guard(const std::string& absolute_path);
  // The same for a path that kedge itself wrote down: no link may be on the way.
  Outcome<Handle> folder_at(const std::string& path) const;

  // The bytes of a file inside the root.
  Result<std::string> read(std::string_view path, std::size_t limit) const;

 private:
  Root() = default;
  Result<void> check(std::string_view given, std::string_view path, Access access) const;
  Result<void> check_git(std::string_view given, const Place& place) const;
  Result<void> check_other_names(std::string_view given, const Place& place) const;
  Result<void> check_width(std::string_view given) const;
  Result<void> check_root(std::string_view given) const;
  Result<Place> follow(std::string_view given, std::string path) const;
  Result<Place> open_folders(std::string_view given, std::string_view path) const;
  Error outside(std::string_view given) const;
  Error on_other_mount(std::string_view given) const;

  FileSystem* fs_ = nullptr;
  std::string path_;
  std::string resolved_;
  std::string identity_;
  std::string home_;
  Handle folder_;
  Mounts mounts_ = Mounts::refuse;
  bool allow_wide_ = false;
  bool is_wide_ = false;
  bool lies_in_git_folder_ = false;
  std::vector<GitProgram> git_programs_outside_;
  std::uint64_t mount_ = 0;  // 0: not known
  ProtectedPaths protected_;
  std::vector<std::string> guarded_;
};

}  // namespace kedge
