// A kernel that lacks system calls, or a container that forbids them.
#pragma once

#include <functional>
#include <initializer_list>

#include "scenarios/child_process.hpp"

namespace kedge::test {

// Runs `action` where these system calls, made by it or by any program that it starts, fail with this error. Throws
// std::system_error where this system cannot do so.
Finished with_calls_refused(std::initializer_list<long> calls, int error, const std::function<Finished()>& action);

}  // namespace kedge::test
