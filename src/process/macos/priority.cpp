#include "process/priority.hpp"

#include <sys/resource.h>

namespace kedge {

void give_way() { (void)::setpriority(PRIO_PROCESS, 0, 5); }

}  // namespace kedge
