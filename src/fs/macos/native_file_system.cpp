#include "fs/native_file_system.hpp"

#include <sys/stat.h>

#include "fs/macos/macos_file_system.hpp"

namespace kedge {

std::unique_ptr<FileSystem> native_file_system(std::uint32_t user_mask, NativeSignals /*signals*/) {
  return std::make_unique<MacosFileSystem>(user_mask);
}

// The system tells it only to who sets it: for a moment, files that other threads make are only for their owner.
std::uint32_t umask_of_process() {
  const mode_t mask = ::umask(077);
  ::umask(mask);
  return mask;
}

}  // namespace kedge
