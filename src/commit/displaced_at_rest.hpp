// Removes displaced files while nobody changes any files, so that no change has to wait for it.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "fs/state_folder.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge {

// Calls may come from any thread.
class DisplacedAtRest {
 public:
  // A change has left displaced files, or they were found.
  void note(std::int64_t now);
  // Removes a few expired ones if there was no change for a while and nobody holds the root's lock. Returns after how many
  // nanoseconds to call it again; nullopt: not before note() was called.
  std::optional<std::int64_t> remove_some(FileSystem& fs, const StateFolder& state);
  // Whether remove_some() has removed the last one since this was last asked. REQUIRES: the root's lock is held.
  bool take_all_gone();
  // For people: what bytes of other programs were kept, and what went wrong. Each is given once.
  std::vector<std::string> take_remarks();

 private:
  OrderedMutex mutex_{LockOrder::displaced};
  std::optional<std::int64_t> last_;  // when there were new ones; nullopt: there are none
  bool are_all_gone_ = false;
  std::vector<std::string> remarks_;
};

}  // namespace kedge
