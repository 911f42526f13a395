// A time as text.
#pragma once

#include <cstdint>
#include <string>

namespace kedge {

// UTC, as in 2026-11-15T09:26:31Z.
std::string time_text(std::int64_t nanoseconds_of_clock);

}  // namespace kedge
