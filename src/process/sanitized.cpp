#include "process/sanitized.hpp"

namespace kedge {

bool is_sanitized() {
#ifdef KEDGE_WITH_SANITIZERS
  return true;
#else
  return false;
#endif
}

}  // namespace kedge
