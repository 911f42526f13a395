#include "process/own_environment.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace kedge {
namespace {

constexpr std::array<std::string_view, 7> names_of_runtimes{"LD_LIBRARY_PATH", "ASAN_OPTIONS",         "UBSAN_OPTIONS",
                                                            "TSAN_OPTIONS",    "ASAN_SYMBOLIZER_PATH", "LLVM_PROFILE_FILE",
                                                            "LSAN_OPTIONS"};

std::string_view name_of(std::string_view variable) { return variable.substr(0, variable.find('=')); }

bool is_of_runtime(std::string_view variable) {
  return std::ranges::find(names_of_runtimes, name_of(variable)) != names_of_runtimes.end();
}

}  // namespace

std::vector<std::string> environment_names(std::string_view beginning) {
  std::vector<std::string> found;
  for (char** each = variables_of_process(); each != nullptr && *each != nullptr; ++each) {
    if (name_of(*each).starts_with(beginning)) found.emplace_back(name_of(*each));
  }
  return found;
}

std::vector<std::string> environment_of_runtimes() {
  std::vector<std::string> found;
  for (char** each = variables_of_process(); each != nullptr && *each != nullptr; ++each) {
    if (is_of_runtime(*each)) found.emplace_back(*each);
  }
  return found;
}

void keep_of_environment(std::span<const std::string_view> names) {
  std::vector<std::string> kept = environment_of_runtimes();
  for (char** each = variables_of_process(); each != nullptr && *each != nullptr; ++each) {
    if (std::ranges::find(names, name_of(*each)) != names.end()) kept.emplace_back(*each);
  }
  // unsetenv is not enough: the original strings stay in memory. Volatile, because a compiler removes writes that nobody
  // reads.
  for (char** each = variables_of_process(); each != nullptr && *each != nullptr; ++each) {
    volatile char* const text = *each;
    for (std::size_t i = std::strlen(*each); i > 0; --i) text[i - 1] = '\0';
  }
  forget_variables();
  for (const std::string& variable : kept) {
    const std::string name(name_of(variable));
    ::setenv(name.c_str(), variable.c_str() + std::min(name.size() + 1, variable.size()), 1);
  }
}

}  // namespace kedge
