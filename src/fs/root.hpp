// The folder that no path leaves. Every file of a workspace is reached through here: by an open folder and the file's
// name in it, never by a path that is checked first and opened later.
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
  std::string resolved = {};  // the same without links; absolute paths are accepted in either spelling
  std::string home = {};      // the user's home folder, without links
  Mounts mounts = Mounts::refuse;
  bool allow_wide = false;              // the root may be / or the home folder
  std::vector<std::string> allow = {};  // globs of protected paths that the user lifts
  std::string shared_name = {};         // of a tree that several hosts change; empty: only this one does
};

// Where a file is, or would be: an open folder inside the root and a name in it. Links are already followed. It is no longer
// valid once the root is closed.
struct Place {
  Handle folder;
  std::string folder_path;  // relative to the root, without links; empty for the root itself
  std::string name;
  bool behind_link = false;                       // the requested name is a link to this file
  std::vector<std::string> missing_folders = {};  // to be made below `folder` first, outermost first
  std::optional<FileInfo> there = std::nullopt;   // what had this name when it was looked up

  std::string path() const;
};

// A file that git runs (git_programs.hpp).
struct GitProgram {
  std::string path;  // of a file, or of a folder with everything in it; relative to the root
  std::string rule;  // that protects it
};

// A file that find() has allowed to be written a moment ago.
struct Vetted {
  std::string path;  // relative to the root, without links
  FileIdentity file;
};

class Root {
 public:
  static Result<Root> open(FileSystem& fs, const RootSettings& settings);

  const std::string& path() const { return path_; }          // as spelled
  const std::string& resolved() const { return resolved_; }  // without links
  const std::string& identity() const { return identity_; }  // survives moves, remounts and reboots
  const std::string& shared_name() const { return shared_name_; }
  const std::string& home() const { return home_; }  // of the user, without links; empty: unknown
  const Handle& folder() const { return folder_; }
  Mounts mounts() const { return mounts_; }
  bool is_too_wide() const { return is_wide_ && !allow_wide_; }  // then every access is refused
  bool lies_in_git_folder() const { return lies_in_git_folder_; }
  const std::vector<GitProgram>& git_programs_outside() const { return git_programs_outside_; }

  // Where an existing or new file of this name is. Refused if that is outside, protected, or not a valid path. The
  // file need not exist. A file is also protected by its hard links, and if it would belong to git. Whether it belongs to git
  // takes dozens of system calls in a deep folder, so it is not asked again if the path still leads to the file that was
  // `vetted`.
  Result<Place> find(std::string_view path, Access access, const std::optional<Vetted>& vetted = std::nullopt) const;
  // The same for a file that was `vetted`, if its path is spelled without links: nobody looks at it, so `there` is not known,
  // nor whether it still is that file, on that mount and without other names. Refused whenever find() has to say it.
  Result<Place> find_vetted(std::string_view path, const Vetted& vetted) const;
  // Refused if these new files together would turn a folder into a git repository. Paths relative to the root, without links.
  Result<void> check_made(std::span<const std::string> paths) const;
  // Where a file or folder is; a folder is returned open and without a name. The root itself (empty,
  // `.`, or its absolute path) and slashes at the end are accepted; a path that does not exist is refused.
  Result<Place> find_tree(std::string_view path) const;
  // The rule that protects a path inside the root, or null.
  const Rule* protecting(std::string_view relative_path, Access access, std::size_t without_rules = 0) const {
    return protected_.rule(relative_path, access, without_rules);
  }
  // Whether the user has lifted the protection of a path inside the root.
  bool lifts(std::string_view relative_path) const { return protected_.lifts(relative_path); }
  // The part of an absolute path below the root, in either spelling of the root.
  std::optional<std::string> inside(std::string_view absolute_path) const;
  // Whether the file is on a mount that must not be entered, as far as the system can tell.
  bool is_on_other_mount(const FileInfo& file) const;
  // Whether a path inside the root belongs to kedge's own state folder.
  bool is_guarded(std::string_view relative_path) const;
  // Writing below this folder is refused. For kedge's own state folder, if it is inside the root.
  void guard(const std::string& absolute_path);
  // This folder below the root is a root of its own: no path of this one leads into it, so that each file has one history.
  // Other roots are served, too: from now on answers spell paths in full.
  void serve_beside(const std::string& absolute_path);
  // A short name, to tell several roots apart: NAME:PATH is a path of this one.
  void call_it(std::string name) { name_ = std::move(name); }
  const std::string& name() const { return name_; }  // empty: it has none
  // The path after the name of this root; nullopt if it does not begin with that.
  std::optional<std::string_view> after_name(std::string_view path) const;
  // Whether a path inside the root belongs to such a root.
  bool is_of_another_root(std::string_view relative_path) const;
  // How answers spell a path inside the root, if the caller has not spelled it.
  std::string spelled(std::string_view relative_path) const;
  // The folder at a path from kedge's own records, which must not contain a link.
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
  Result<Place> find_above(std::string_view given, std::string_view path) const;
  Result<Place> follow(std::string_view given, std::string path) const;
  Result<Place> open_folders(std::string_view given, std::string_view path) const;
  Error outside(std::string_view given) const;
  Error on_other_mount(std::string_view given) const;
  Error of_another_root(std::string_view given, std::string_view path) const;

  FileSystem* fs_ = nullptr;
  std::string path_;
  std::string resolved_;
  std::string identity_;
  std::string shared_name_;
  std::string home_;
  Handle folder_;
  Mounts mounts_ = Mounts::refuse;
  bool allow_wide_ = false;
  bool is_wide_ = false;
  bool lies_in_git_folder_ = false;
  std::vector<GitProgram> git_programs_outside_;
  std::uint64_t mount_ = 0;  // 0: unknown
  ProtectedPaths protected_;
  std::vector<std::string> guarded_;
  std::vector<std::string> of_other_roots_;
  bool is_one_of_several_ = false;
  std::string name_;
};

}  // namespace kedge
