#include "process/own_program.hpp"

#include <unistd.h>

#include <array>
#include <climits>

namespace kedge {

std::string program_of_this_process() { return "/proc/self/exe"; }

std::string own_program() {
  std::array<char, PATH_MAX> path{};
  const ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
  return size > 0 && static_cast<std::size_t>(size) < path.size() ? std::string(path.data(), static_cast<std::size_t>(size))
                                                                  : "";
}

}  // namespace kedge
