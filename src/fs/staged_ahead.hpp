// An empty file without a name in tx/, made before the next change needs it. Making a file is the slowest thing that a change
// asks of a file system: ext4 looks at every inode near the folder that was freed in the last minutes. Nobody else sees the
// file, and it is gone with the process.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>

#include "fs/state_folder.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge {

// Calls may come from any thread.
class StagedAhead {
 public:
  StagedAhead() = default;
  ~StagedAhead();
  StagedAhead(const StagedAhead&) = delete;
  StagedAhead& operator=(const StagedAhead&) = delete;

  // From now on, whenever a file is taken, a thread makes the next one. REQUIRES: both outlive this; several threads may use
  // `fs`.
  void begin(FileSystem& fs, const StateFolder& state);
  // The file that was made ahead; if there is none, a new one.
  Outcome<Handle> take(FileSystem& fs, const StateFolder& state);

 private:
  enum class Next : std::uint8_t { not_wanted, wanted, being_made, made, ending };

  void serve();
  // What was made ahead, if anything.
  Handle taken();

  OrderedMutex mutex_{LockOrder::staged_ahead};  // guards what follows, but the thread
  OrderedCondition changed_;
  Next next_ = Next::not_wanted;
  Handle file_;
  FileSystem* fs_ = nullptr;  // null: nothing is made ahead
  Handle tx_;                 // of its own
  std::thread thread_;
};

}  // namespace kedge
