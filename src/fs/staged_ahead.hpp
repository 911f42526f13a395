// An empty file without a name in tx/, made before the next change needs it. Making a file is the slowest thing that a change
// asks of a file system: ext4 looks at every inode near the folder that was freed in the last minutes. Nobody else sees the
// file, and it is gone with the process.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <thread>

#include "fs/state_folder.hpp"
#include "process/doorbell.hpp"

namespace kedge {

// Calls may come from any thread.
class StagedAhead {
 public:
  StagedAhead();
  ~StagedAhead();
  StagedAhead(const StagedAhead&) = delete;
  StagedAhead& operator=(const StagedAhead&) = delete;

  // From now on files may be made ahead. REQUIRES: both outlive this; several threads may use `fs`.
  void begin(FileSystem& fs, const StateFolder& state);
  // The file that was made ahead; if there is none, a new one.
  Outcome<Handle> take(FileSystem& fs, const StateFolder& state);

  // Makes the next one, on whichever thread calls it, also after this has ended, when it does nothing. Empty: none are wanted.
  std::function<void()> make_next();
  // Has a thread of its own do that.
  void ask_for_next();

 private:
  struct Shared;

  void serve();

  std::shared_ptr<Shared> shared_;
  Doorbell asked_;
  std::thread thread_;
};

}  // namespace kedge
