#include "fs/program_file.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "process/own_program.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

bool is_executable(const std::string& path) {
  std::error_code problem;
  return std::filesystem::is_regular_file(path, problem) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string program_for_entries() {
  const std::string own = own_program();
  const std::optional<std::string> named = program_of("kedge");
  return named && same_file(*named, own) ? "kedge" : own;
}

std::optional<std::string> program_of(const std::string& command) {
  if (command.contains('/')) return is_executable(command) ? std::optional(command) : std::nullopt;
  const char* const path = std::getenv("PATH");
  for (const std::string_view folder : split(path == nullptr ? "" : path, ':')) {
    if (std::string candidate = concat(folder.empty() ? "." : folder, '/', command); is_executable(candidate)) return candidate;
  }
  return std::nullopt;
}

bool same_file(const std::string& path, const std::string& other) {
  std::error_code problem;
  return std::filesystem::equivalent(path, other, problem);
}

}  // namespace kedge
