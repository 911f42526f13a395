// Splits and joins paths as text, without looking at the disk.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kedge {

std::string_view folder_of(std::string_view path);                    // "a/b" of "a/b/c"; empty without a slash
std::string_view leaf_of(std::string_view path);                      // "c"
std::string path_in(std::string_view folder, std::string_view name);  // joins them; the name alone if the folder is empty

// Without `.` and empty components.
std::vector<std::string_view> components_of(std::string_view path);

}  // namespace kedge
