#include "process/priority.hpp"

#include <sched.h>
#include <sys/resource.h>

namespace kedge {

void give_way() {
  // A process of this kind does not interrupt the one that wakes it. If it cannot be had, nothing is lost.
  const sched_param none{};
  (void)::sched_setscheduler(0, SCHED_BATCH, &none);
  (void)::setpriority(PRIO_PROCESS, 0, 5);
}

}  // namespace kedge
