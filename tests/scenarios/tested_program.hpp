// The program that the scenarios are about: the one of the same build, or the one that KEDGE_TESTED names.
#pragma once

#include <filesystem>

namespace kedge::test {

std::filesystem::path tested_program();

// A program under AddressSanitizer needs address space and descriptors of its own.
bool under_sanitizers();

}  // namespace kedge::test
