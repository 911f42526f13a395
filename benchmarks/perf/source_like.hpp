// Text that looks like source code to a diff: functions with headers, indentation, lines that occur thousands of times
// and lines that occur once. The same number of lines gives the same bytes on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace kedge::bench {

// About 41 bytes to a line, LF everywhere, the last line terminated.
std::string source_like(std::uint32_t lines);

}  // namespace kedge::bench
