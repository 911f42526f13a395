#include "tools/missing_path.hpp"

#include <vector>

#include "fs/path_parts.hpp"
#include "fs/relative_path.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

bool is_there(const Root& root, const std::string& path) {
  const Result<Place> place = root.find(path, Access::read);
  return place && place->there.has_value();
}

std::string joined_from(const std::vector<std::string_view>& names, std::size_t first) {
  std::string path;
  for (std::size_t i = first; i < names.size(); ++i) path = path_in(path, names[i]);
  return path;
}

// The name in the folder that is this one, or similar to it.
std::optional<std::string> name_in(FileSystem& fs, const Root& root, const std::string& folder, std::string_view wanted,
                                   bool as_folder) {
  const Result<Place> place = root.find_tree(folder.empty() ? "." : folder);
  if (!place || !place->name.empty()) return std::nullopt;
  const Outcome<std::vector<NamedKind>> entries = fs.list_kinds(place->folder);
  if (!entries) return std::nullopt;
  std::vector<std::string_view> names;
  for (const NamedKind& entry : *entries) {
    if (as_folder && entry.kind == FileKind::regular) continue;
    if (root.protecting(path_in(place->folder_path, entry.name), Access::read) != nullptr) continue;
    if (entry.name == wanted) return entry.name;
    names.push_back(entry.name);
  }
  const std::optional<std::string_view> similar = nearest(wanted, names);
  return similar ? std::optional<std::string>(*similar) : std::nullopt;
}

}  // namespace

std::optional<std::string> nearest_path(FileSystem& fs, const Root& root, std::string_view given) {
  while (given.size() > 1 && given.ends_with('/')) given.remove_suffix(1);
  const Result<RelativePath> inside = RelativePath::parse(given, root.path(), root.resolved());
  if (!inside) return std::nullopt;
  const std::string plain = inside->without_steps_back();
  const std::vector<std::string_view> names = components_of(plain);
  // The caller may have spelled it from a folder above the root: leave out folders from the left until it exists.
  for (std::size_t first = 1; first < names.size(); ++first) {
    if (std::string rest = joined_from(names, first); is_there(root, rest)) return rest;
  }
  std::string at;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_last = i + 1 == names.size();
    const std::optional<std::string> name = name_in(fs, root, at, names[i], !is_last);
    if (!name) return at.empty() ? at : concat(at, '/');
    at = path_in(at, *name);
  }
  return at;
}

void add_nearest_path(Error& refused, FileSystem& fs, const Root& root) {
  for (Error& other : refused.others) add_nearest_path(other, fs, root);
  // A refusal with an advice of its own is about something else.
  if (refused.code != Code::not_found || !refused.path || refused.next != row_of(Code::not_found).next) return;
  const std::optional<std::string> near = nearest_path(fs, root, *refused.path);
  if (!near) return;
  refused.facts.set("root", root.path());
  if (!near->empty()) refused.facts.set("nearest", *near);
  refused.next = near->empty() ? concat("Check the path: nothing like it is in the root ", printable(root.path()), '.')
                               : concat("Check the path: in the root ", printable(root.path()), " the nearest that exists is ",
                                        printable(*near), '.');
}

}  // namespace kedge
