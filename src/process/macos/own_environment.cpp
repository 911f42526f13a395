#include "process/own_environment.hpp"

#include <crt_externs.h>

namespace kedge {

char** variables_of_process() { return *_NSGetEnviron(); }
void forget_variables() { **_NSGetEnviron() = nullptr; }

}  // namespace kedge
