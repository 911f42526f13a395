// A moment as people read it.
#pragma once

#include <cstdint>
#include <string>

namespace kedge {

// As 2026-11-15T09:26:31Z: the same wherever it is read.
std::string time_text(std::int64_t nanoseconds_of_clock);

}  // namespace kedge
