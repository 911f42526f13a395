// Says where a path was looked for that does not exist, and what is nearest to it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "error/error.hpp"
#include "fs/root.hpp"

namespace kedge {

// The path inside the root that was most likely meant: without folders that lead to the root itself, or with similar names;
// else the innermost folder of it that exists, with a slash at its end. Empty if even that is the root. None if it leaves the
// root.
std::optional<std::string> nearest_path(FileSystem& fs, const Root& root, std::string_view given);

// Adds both to a refusal of a missing path, and to the refusals that it carries.
void add_nearest_path(Error& refused, FileSystem& fs, const Root& root);

}  // namespace kedge
