#include "fs/git_folder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <map>
#include <vector>

#include "fs/folded_name.hpp"
#include "fs/git_programs.hpp"
#include "fs/path_parts.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t longest_git_file = 1024UL * 1024;  // one that names a path, or a configuration

// What makes a folder a repository.
struct Parts {
  bool head = false;
  bool objects = false;
  bool refs = false;
  bool common = false;  // a `commondir`, which says where the other two are

  bool complete() const { return head && ((objects && refs) || common); }
};

// nullopt: there is no such name, or its kind is unknown.
Outcome<std::optional<FileKind>> kind_at(FileSystem& fs, const Handle& folder, const std::string& name) {
  const Outcome<FileInfo> info = fs.look_at(folder, name);
  if (info) return info->kind;
  const int problem = info.error().number;
  if (problem == ENOENT || problem == EACCES) return std::nullopt;
  return std::unexpected(info.error());
}

// Adds the wanted parts that are in the folder.
Outcome<void> add_parts(FileSystem& fs, const Handle& folder, Parts& parts) {
  struct Part {
    bool* has;
    std::string name;
  };
  // Of any kind: git checks only that it can be executed or entered.
  for (const auto& [has, name] : {Part{&parts.head, "HEAD"}, Part{&parts.common, "commondir"}, Part{&parts.objects, "objects"},
                                  Part{&parts.refs, "refs"}}) {
    if (*has) continue;
    KEDGE_TRY(const std::optional<FileKind> kind, kind_at(fs, folder, name));
    *has = kind && (name != "HEAD" || *kind != FileKind::folder);
    // Most folders have none, which takes one call to find out.
    if (name == "HEAD" && !*has) return {};
  }
  return {};
}

Outcome<bool> is_repository(FileSystem& fs, const Handle& folder) {
  Parts parts;
  const Outcome<void> looked = add_parts(fs, folder, parts);
  if (!looked) return std::unexpected(looked.error());
  return parts.complete();
}

// Empty if there is none, or it cannot be read.
std::string bytes_of(FileSystem& fs, const Handle& folder, const std::string& name) {
  const Outcome<Handle> file = fs.open_file(folder, name);
  if (!file) return {};
  return fs.read(*file, longest_git_file).value_or("");
}

// The first line of a file that names a path, without its label; empty where there is none.
std::string named_in(FileSystem& fs, const Handle& folder, const std::string& name, std::string_view label) {
  const std::string bytes = bytes_of(fs, folder, name);
  if (!bytes.starts_with(label)) return {};
  std::string_view line = std::string_view(bytes).substr(label.size());
  line = line.substr(0, line.find_first_of("\r\n"));
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return std::string(line);
}

// A path as the most lenient file system could read it, where `Tools/hooks` is `tools/hooks`.
std::string folded_path(std::string_view path) {
  std::string folded;
  for (const std::string_view name : components_of(path)) folded = path_in(folded, folded_name(name));
  return folded;
}

// What a path means that is written down in a folder of the root; nothing where that is outside.
std::optional<std::string> meant_in(const Root& root, std::string_view folder_path, std::string_view named) {
  if (named.empty()) return std::nullopt;
  return root.inside(meant_path(root, absolute_path(root, folder_path), named));
}

// By the `.git` of a work tree that is a folder, a file or a link, and may lead out of the root.
std::vector<GitProgram> programs_by_path(FileSystem& fs, const Root& root, const std::string& work_tree,
                                         const std::string& git_path) {
  const Outcome<Handle> folder = fs.open_root(git_path);
  if (!folder) return {};
  std::vector<GitProgram> programs = git_programs(fs, root, *folder, git_path, work_tree);
  const std::string common = named_in(fs, *folder, "commondir", "");
  if (common.empty()) return programs;
  const std::string shared_path = meant_path(root, git_path, common);
  if (const Outcome<Handle> shared = fs.open_root(shared_path)) {
    std::ranges::move(git_programs(fs, root, *shared, shared_path, work_tree), std::back_inserter(programs));
  }
  return programs;
}

