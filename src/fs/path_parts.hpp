// A path as letters: which folder it is in, what it is called there, and the way there. Knows nothing of what is on a disk.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kedge {

std::string_view folder_of(std::string_view path);                    // "a/b" of "a/b/c"; nothing where there is no slash
std::string_view leaf_of(std::string_view path);                      // "c"
std::string path_in(std::string_view folder, std::string_view name);  // the way back; the name alone if there is no folder

// Without `.` and what stands between doubled slashes, neither of which leads anywhere.
std::vector<std::string_view> components_of(std::string_view path);

}  // namespace kedge
