#include "forgetful.hpp"

#include <sys/syscall.h>

#include "support/strings.hpp"

namespace faults {

std::vector<Forgetful> forgetful_programs() {
  return {
      {"all", [](std::size_t, bool) { return true; }},
      {"those of files", [](std::size_t, bool of_folder) { return !of_folder; }},
      {"those of folders", [](std::size_t, bool of_folder) { return of_folder; }},
  };
}

bool is_flush(const Call& call) {
  return call.number == SYS_fsync || call.number == SYS_fdatasync || call.number == SYS_syncfs;
}

std::filesystem::path flushed_file(const Stepper& stepper) {
  return std::filesystem::read_symlink(kedge::concat("/proc/", stepper.pid(), "/fd/", stepper.call().arguments[0]));
}

bool flushes_folder(const Stepper& stepper) { return std::filesystem::is_directory(flushed_file(stepper)); }

}  // namespace faults