// A folder on the way to a place.
struct Level {
  Handle opened;  // unless it is the folder of the place itself
  const Handle* place = nullptr;
  std::string path;
  bool is_work_tree = false;  // has a `.git`

  const Handle& handle() const { return place != nullptr ? *place : opened; }
};

class Way {
 public:
  Way(FileSystem& fs, const Root& root) : fs_(&fs), root_(&root) {}

  Result<std::optional<std::string>> rule(const Place& place) {
    KEDGE_DO(open(place));
    add(root_->git_programs_outside());
    for (Level& level : levels_) KEDGE_DO(look_for_git(level));
    const std::string path = folded_path(place.path());
    for (const GitProgram& program : programs_) {
      const std::string folded = folded_path(program.path);
      if (folded.empty() || path == folded || path.starts_with(folded + '/')) return program.rule;
    }
    KEDGE_TRY(const std::optional<std::string> folder, git_folder(place));
    return folder ? std::optional(git_folder_rule(*folder)) : std::nullopt;
  }

 private:
  Result<std::optional<std::string>> git_folder(const Place& place) {
    // Folders that do not exist yet may be what a `.git` file points to.
    std::string missing = place.folder_path;
    for (const std::string& name : place.missing_folders) {
      missing = path_in(missing, name);
      if (is_pointed_to(missing)) return missing;
    }
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      KEDGE_OS(const bool repository, is_repository(*fs_, level->handle()), level->path);
      if (repository || is_pointed_to(level->path)) return level->path.empty() ? "." : level->path;
      if (level->is_work_tree) return std::nullopt;
    }
    return root_->lies_in_git_folder() ? std::optional<std::string>(".") : std::nullopt;
  }

  // A folder that can be passed but not listed says nothing.
  Result<void> open(const Place& place) {
    std::string path;
    for (std::string_view rest = place.folder_path;;) {
      if (rest.empty()) {
        levels_.push_back({Handle(), &place.folder, path});
        return {};
      }
      Outcome<Handle> folder = root_->folder_at(path);
      if (folder) {
        levels_.push_back({*std::move(folder), nullptr, path});
      } else if (folder.error().number != EACCES && folder.error().number != ENOENT) {
        return std::unexpected(refusal(folder.error(), path));
      }
      const std::size_t end = std::min(rest.find('/'), rest.size());
      path = path_in(path, rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  Result<void> look_for_git(Level& level) {
    KEDGE_OS(const std::optional<FileKind> kind, kind_at(*fs_, level.handle(), ".git"), level.path);
    level.is_work_tree = kind.has_value();
    if (kind == FileKind::regular) {
      point_to(level, named_in(*fs_, level.handle(), ".git", "gitdir:"));
    } else if (kind == FileKind::link) {
      const Outcome<std::string> target = fs_->read_link(level.handle(), ".git");
      if (target) point_to(level, *target);
    } else if (kind == FileKind::folder) {
      const Outcome<Handle> folder = fs_->open_folder(level.handle(), ".git", Mounts::cross);
      if (folder) add_programs(level, *folder, path_in(level.path, ".git"));
    }
    return {};
  }

  void point_to(const Level& level, std::string_view named) {
    const std::optional<std::string> meant = meant_in(*root_, level.path, named);
    if (!meant) {
      // The root's own was read by Root::open, before a sandbox could close.
      const std::string work_tree = absolute_path(*root_, level.path);
      if (!level.path.empty() && !named.empty()) {
        add(programs_by_path(*fs_, *root_, work_tree, meant_path(*root_, work_tree, named)));
      }
      return;
    }
    pointed_to_.push_back(*meant);
    const Result<Place> folder = root_->find_tree(*meant);
    if (!folder || !folder->name.empty()) return;
    pointed_to_.push_back(folder->folder_path);  // as its links resolve
    add_programs(level, folder->folder, folder->folder_path);
    const std::optional<std::string> common =
        meant_in(*root_, folder->folder_path, named_in(*fs_, folder->folder, "commondir", ""));
    if (!common) return;
    pointed_to_.push_back(*common);
    const Result<Place> shared = root_->find_tree(*common);
    if (shared && shared->name.empty()) add_programs(level, shared->folder, shared->folder_path);
  }

  void add_programs(const Level& level, const Handle& git_folder, const std::string& path) {
    add(git_programs(*fs_, *root_, git_folder, absolute_path(*root_, path), absolute_path(*root_, level.path)));
  }
  void add(std::vector<GitProgram> programs) { std::ranges::move(programs, std::back_inserter(programs_)); }

  bool is_pointed_to(const std::string& path) const {
    return std::ranges::find(pointed_to_, folded_path(path), folded_path) != pointed_to_.end();
  }

  FileSystem* fs_;
  const Root* root_;
  std::vector<Level> levels_;
  std::vector<std::string> pointed_to_;
  std::vector<GitProgram> programs_;
};

// Adds what a file at this path contributes to each folder above it.
void add_made(std::map<std::string, Parts>& folders, std::string_view path) {
  const std::vector<std::string_view> names = components_of(path);
  std::string folder;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_file = i + 1 == names.size();
    if (is_file && may_be(names[i], "head")) folders[folder].head = true;
    if (is_file && may_be(names[i], "commondir")) folders[folder].common = true;
    if (may_be(names[i], "objects")) folders[folder].objects = true;
    if (may_be(names[i], "refs")) folders[folder].refs = true;
    folder = path_in(folder, names[i]);
  }
}

}  // namespace

