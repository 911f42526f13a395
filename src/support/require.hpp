// A precondition that holds in every build: an engine with a bug stops before it writes a byte, it does not guess on.
#pragma once

namespace kedge {

[[noreturn]] void requirement_failed(const char* condition, const char* file, int line) noexcept;

}  // namespace kedge

#define KEDGE_REQUIRE(condition) ((condition) ? void(0) : ::kedge::requirement_failed(#condition, __FILE__, __LINE__))
