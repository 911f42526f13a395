#include "support/require.hpp"

#include <cstdio>
#include <cstdlib>

namespace kedge {

void requirement_failed(const char* condition, const char* file, int line) noexcept {
  std::fprintf(stderr, "kedge: internal requirement failed: %s (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace kedge