std::string git_folder_rule(std::string_view folder) {
  return folder == "." ? std::string("git folder") : concat("git folder ", printable(folder));
}

Result<std::optional<std::string>> git_rule_for(FileSystem& fs, const Root& root, const Place& place) {
  return Way(fs, root).rule(place);
}

Result<std::optional<std::string>> git_folder_made_by(FileSystem& fs, const Root& root, std::span<const std::string> made) {
  std::map<std::string, Parts> folders;
  for (const std::string& path : made) add_made(folders, path);
  for (auto& [folder, parts] : folders) {
    if (const Outcome<Handle> existing = root.folder_at(folder)) KEDGE_OS_DO(add_parts(fs, *existing, parts), folder);
    if (parts.complete()) return folder.empty() ? "." : folder;
  }
  return std::nullopt;
}

std::vector<GitProgram> git_programs_outside(FileSystem& fs, const Root& root) {
  for (std::string path = root.resolved();; path = std::string(folder_of(path))) {
    const std::string work_tree = path.empty() ? "/" : path;
    const Outcome<Handle> folder = fs.open_root(work_tree);
    const std::optional<FileKind> kind =
        folder ? kind_at(fs, *folder, ".git").value_or(std::nullopt) : std::optional<FileKind>();
    if (kind) {
      std::string named = ".git";
      if (kind == FileKind::regular) named = named_in(fs, *folder, ".git", "gitdir:");
      if (kind == FileKind::link) named = fs.read_link(*folder, ".git").value_or("");
      const std::string git_path = meant_path(root, work_tree, named);
      if (named.empty() || root.inside(git_path)) return {};
      return programs_by_path(fs, root, work_tree, git_path);
    }
    if (path.empty() || path == "/") return {};
  }
}

bool lies_in_git_folder(FileSystem& fs, const std::string& absolute_path) {
  for (std::string path = absolute_path; !path.empty();) {
    path = std::string(folder_of(path));
    const Outcome<Handle> folder = fs.open_root(path.empty() ? "/" : path);
    if (!folder) continue;
    if (is_repository(fs, *folder).value_or(false)) return true;
    if (kind_at(fs, *folder, ".git").value_or(std::nullopt)) return false;
  }
  return false;
}

}  // namespace kedge
