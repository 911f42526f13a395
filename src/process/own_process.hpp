// Which process this is.
#pragma once

#include <cstdint>

namespace kedge {

// Another one in a child of this process.
std::int64_t process_number();

}  // namespace kedge
