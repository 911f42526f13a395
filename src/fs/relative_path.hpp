// A file's path inside a root, checked as text: it is not empty, has no `.` or empty component, does not leave the root by its
// letters, and is within the limits. Links, and `..` after one, are resolved by Root. Nothing is decoded or expanded: %2e, \,
// ~, $HOME, * and file: have no special meaning, and a name need not be UTF-8.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "error/error.hpp"

namespace kedge {

class RelativePath {
 public:
  static constexpr std::size_t most_bytes = 4096;  // of the path as given
  static constexpr std::size_t most_bytes_in_component = 255;
  static constexpr std::size_t most_components = 64;

  // Absolute paths are accepted if they are below the root, as it was spelled or with links resolved.
  //   path_outside_root  leaves the root, on the way or at the end
  //   is_directory       an absolute path of the root itself, or /
  //   path_invalid       empty, beyond a limit, has a NUL byte, or ends as the path of a folder: with a slash, `.` or `..`
  static Result<RelativePath> parse(std::string_view given, std::string_view root_spelled, std::string_view root_resolved);

  const std::string& str() const { return path_; }  // with single slashes; may have `..` after a folder
  // The path with each `..` and the folder before it taken out. That is the same file only if the folder is not a link.
  std::string without_steps_back() const;
  std::vector<std::string_view> components() const;

  friend auto operator<=>(const RelativePath&, const RelativePath&) = default;

 private:
  explicit RelativePath(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace kedge
