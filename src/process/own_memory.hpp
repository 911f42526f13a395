// The memory that this process asks the system for.
#pragma once

namespace kedge {

// Asks for some in advance, for this thread, so that the next work does not have to ask for a few pages time and again. For a
// thread that nobody waits for.
void have_memory_ready();

}  // namespace kedge
