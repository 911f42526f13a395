// Which files git ignores: the rules of .gitignore files, of .git/info/exclude, and of the user's own file
// ($XDG_CONFIG_HOME/git/ignore). In one file the last matching rule decides; a .gitignore in a deeper folder takes precedence
// over one above it, those over info/exclude, and that over the user's file. What is below an excluded folder cannot be
// included again, because the folder is not entered.
//
// Only the rules count; git itself does not ignore a tracked file. core.excludesFile and core.ignoreCase are not read, and
// info/exclude only if .git is a folder.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fs/root.hpp"
#include "search/git_pattern.hpp"

namespace kedge {

// The rules of one file.
class IgnoreFile {
 public:
  enum class Verdict { none, excluded, included };

  static IgnoreFile parse(std::string_view bytes);
  // Empty if there is no such file or it cannot be read, as in git.
  static IgnoreFile load(FileSystem& fs, const Handle& folder, const std::string& name);

  // The path is relative to the folder that the rules apply to.
  Verdict verdict(std::string_view path, FileKind kind) const;

 private:
  struct Rule {
    bool negated = false;
    bool folders_only = false;
    bool by_name = false;  // matches the file name at any depth, not the path
    std::string literal;   // what is before the first wildcard
    GitPattern rest;

    bool fits(std::string_view path, std::string_view name) const;
  };

  static std::optional<Rule> rule_from(std::string_view line);

  std::vector<Rule> rules_;
};

// The rules of one folder.
struct FolderRules {
  IgnoreFile own;                                         // its .gitignore
  std::optional<IgnoreFile> of_work_tree = std::nullopt;  // .git/info/exclude, if the folder is the top of a work tree

  // The caller knows whether the folder has a .gitignore and a .git.
  static FolderRules load(FileSystem& fs, const Handle& folder, bool has_ignore_file, bool has_git);
};

// All rules that apply in one folder, updated while a tree is walked. At the top of a work tree everything from above is
// dropped: in a repository inside another one, only its own rules apply.
class IgnoreRules {
 public:
  explicit IgnoreRules(IgnoreFile of_user = {}) : of_user_(std::move(of_user)) {}

  // Enters a folder, by its name in the current one; the outermost one needs no name.
  void enter(std::string_view name, FolderRules rules);
  void leave();

  // Whether an entry of the current folder is excluded.
  bool excludes(std::string_view name, FileKind kind);

 private:
  struct Level {
    std::size_t base;  // where paths relative to this folder begin in `path_`
    FolderRules rules;
  };

  bool excludes_path(std::string_view whole, FileKind kind) const;

  std::string path_;  // of the current folder, from the outermost one, with a final slash
  std::vector<Level> levels_;
  IgnoreFile of_user_;
};

// The path of the user's own file, from the environment; empty if it does not say.
std::string ignore_file_of_user();

// The rules that apply just above a folder of the root, with all folders from the top of the work tree down to its parent
// entered. `user_file` is an absolute path, or empty.
IgnoreRules ignore_rules_above(FileSystem& fs, const Root& root, std::string_view folder_path, const std::string& user_file);

// The files outside the root that these rules come from, whether or not they exist.
std::vector<std::string> ignore_files_outside(FileSystem& fs, const Root& root, const std::string& user_file);

}  // namespace kedge
