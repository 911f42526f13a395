#include "fs/path_parts.hpp"

#include <algorithm>

#include "support/strings.hpp"

namespace kedge {

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return path.substr(0, slash == std::string_view::npos ? 0 : slash);
}

std::string_view leaf_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }  // npos + 1 is 0

std::string path_in(std::string_view folder, std::string_view name) {
  return folder.empty() ? std::string(name) : concat(folder, '/', name);
}

std::vector<std::string_view> components_of(std::string_view path) {
  std::vector<std::string_view> components = split(path, '/');
  std::erase_if(components, [](std::string_view component) { return component.empty() || component == "."; });
  return components;
}

}  // namespace kedge
