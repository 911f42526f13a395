#include "search/walk.hpp"

#include <algorithm>
#include <utility>

#include "fs/path_parts.hpp"
#include "fs/relative_path.hpp"

namespace kedge {
namespace {

// By the bytes of the paths below: a folder's name goes on with a slash.
bool comes_first(const NamedKind& a, const NamedKind& b) {
  const std::size_t shared = std::min(a.name.size(), b.name.size());
  if (const int order = a.name.compare(0, shared, b.name, 0, shared); order != 0) return order < 0;
  const auto byte_behind = [shared](const NamedKind& entry) {
    if (shared < entry.name.size()) return static_cast<unsigned char>(entry.name[shared]);
    return static_cast<unsigned char>(entry.kind == FileKind::folder ? '/' : '\0');
  };
  return byte_behind(a) < byte_behind(b);
}

bool holds(const std::vector<NamedKind>& entries, std::string_view name) {
  return std::ranges::find(entries, name, &NamedKind::name) != entries.end();
}

}  // namespace

Result<Walk> Walk::begin(FileSystem& fs, const Root& root, FileFilter filter, std::string_view path,
                         const std::string& user_ignore_file) {
  KEDGE_TRY(Place place, root.find_tree(path));
  Walk walk(fs, root, std::move(filter));
  if (place.name.empty()) {
    walk.rules_ = ignore_rules_above(fs, root, place.folder_path, user_ignore_file);
    walk.enter(std::move(place.folder), std::move(place.folder_path));
    return walk;
  }
  KEDGE_OS(const FileInfo info, fs.look_at(place.folder, place.name), path);
  if (info.kind != FileKind::regular) {
    return std::unexpected(refuse(Code::not_regular_file, {{"path", path}, {"kind", name_of(info.kind)}}));
  }
  walk.rules_.enter("", {});
  walk.levels_.push_back({std::make_shared<const Handle>(std::move(place.folder)), std::move(place.folder_path)});
  walk.levels_.back().entries.push_back({place.name, FileKind::regular});
  return walk;
}

void Walk::enter(Handle folder, std::string path) {
  Outcome<std::vector<NamedKind>> entries = fs_->list_kinds(folder);
  if (!entries) {
    ++counts_.closed_folders;
    return;
  }
  const std::string_view name = path.empty() ? leaf_of(root_->resolved()) : leaf_of(path);
  rules_.enter(name, FolderRules::load(*fs_, folder, holds(*entries, ".gitignore"), holds(*entries, ".git")));
  std::erase_if(*entries, [this](const NamedKind& entry) {
    const bool walked = entry.kind == FileKind::regular || entry.kind == FileKind::folder;
    return !walked || entry.name == ".git" || rules_.excludes(entry.name, entry.kind);
  });
  std::ranges::sort(*entries, [](const NamedKind& a, const NamedKind& b) { return comes_first(b, a); });
  levels_.push_back({std::make_shared<const Handle>(std::move(folder)), std::move(path), *std::move(entries)});
}

void Walk::enter(const Level& above, const std::string& name) {
  std::string path = path_in(above.path, name);
  if (root_->is_guarded(path) || root_->is_of_another_root(path)) return;
  Outcome<Handle> folder = fs_->open_folder(*above.folder, name, root_->mounts());
  const auto depth = static_cast<std::size_t>(std::ranges::count(path, '/')) + 1;
  if (!folder || depth >= RelativePath::most_components) {
    ++counts_.closed_folders;
    return;
  }
  enter(*std::move(folder), std::move(path));
}

bool Walk::takes_file(const std::string& path, std::size_t without_rules) {
  if (!filter_.wants(path)) return false;
  if (root_->protecting(path, Access::read, without_rules) == nullptr && !root_->is_guarded(path)) return true;
  ++counts_.protected_files;
  return false;
}

std::optional<WalkedFiles> Walk::next(std::size_t most) {
  while (!levels_.empty()) {
    Level& level = levels_.back();
    WalkedFiles run{.folder = level.folder, .folder_path = level.path, .names = {}};
    std::string path = path_in(level.path, "");
    const std::size_t before_name = path.size();
    while (!level.entries.empty() && level.entries.back().kind == FileKind::regular && run.names.size() < most) {
      std::string name = std::move(level.entries.back().name);
      level.entries.pop_back();
      path.replace(before_name, std::string::npos, name);
      if (takes_file(path, level.without_rules)) run.names.push_back(std::move(name));
    }
    if (!run.names.empty()) return run;
    if (level.entries.empty()) {
      levels_.pop_back();
      rules_.leave();
      continue;
    }
    const std::string name = std::move(level.entries.back().name);
    level.entries.pop_back();
    enter(level, name);
  }
  return std::nullopt;
}

}  // namespace kedge
