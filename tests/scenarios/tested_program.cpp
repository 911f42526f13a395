#include "scenarios/tested_program.hpp"

#include <cstdlib>

namespace kedge::test {
namespace {

constexpr bool built_with_sanitizers = KEDGE_SANITIZED;  // of the program: the runner has none

const char* other_program() { return std::getenv("KEDGE_TESTED"); }  // NOLINT(concurrency-mt-unsafe): nobody sets it

}  // namespace

std::filesystem::path tested_program() { return other_program() != nullptr ? other_program() : KEDGE_BINARY; }

bool under_sanitizers() { return built_with_sanitizers && other_program() == nullptr; }

}  // namespace kedge::test
