#include "fs/hard_links.hpp"

#include <algorithm>

#include "fs/path_parts.hpp"
#include "fs/relative_path.hpp"

namespace kedge {
namespace {

constexpr std::size_t most_names_looked_at = 1'000'000;

// Calls visit(folder, path, name) for every regular file below the root, until it answers false.
template <class Visit>
void for_each_file(FileSystem& fs, const Root& root, const Visit& visit) {
  std::size_t seen = 0;
  std::vector<std::string> folders{""};
  while (!folders.empty()) {
    const std::string path = std::move(folders.back());
    folders.pop_back();
    const Outcome<Handle> folder = root.folder_at(path);
    if (!folder) continue;
    const Outcome<std::vector<NamedKind>> entries = fs.list_kinds(*folder);
    if (!entries) continue;
    for (const auto& [name, kind] : *entries) {
      if (++seen > most_names_looked_at) return;
      std::string whole = path_in(path, name);
      if (kind == FileKind::folder && components_of(whole).size() < RelativePath::most_components) {
        folders.push_back(std::move(whole));
      } else if (kind == FileKind::regular && !visit(*folder, whole, name)) {
        return;
      }
    }
  }
}

bool is_unreadable(const Root& root, const std::string& path) {
  return root.protecting(path, Access::read) != nullptr || root.is_guarded(path);
}

}  // namespace

NamesFound names_of(FileSystem& fs, const Root& root, const FileInfo& file) {
  NamesFound found;
  for_each_file(fs, root, [&](const Handle& folder, const std::string& path, const std::string& name) {
    const Outcome<FileInfo> info = fs.look_at(folder, name);
    if (!info || info->identity != file.identity) return true;
    ++found.count;
    if (!root.find(path, Access::write)) found.unwritable = path;  // by whichever rule
    return !found.unwritable && found.count < file.links;
  });
  return found;
}

std::optional<std::string> UnreadableFiles::name_of(const FileInfo& file) {
  if (file.kind != FileKind::regular || file.links < 2) return std::nullopt;
  std::call_once(looked_, [this] {
    for_each_file(*fs_, *root_, [this](const Handle& folder, const std::string& path, const std::string& name) {
      if (!is_unreadable(*root_, path)) return true;
      const Outcome<FileInfo> info = fs_->look_at(folder, name);
      if (info && info->links > 1) files_.push_back({info->identity, path});
      return true;
    });
  });
  const auto found = std::ranges::find(files_, file.identity, &Named::identity);
  return found == files_.end() ? std::nullopt : std::optional(found->path);
}

}  // namespace kedge
