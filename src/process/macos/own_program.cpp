#include "process/own_program.hpp"

#include <mach-o/dyld.h>

#include <cstdint>

namespace kedge {

std::string program_of_this_process() { return own_program(); }

std::string own_program() {
  std::uint32_t size = 0;
  _NSGetExecutablePath(nullptr, &size);
  std::string path(size, '\0');
  if (_NSGetExecutablePath(path.data(), &size) != 0) return {};
  path.resize(path.find('\0'));
  return path;
}

}  // namespace kedge
