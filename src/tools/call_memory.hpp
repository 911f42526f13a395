// What a session has called, as far as statistics need it: a call that was refused and then repaired, and one that was sent
// twice.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "support/ordered_mutex.hpp"
#include "tools/toolbox.hpp"

namespace kedge {

// Calls may end on any thread. Bounded: what is forgotten is not counted.
class CallMemory {
 public:
  // Whether one of these paths was refused before and is settled by this success.
  bool settles(std::span<const std::string> paths);
  void add_refused(std::span<const std::string> paths);
  bool has_refused() const;
  // Whether an equal call was noted before.
  bool repeats(std::uint64_t call);

 private:
  static constexpr std::size_t most_paths = 1000;
  static constexpr std::size_t most_calls = 100;

  mutable OrderedMutex mutex_{LockOrder::misreadings};  // never taken together with the other
  std::set<std::string, std::less<>> refused_;
  std::deque<std::uint64_t> calls_;
};

// Adds a call that has been answered to the statistics. Without a memory, neither repairs nor retries are counted.
void count_call(const ServedTool& tool, const Json& arguments, const Reply& reply, std::string_view client, CallMemory* memory,
                const Workspace& workspace, Store& store);

}  // namespace kedge
