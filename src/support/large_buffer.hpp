// Room for the bytes of a whole file. Memory that the system hands out in small pages costs more than filling it.
#pragma once

#include <cstddef>
#include <string>

namespace kedge {

// Empty, with room for so many bytes; in large pages where it is worth it and the system has them.
std::string large_buffer(std::size_t size);

}  // namespace kedge
