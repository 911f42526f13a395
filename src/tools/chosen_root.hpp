// Which of several roots a call is about. A path decides if it is absolute, if it begins with the name of a root (NAME:PATH),
// or if it exists in one root only. Nothing else does: a change in the wrong copy of a project looks right and is wrong, so
// whatever is not certain is refused with the spellings that are.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "error/error.hpp"
#include "fs/root.hpp"

namespace kedge {

// A path that a call names.
struct NamedPath {
  std::string path;
  std::optional<std::string> literal = std::nullopt;  // its spelling, if `path` is only what was probably meant
};

// The number of the root.
//   path_outside_root  in none of them
//   path_invalid       it exists in several, or in none and the call writes; or the paths are in different roots
//   not_found          it exists in none of them
// REQUIRES: at least one root and one path.
Result<std::size_t> chosen_root(std::span<const Root* const> roots, std::span<const NamedPath> paths, bool changes_files);

// Where a path of the root leads by its letters, which may be outside: absolute, without `..`.
std::string led_to(const Root& root, std::string_view path);

}  // namespace kedge
