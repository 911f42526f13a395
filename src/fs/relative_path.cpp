#include "fs/relative_path.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "fs/path_parts.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

using Components = std::vector<std::string_view>;

// The part of an absolute path below the root; by whole components, so that /root-evil is not in /root.
std::optional<Components> below(const Components& path, std::string_view root) {
  if (!root.starts_with('/')) return std::nullopt;
  const Components folders = components_of(root);
  const auto [rest, missing] = std::ranges::mismatch(path, folders);
  if (missing != folders.end()) return std::nullopt;
  return Components(rest, path.end());
}

std::string joined(const Components& components) {
  std::string path;
  for (const std::string_view component : components) path.append(path.empty() ? "" : "/").append(component);
  return path;
}

bool ends_as_folder(std::string_view given) {
  return given.ends_with('/') || given.ends_with("/.") || given.ends_with("/..") || given == ".";
}

// The components with each `..` and the folder before it taken out, or nothing if that leaves the root on the way.
std::optional<Components> collapsed(const Components& components) {
  Components kept;
  for (const std::string_view component : components) {
    if (component != "..") {
      kept.push_back(component);
    } else if (kept.empty()) {
      return std::nullopt;
    } else {
      kept.pop_back();
    }
  }
  return kept;
}

std::unexpected<Error> invalid(std::string_view given, std::string problem) {
  return std::unexpected(refuse(Code::path_invalid, {{"path", given}, {"problem", std::move(problem)}}));
}

std::unexpected<Error> outside(std::string_view given, std::string_view root) {
  return std::unexpected(refuse(Code::path_outside_root, {{"path", given}, {"root", root}}));
}

std::optional<std::string> beyond_limits(const Components& components) {
  if (components.size() > RelativePath::most_components) {
    return concat("it has ", components.size(), " components, and the limit is ", RelativePath::most_components);
  }
  for (const std::string_view component : components) {
    if (component.size() <= RelativePath::most_bytes_in_component) continue;
    return concat("a name in it has ", component.size(), " bytes, and the limit is ", RelativePath::most_bytes_in_component);
  }
  return std::nullopt;
}

}  // namespace

Result<RelativePath> RelativePath::parse(std::string_view given, std::string_view root_spelled,
                                         std::string_view root_resolved) {
  if (given.empty()) return invalid(given, "it is empty");
  if (given.find('\0') != std::string_view::npos) return invalid(given, "it holds a NUL byte");
  if (given.size() > most_bytes) {
    return invalid(given, concat("it has ", given.size(), " bytes, and the limit is ", most_bytes));
  }
  Components components = components_of(given);
  const bool absolute = given.starts_with('/');
  if (absolute) {
    std::optional<Components> inside = below(components, root_spelled);
    if (!inside) inside = below(components, root_resolved);
    const bool names_a_root = inside ? inside->empty() : components.empty();
    if (names_a_root) return std::unexpected(refuse(Code::is_directory, {{"path", given}}));
    if (!inside) return outside(given, root_spelled);
    components = *std::move(inside);
  }
  const std::optional<Components> meant = collapsed(components);
  if (!meant) return outside(given, root_spelled);
  if (meant->empty()) return invalid(given, "it names the root, not a file");
  if (ends_as_folder(given)) return invalid(given, "it ends as the path of a folder");
  if (std::optional<std::string> problem = beyond_limits(components)) return invalid(given, *std::move(problem));
  return RelativePath(joined(components));
}

std::string RelativePath::without_steps_back() const { return joined(collapsed(components()).value_or(components())); }

std::vector<std::string_view> RelativePath::components() const { return components_of(path_); }

}  // namespace kedge
