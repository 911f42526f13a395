#include "process/own_environment.hpp"

#include <unistd.h>

#include <cstdlib>

namespace kedge {

char** variables_of_process() { return environ; }
void forget_variables() { ::clearenv(); }

}  // namespace kedge
