// A file's path inside a root, checked by its letters alone: it is not empty, has no `.`, `..` or empty component, and keeps
// to the limits. Where links lead is for the file system to say. Nothing is decoded or expanded: %2e, \, ~, $HOME, * and
// file: are letters like any other, and a name need not be UTF-8.
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

  // Absolute paths are taken when they lie under the root, as it was spelled or as it resolves, by whole components.
  //   path_outside_root  leaves the root, on the way or in the end
  //   is_directory       an absolute path of the root itself, or /
  //   path_invalid       empty, `.`, beyond a limit, holds a NUL byte, ends with a slash or in `.`, or holds `..`: a/../b is
  //                      not b where a is a link, so the refusal asks for the spelling that is meant
  static Result<RelativePath> parse(std::string_view given, std::string_view root_spelled, std::string_view root_resolved);

  const std::string& str() const { return path_; }  // with single slashes
  std::string_view parent() const;                  // empty where that is the root
  std::string_view leaf() const;
  std::vector<std::string_view> components() const;

  friend auto operator<=>(const RelativePath&, const RelativePath&) = default;

 private:
  explicit RelativePath(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace kedge
