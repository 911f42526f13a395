// A buffer for a whole file. Getting the memory in small pages would cost more than filling it.
#pragma once

#include <cstddef>
#include <string>

namespace kedge {

// Empty, with this capacity; in large pages if the size is worth it and the system has them.
std::string large_buffer(std::size_t size);

}  // namespace kedge
