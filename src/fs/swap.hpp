// Exchanges two names, and moves without overwriting. If the kernel supports neither, a second name for the old file and a
// plain rename do it, with short moments in which another program's rename goes unnoticed; the result says which way was taken.
#pragma once

#include "fs/file_system.hpp"

namespace kedge {

// A name in an open folder.
struct Spot {
  const Handle* folder;
  std::string name;
};

enum class Atomic { yes, no };

// Exchanges the two files. `aside` is a name that only we know. Unless `durable` is false, mend_swap() can repair
// it after a power cut. ESTALE if somebody replaced the target meanwhile.
Outcome<Atomic> swap(FileSystem& fs, const Spot& target, const Spot& aside, bool durable);
// The same in one operation or not at all.
Outcome<Atomic> swap_at_once(FileSystem& fs, const Spot& target, const Spot& aside);

// Completes or rolls back an interrupted swap; does nothing if there was none.
Outcome<void> mend_swap(FileSystem& fs, const Spot& aside);

// EEXIST if the new name exists. If interrupted, both names refer to the file.
Outcome<Atomic> move_to_free_name(FileSystem& fs, const Spot& from, const Spot& to, bool durable);

// To a name that only we know.
Outcome<Atomic> move_aside(FileSystem& fs, const Spot& from, const Spot& aside);

}  // namespace kedge
