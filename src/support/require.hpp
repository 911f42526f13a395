// A precondition that is checked in every build: after a bug, the program stops instead of writing files.
#pragma once

namespace kedge {

[[noreturn]] void requirement_failed(const char* condition, const char* file, int line) noexcept;

}  // namespace kedge

#define KEDGE_REQUIRE(condition) ((condition) ? void(0) : ::kedge::requirement_failed(#condition, __FILE__, __LINE__))
