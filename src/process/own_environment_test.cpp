#include "process/own_environment.hpp"

#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <iterator>

namespace kedge {
namespace {

std::string shown_by_kernel() {
  std::ifstream file("/proc/self/environ");
  return {std::istreambuf_iterator<char>(file), {}};
}

// In a child, since the test's own environment is needed.
TEST(OwnEnvironment, WhatIsNotKeptIsNeitherInMemoryNorShownByTheKernel) {
  const std::string before = shown_by_kernel();
  ASSERT_NE(before.find("PATH="), std::string::npos) << "something to forget";
  const pid_t child = ::fork();
  if (child == 0) {
    ::setenv("KEPT", "a=b", 1);
    ::setenv("EMPTY", "", 1);
    constexpr std::array<std::string_view, 3> kept{"KEPT", "EMPTY", "MISSING"};
    const char* const path = std::getenv("PATH");
    keep_of_environment(kept);
    const bool as_it_should_be = std::getenv("PATH") == nullptr && std::getenv("HOME") == nullptr && *path == '\0' &&
                                 std::string_view(std::getenv("KEPT")) == "a=b" && *std::getenv("EMPTY") == '\0' &&
                                 std::getenv("MISSING") == nullptr &&
                                 shown_by_kernel().find_first_not_of('\0') == std::string::npos;
    ::_exit(as_it_should_be ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(shown_by_kernel(), before);
}

}  // namespace
}  // namespace kedge
