// URIs of files on this machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kedge {

inline constexpr std::string_view file_scheme = "file://";

std::string file_uri(std::string_view absolute_path);
// None if it is not the URI of a file on this machine.
std::optional<std::string> path_of_uri(std::string_view uri);

}  // namespace kedge
