#include "process/input_watch.hpp"

namespace kedge {

// Not tried: one thread reads, and gives what it has read to others.
std::unique_ptr<InputWatch> InputWatch::over(int /*input*/, int /*end*/) { return nullptr; }

}  // namespace kedge
