// Which files git would not look at: the rules of .gitignore files, of .git/info/exclude, and of the user's own file
// ($XDG_CONFIG_HOME/git/ignore). A file's last rule that fits decides; a file of a deeper folder goes before one of a folder
// above it, those before info/exclude, and that before the user's file. What is below an excluded folder cannot be had back,
// because the folder is not entered.
//
// By the rules alone: git itself also keeps looking at an excluded file once it is tracked. Neither core.excludesFile of a git
// configuration nor core.ignoreCase is read, and info/exclude only where .git is a folder.
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
  // Nothing where there is no such file, or it cannot be read: git goes on without it, too.
  static IgnoreFile load(FileSystem& fs, const Handle& folder, const std::string& name);

  // The path is relative to the folder that the file speaks about.
  Verdict verdict(std::string_view path, FileKind kind) const;

 private:
  struct Rule {
    bool negated = false;
    bool folders_only = false;
    bool by_name = false;  // fits the last name at any depth, not the path
    std::string literal;   // what stands before the first wildcard
    GitPattern rest;

    bool fits(std::string_view path, std::string_view name) const;
  };

  static std::optional<Rule> rule_from(std::string_view line);

  std::vector<Rule> rules_;
};

// What one folder brings.
struct FolderRules {
  IgnoreFile own;                                         // its .gitignore
  std::optional<IgnoreFile> of_work_tree = std::nullopt;  // .git/info/exclude, if the folder is the top of a work tree

  // Of what the folder holds it is known whether there is a .gitignore and a .git.
  static FolderRules load(FileSystem& fs, const Handle& folder, bool has_ignore_file, bool has_git);
};

// All rules that count in one folder, kept while a tree is walked downwards and upwards. At the top of a work tree all that
// was above it is left behind: inside a repository that lies in another one, its own rules are the ones that count.
class IgnoreRules {
 public:
  explicit IgnoreRules(IgnoreFile of_user = {}) : of_user_(std::move(of_user)) {}

  // Into a folder, by its name in the one before; the outermost one needs no name.
  void enter(std::string_view name, FolderRules rules);
  void leave();

  // Whether an entry of the folder that was entered last is excluded.
  bool excludes(std::string_view name, FileKind kind) const;

 private:
  struct Level {
    std::size_t base;  // where paths relative to this folder begin in `path_`
    FolderRules rules;
  };

  std::string path_;  // of the folder that was entered last, from the outermost one, with a slash at the end
  std::vector<Level> levels_;
  IgnoreFile of_user_;
};

// Where the environment says that the user's own file is; empty if it says nothing.
std::string ignore_file_of_user();

// The rules as they stand just above a folder of the root: every folder from the top of the work tree around the root down to
// the one above it is entered. `user_file` is an absolute path, or empty.
IgnoreRules ignore_rules_above(FileSystem& fs, const Root& root, std::string_view folder_path, const std::string& user_file);

// Which files outside the root these rules come from, or would if they existed.
std::vector<std::string> ignore_files_outside(FileSystem& fs, const Root& root, const std::string& user_file);

}  // namespace kedge
