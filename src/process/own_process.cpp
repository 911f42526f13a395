#include "process/own_process.hpp"

#include <unistd.h>

namespace kedge {

std::int64_t process_number() { return ::getpid(); }

}  // namespace kedge
