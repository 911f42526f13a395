// The file system with all that this operating system offers: fs/linux or fs/macos.
#pragma once

#include <cstdint>
#include <memory>

#include "fs/file_system.hpp"

namespace kedge {

enum class NativeSignals : std::uint8_t {
  ignored,    // those that the system may send about a file are ignored by this process
  of_others,  // the process belongs to another program, which may not ignore them
};

std::unique_ptr<FileSystem> native_file_system(std::uint32_t user_mask, NativeSignals signals);

// The umask of the process, which stays as it is.
std::uint32_t umask_of_process();

}  // namespace kedge
