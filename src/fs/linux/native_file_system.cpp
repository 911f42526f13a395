#include "fs/native_file_system.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "fs/linux/linux_file_system.hpp"

namespace kedge {

std::unique_ptr<FileSystem> native_file_system(std::uint32_t user_mask, NativeSignals signals) {
  if (signals == NativeSignals::ignored) return std::make_unique<LinuxFileSystem>(user_mask);
  // Unlike SIGIO, this signal is ignored unless the program handles it, and then it has to expect it at any time.
  return std::make_unique<LinuxFileSystem>(user_mask, SIGURG);
}

// Setting it to find out would count for files that other threads make meanwhile.
std::uint32_t umask_of_process() {
  constexpr std::uint32_t usual = 022;
  std::ifstream status("/proc/self/status");
  for (std::string row; std::getline(status, row);) {
    constexpr std::string_view name = "Umask:";
    if (row.starts_with(name)) return static_cast<std::uint32_t>(std::strtoul(row.c_str() + name.size(), nullptr, 8));
  }
  return usual;
}

}  // namespace kedge
