// Removes displaced files that hold a secret as soon as their two seconds are up, even while other files are being changed.
// Other displaced files wait until nothing is (commit/displaced_at_rest).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commit/workspace.hpp"
#include "store/store.hpp"

namespace kedge {

class ParkedSecrets {
 public:
  ParkedSecrets(const Workspace& workspace, const Store& store) : workspace_(&workspace), store_(&store) {}

  // Does not wait. True if none is left.
  bool drop_those_in_time();
  // Waits until their time is up, and some seconds for the root's lock; if that fails, the next start removes them.
  void drop_all();
  // For people: which files of others were found and kept, and what went wrong.
  std::vector<std::string> take_remarks();

 private:
  const Workspace* workspace_;
  const Store* store_;
  std::optional<std::int64_t> noted_;    // the last change that was found to be done
  std::int64_t due_ = 0;                 // when its displaced files may go
  std::optional<std::int64_t> dropped_;  // the last change of which none is left
  std::vector<std::string> remarks_;
};

}  // namespace kedge
