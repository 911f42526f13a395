// Empty files without a name in tx/, made before the next changes need them. Making a file is the slowest thing that a change
// asks of a file system: ext4 looks at every inode near the folder that was freed in the last minutes. Nobody else sees the
// files, and they are gone with the process.
#pragma once

#include <array>
#include <cstddef>

#include "fs/state_folder.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge {

// Calls may come from any thread.
class StagedAhead {
 public:
  // Two, so that a change finds one while another thread is making the next.
  static constexpr std::size_t most = 2;

  // From now on files may be made ahead. REQUIRES: both outlive this; several threads may use `fs`.
  void begin(FileSystem& fs, const StateFolder& state);
  // One that was made ahead; if there is none, a new one.
  Outcome<Handle> take(FileSystem& fs, const StateFolder& state);
  // Makes those that are missing, once a change has taken one: for a thread that nobody waits for.
  void make_more();

 private:
  Handle taken();

  OrderedMutex mutex_{LockOrder::staged_ahead};  // guards what follows
  OrderedCondition changed_;
  FileSystem* fs_ = nullptr;  // null: nothing is made ahead
  Handle tx_;                 // of its own
  std::array<Handle, most> files_;
  std::size_t made_ = 0;
  bool are_needed_ = false;  // before a change has taken one, nobody needs one
  bool is_being_made_ = false;
  bool is_awaited_ = false;  // by a change that needs it
};

}  // namespace kedge
