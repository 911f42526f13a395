// Exchanging two names and moving without overwriting, also where the kernel offers neither: then by a second name for the
// old file and a plain rename. That way has moments in which a foreign rename is not seen, so the answer says which it was.
#pragma once

#include "fs/file_system.hpp"

namespace kedge {

// A name in an open folder.
struct Spot {
  const Handle* folder;
  std::string name;
};

enum class Atomic { yes, no };

// Afterwards each name stands for what the other stood for. `aside` is ours, and nobody else knows its name. Unless `durable`
// is false, a power cut in the middle can be mended. ESTALE if somebody was seen to replace the target meanwhile.
Outcome<Atomic> swap(FileSystem& fs, const Spot& target, const Spot& aside, bool durable);

// Finishes or takes back a swap that was cut off; nothing to do if there was none.
Outcome<void> mend_swap(FileSystem& fs, const Spot& aside);

// EEXIST if the new name is taken. Cut off in the middle, both names stand for the file.
Outcome<Atomic> move_to_free_name(FileSystem& fs, const Spot& from, const Spot& to, bool durable);

// To a name that nobody else knows.
Outcome<Atomic> move_aside(FileSystem& fs, const Spot& from, const Spot& aside);

}  // namespace kedge
